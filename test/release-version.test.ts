/** `npm run release -- --set <version>` and `--repository <address>` (CONTRIBUTING.md, Publishing). */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./support/closed.js";
import { addressProblems, setAddress, writePublished } from "../scripts/release/address.js";
import { setVersion } from "../scripts/release/version.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = [
  "spec/openrpc.yaml",
  "openapi.yaml",
  "package.json",
  "README.md",
  "docs/clients.md",
  "docs/settings.md",
  "docs/upgrading.md",
  ...["typescript", "python", "php"].map((client) => `src/addons/clients/${client}/files/README.md`),
];

const { version: present } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
};

let folder: string;
const read = (path: string) => readFileSync(join(folder, path), "utf8");
beforeEach(async () => {
  folder = await temporaryFolder(onTestFinished);
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  writeFileSync(
    join(folder, "CHANGELOG.md"),
    `# Changelog\n\n## ${present} - unreleased\n\nNew in ${present}.\n\n## 0.1.0 - 2026-01-01\n\nBefore ${present}.\n`,
  );
});

test("writes the version into every file, and the date into the changelog", () => {
  setVersion(folder, "7.8.9", "2026-12-01");
  for (const path of ["spec/openrpc.yaml", "openapi.yaml"])
    expect(read(path)).toContain("\n  version: 7.8.9\n");
  expect(JSON.parse(read("package.json"))).toMatchObject({ version: "7.8.9" });
  expect(read("README.md")).toContain("store-management-api-7.8.9.tgz");
  expect(read("docs/settings.md")).toContain("store-api-7.8.9-");
  expect(read("docs/upgrading.md")).toMatch(/^## From \S+ to 7\.8$/m);
  expect(read("CHANGELOG.md")).toBe(
    `# Changelog\n\n## 7.8.9 - 2026-12-01\n\nNew in 7.8.9.\n\n## 0.1.0 - 2026-01-01\n\nBefore ${present}.\n`,
  );
});

test("the same version only gets its date", () => {
  setVersion(folder, present, "2026-12-01");
  expect(read("package.json")).toBe(readFileSync(join(root, "package.json"), "utf8"));
  expect(read("CHANGELOG.md")).toContain(`## ${present} - 2026-12-01`);
});

test("changes nothing if the version is none, or nothing is unreleased", () => {
  expect(() => setVersion(folder, "v1", "2026-12-01")).toThrow("three numbers, such as 1.0.0, not v1");
  writeFileSync(join(folder, "CHANGELOG.md"), "## 0.1.0 - 2026-01-01\n");
  expect(() => setVersion(folder, "7.8.9", "2026-12-01")).toThrow("no unreleased section");
  expect(read("package.json")).not.toContain("7.8.9");
});

test("names the file that does not name the present version", () => {
  writeFileSync(join(folder, "README.md"), "No version.\n");
  expect(() => setVersion(folder, "7.8.9", "2026-12-01")).toThrow("README.md does not name the version");
  expect(read("package.json")).not.toContain("7.8.9");
});

test("the address stands in package.json, and the documents name packages and downloads only with it", () => {
  expect(addressProblems(folder)).toEqual([]);
  expect(read("docs/clients.md")).toContain("The packages are not published yet.");
  setAddress(folder, "https://github.com/acme/shop");
  expect(JSON.parse(read("package.json"))).toMatchObject({
    homepage: "https://github.com/acme/shop#readme",
    bugs: "https://github.com/acme/shop/issues",
    repository: { type: "git", url: "git+https://github.com/acme/shop.git" },
  });
  expect(read("docs/clients.md")).not.toContain("not published");
  expect(read("src/addons/clients/typescript/files/README.md")).not.toContain("Not published");
  expect(read("src/addons/clients/python/files/README.md")).toContain("from PyPI");
  expect(read("src/addons/clients/php/files/README.md")).toContain("from Packagist");
  expect(read("docs/clients.md")).toContain("`pip install store-management-api`");
  setVersion(folder, "7.8.9", "2026-12-01");
  writePublished(folder);
  const file = "https://github.com/acme/shop/releases/download/v7.8.9/store-api-7.8.9-linux-x64.tar.gz";
  expect(read("README.md")).toContain(`curl -L ${file} | tar -xz`);
  expect(addressProblems(folder)).toEqual([]);

  writeFileSync(join(folder, "README.md"), read("README.md").replace("acme/shop", "acme/old"));
  expect(addressProblems(folder)).toEqual([
    'README.md: the part "published" does not follow from package.json',
  ]);
});

test.each(["github.com/acme/shop", "https://github.com/acme/shop.git", "https://github.com/shop"])(
  "%s is no address of a repository",
  (address) => {
    expect(() => setAddress(folder, address)).toThrow(`https://<host>/<owner>/<name>, not ${address}`);
  },
);
