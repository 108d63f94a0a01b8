/** `npm run release` in a clone: its refusals, its packages, and their installation into empty environments. */
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedFiles } from "../../scripts/release/packed.js";
import { pythonWith, working } from "../addons/clients/interpreters.js";
import { git, packageOf, patience, release, released, run, version, type Released } from "./released.js";

const python = pythonWith("venv", "ensurepip", "tomllib");

let packages: Released;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "store-api-release-"));
  packages = await released();
}, patience);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a changed file stops it before anything is packed", { timeout: patience }, async () => {
  const before = await readdir(packages.folder);
  const left = join(packages.clone, "left-behind.txt");
  await writeFile(left, "");
  const { code, stderr } = await release(packages.clone, "--tag");
  await rm(left);
  expect([code, stderr]).toEqual([1, "left-behind.txt: is not committed\n1 problems: nothing is tagged.\n"]);
  expect(await readdir(packages.folder)).toEqual(before);
});

test("it packs everything, tags the commit, and prints which files to upload", async () => {
  const files = [
    "SHA256SUMS",
    `contract-changes-${version}.md`,
    `store-api-${version}-${process.platform}-${process.arch}.tar.gz`,
    `store-management-api-${version}.cdx.json`,
    `store-management-api-${version}.tgz`,
    `store-management-api-client-${version}.tgz`,
    `store-management-api-client-${version}.zip`,
    `store_management_api-${version}-py3-none-any.whl`,
    `store_management_api-${version}.tar.gz`,
  ];
  const names = await readdir(packages.folder);
  expect(names.sort()).toEqual(files);
  const sums = await readFile(join(packages.folder, "SHA256SUMS"), "utf8");
  for (const name of names.filter((one) => one !== "SHA256SUMS")) {
    const text = await readFile(join(packages.folder, name));
    expect(sums).toContain(`${createHash("sha256").update(text).digest("hex")}  ${name}\n`);
    expect(packages.printed).toContain(name);
  }
  expect(packages.printed).toContain(
    "The project has no public address, and npm refuses provenance without it",
  );
  expect(packages.printed).toContain(`php-v${version}:refs/tags/v${version}`);
  expect((await git(packages.clone, "tag", "--points-at", "HEAD")).stdout).toBe(`v${version}\n`);
});

test(
  "nothing that pip, npm and Python leave in the clone is packed or hinders a release",
  { timeout: patience },
  async ({ skip }) => {
    if (python === undefined) return skip("needs python3-venv");
    const { clone } = packages;
    const clients = join(clone, "generated/clients");
    const inTarball = async (name: string) => {
      const { stdout } = await run("tar", ["-tzf", packageOf(packages, name)]);
      return stdout
        .trim()
        .split("\n")
        .map((path) => path.replace("package/", ""))
        .sort();
    };

    const place = join(folder, "left");
    await run(python, ["-m", "venv", place]);
    await run(join(place, "bin/pip"), ["install", "--no-index", join(clients, "python")]);
    await run(python, ["-m", "compileall", "-q", join(clients, "python"), join(clone, "examples")]);
    for (const one of [clone, join(clients, "typescript")]) await run("npm", ["pack"], { cwd: one });
    // Otherwise this test would show nothing.
    expect(await readdir(join(clients, "python/store_api"))).toContain("__pycache__");
    expect(await readdir(clone)).toContain(`store-management-api-${version}.tgz`);
    expect(await readdir(join(clients, "typescript"))).toContain(
      `store-management-api-client-${version}.tgz`,
    );

    expect(packedFiles(clone).sort()).toEqual(await inTarball("api.tgz"));
    expect(packedFiles(join(clients, "typescript")).sort()).toEqual(await inTarball("client.tgz"));
    // The other packages contain the files that git lists, also untracked ones.
    expect((await git(clone, "status", "--porcelain")).stdout).toBe("");
  },
);

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
  await cp(packageOf(packages, "client.zip"), join(artifacts, "client.zip"));
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
