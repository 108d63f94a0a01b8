/** `npm run release -- --set <version>` (CONTRIBUTING.md, Publishing). */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { setVersion } from "../scripts/release/version.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = [
  "spec/openrpc.yaml",
  "openapi.yaml",
  "package.json",
  "README.md",
  "docs/settings.md",
  "docs/upgrading.md",
];

const { version: present } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
};

let folder: string;
const read = (path: string) => readFileSync(join(folder, path), "utf8");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-api-version-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
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
