/**
 * `npm run release` in a clone: its refusals, its packages, and their installation into empty environments.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trackedFiles } from "../../scripts/lint/shipped.js";
import { pythonWith, working } from "../addons/clients/interpreters.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const patience = 1_200_000;
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };

let folder: string;
let clone: string;
let packed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "store-api-release-"));
  clone = join(folder, "clone");
  packed = join(clone, "reports/release", version);
  await run("git", ["clone", "--quiet", root, clone]);
  // With the current files, committed or not.
  for (const path of trackedFiles(root)) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await cp(join(root, path), join(clone, path));
  }
  await symlink(join(root, "node_modules"), join(clone, "node_modules"));
  await writeFile(join(clone, ".git/info/exclude"), "node_modules\n");
  const changelog = await readFile(join(clone, "CHANGELOG.md"), "utf8");
  const dated = changelog.replace(`## ${version} - unreleased`, `## ${version} - 2026-12-01`);
  await writeFile(join(clone, "CHANGELOG.md"), dated);
  await git("add", "--all");
  await git("commit", "--quiet", "--allow-empty", "--message", "Release");
}, patience);
afterAll(() => rm(folder, { recursive: true, force: true }));

function git(...args: string[]) {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@shop.test"];
  return run("git", [...author, ...args], { cwd: clone });
}

async function release(...args: string[]) {
  // CI has run the checks on this commit; here they would take minutes.
  const program = ["--import", "tsx", "scripts/release.ts", "--without-check", ...args];
  const env = { ...process.env, GIT_AUTHOR_NAME: "Test", GIT_AUTHOR_EMAIL: "test@shop.test" };
  const committer = { GIT_COMMITTER_NAME: "Test", GIT_COMMITTER_EMAIL: "test@shop.test" };
  return run(process.execPath, program, { cwd: clone, env: { ...env, ...committer } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

const python = pythonWith("venv", "ensurepip", "setuptools", "wheel");

describe.skipIf(python === undefined)("with setuptools", () => {
  test("a changed file stops it before anything is packed", { timeout: patience }, async () => {
    await writeFile(join(clone, "left-behind.txt"), "");
    const { code, stderr } = await release("--tag");
    await rm(join(clone, "left-behind.txt"));
    expect([code, stderr]).toEqual([
      1,
      "left-behind.txt: is not committed\n1 problems: nothing is packed or tagged.\n",
    ]);
    await expect(readdir(packed)).rejects.toThrow("ENOENT");
  });

  test(
    "it packs everything, tags the commit, and prints which files to upload",
    { timeout: patience },
    async () => {
      const { code, stdout, stderr } = await release("--tag");
      expect([code, stderr]).toEqual([0, expect.stringContaining("Building")]);
      const files = [
        "SHA256SUMS",
        `contract-changes-${version}.md`,
        `store-api-${version}-${process.platform}-${process.arch}.tar.gz`,
        `store-management-api-${version}.cdx.json`,
        expect.stringMatching(/^store.management.api-.*\.tar\.gz$/),
        `store-management-api-${version}.tgz`,
        `store-management-api-client-${version}.tgz`,
        `store-management-api-client-${version}.zip`,
        `store_management_api-${version}-py3-none-any.whl`,
      ];
      expect((await readdir(packed)).sort()).toEqual(files);
      for (const name of (await readdir(packed)).filter((one) => one !== "SHA256SUMS")) {
        const sum = createHash("sha256")
          .update(await readFile(join(packed, name)))
          .digest("hex");
        expect(await readFile(join(packed, "SHA256SUMS"), "utf8")).toContain(`${sum}  ${name}\n`);
        expect(stdout).toContain(name);
      }
      expect(stdout).toContain(
        'No "repository" in package.json and generated/clients/typescript/package.json: npm refuses provenance',
      );
      expect((await git("tag", "--points-at", "HEAD")).stdout).toBe(`v${version}\n`);
      expect((await git("status", "--porcelain")).stdout).toBe("");
      const sbom = JSON.parse(
        await readFile(join(packed, `store-management-api-${version}.cdx.json`), "utf8"),
      ) as { metadata: { component: { name: string } }; components: { name: string }[] };
      expect(sbom.metadata.component.name).toBe("store-management-api");
      expect(sbom.components.map(({ name }) => name)).toEqual(expect.arrayContaining(["express", "pg"]));
      expect(sbom.components.map(({ name }) => name)).not.toContain("vitest");
    },
  );

  test("every file of the Python and PHP packages is listed", async () => {
    const list = async (program: string, ...args: string[]) =>
      (await run(program, args, { cwd: packed })).stdout.split("\n").filter((line) => /[^/]$/.test(line));
    const tracked = trackedFiles(root);
    const of = (client: string) =>
      tracked.filter((path) => path.startsWith(client)).map((path) => path.slice(client.length));
    const documents = ["LICENSE", "SECURITY.md"];

    const zip = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";
    const php = await list(python ?? "", "-c", zip, `store-management-api-client-${version}.zip`);
    expect(php.sort()).toEqual([...of("generated/clients/php/"), ...documents].sort());

    const wheel = await list(python ?? "", "-c", zip, `store_management_api-${version}-py3-none-any.whl`);
    const info = `store_management_api-${version}.dist-info/`;
    const modules = of("generated/clients/python/").filter((path) => path.startsWith("store_api/"));
    expect(wheel.filter((path) => !path.startsWith(info)).sort()).toEqual(modules.sort());
    const facts = wheel.filter((path) => path.startsWith(info)).map((path) => path.split("/").at(-1));
    const metadata = ["METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt"];
    expect(facts.sort()).toEqual([...documents, ...metadata].sort());

    const [source = ""] = (await readdir(packed)).filter((name) =>
      /^store.management.*\.tar\.gz$/.test(name),
    );
    const sdist = (await list("tar", "-tzf", source)).map((path) => path.replace(/^[^/]+\//, ""));
    const own = sdist.filter((path) => !/^(PKG-INFO|setup\.cfg|.*\.egg-info\/.*)$/.test(path));
    const manifest = ["MANIFEST.in", "README.md", "pyproject.toml"];
    expect(own.sort()).toEqual([...modules, ...documents, ...manifest].sort());
  });

  test("pip installs the wheel and the source in empty environments", { timeout: patience }, async () => {
    const use = "import store_api; print(store_api.__version__)";
    for (const [ending, options] of [
      [".whl", []],
      [".tar.gz", ["--no-build-isolation"]],
    ] as const) {
      const place = join(folder, `pip${ending}`);
      await run(python ?? "", ["-m", "venv", "--system-site-packages", place]);
      const isPython = (name: string) => /^store.management.api-/.test(name) && name.endsWith(ending);
      const file = (await readdir(packed)).find(isPython) ?? "";
      await run(join(place, "bin/pip"), ["install", "--no-index", ...options, join(packed, file)]);
      const { stdout } = await run(join(place, "bin/python"), ["-I", "-c", use], { cwd: folder });
      expect(stdout).toBe(`${version}\n`);
    }
  });

  // Composer recognizes zips of a folder only by their extension.
  const hasZip = working(["php"], "-r", "exit(extension_loaded('zip') ? 0 : 1);") !== undefined;
  const composer = hasZip ? working(["composer"], "--version") : undefined;
  test("Composer installs the zip in an empty project", { timeout: patience }, async ({ skip }) => {
    if (composer === undefined) return skip("needs composer and php-zip");
    const [project, artifacts] = ["composer", "artifacts"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    await mkdir(project);
    await mkdir(artifacts);
    await cp(join(packed, `store-management-api-client-${version}.zip`), join(artifacts, "client.zip"));
    const repositories = [{ type: "artifact", url: artifacts }, { "packagist.org": false }];
    const manifest = { repositories, require: { "store-management-api/client": version } };
    await writeFile(join(project, "composer.json"), JSON.stringify(manifest));
    const env = { ...process.env, COMPOSER_ALLOW_SUPERUSER: "1", COMPOSER_HOME: join(folder, "home") };
    await run(composer, ["install", "--no-interaction", "--quiet"], { cwd: project, env });
    await writeFile(
      join(project, "use.php"),
      "<?php require 'vendor/autoload.php'; echo StoreApi\\Fault::ORDER_NOT_HOLDABLE;",
    );
    expect((await run("php", ["use.php"], { cwd: project })).stdout).toBe("order_not_holdable");
  });

  test("npx starts the server from its tarball in an empty folder", { timeout: patience }, async () => {
    const project = join(folder, "npx");
    const modules = join(project, "node_modules/store-management-api");
    await mkdir(modules, { recursive: true });
    await writeFile(join(project, "package.json"), "{}");
    const tarball = join(packed, `store-management-api-${version}.tgz`);
    await run("tar", ["-xzf", tarball, "-C", modules, "--strip-components=1"]);
    // The other packages that npm would download, and its cache.
    await linkProductionPackages(project);
    await chmod(join(modules, "dist/src/main.js"), 0o755);
    await mkdir(join(project, "node_modules/.bin"));
    await symlink("../store-management-api/dist/src/main.js", join(project, "node_modules/.bin/store-api"));
    const call = 'fetch(process.env.STORE_API_URL + "/openapi.json").then((a) => console.log(a.status))';
    for (const name of ["store-api", "store-management-api"]) {
      const args = ["--no-install", name, "exec", "--", process.execPath, "-e", call];
      expect((await run("npx", args, { cwd: project })).stdout).toContain("200\n");
    }
  });
});

async function linkProductionPackages(project: string): Promise<void> {
  const { stdout } = await run("npm", ["ls", "--omit=dev", "--all", "--parseable"], {
    cwd: root,
  });
  for (const path of stdout.split("\n")) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || path.split("/node_modules/").length > 2) continue;
    await mkdir(dirname(join(project, "node_modules", name)), { recursive: true });
    await symlink(path, join(project, "node_modules", name));
  }
}
