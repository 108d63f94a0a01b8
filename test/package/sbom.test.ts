/** The SBOM of a release names every package that a production install gets, and its licence. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSbom } from "../../scripts/release/packages.js";
import { projectRoot } from "../../scripts/spec/chapters.js";

test(
  "the SBOM names what npm ls lists, each with its licence, and refers to nothing else",
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "store-api-sbom-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "sbom.json");
    writeSbom(projectRoot, "store-management-api", file);
    const { components, dependencies } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly components: readonly { readonly "bom-ref": string; readonly licenses?: object[] }[];
      readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
    };
    const list = ["ls", "--all", "--omit=dev", "--parseable", "--long"];
    const listed = execFileSync("npm", list, { cwd: projectRoot, encoding: "utf8" })
      .trim()
      .split("\n")
      .filter((line) => line.includes("node_modules/"))
      .map((line) => line.slice(line.indexOf(":", 2) + 1).replace(/:.*/, ""))
      .filter((name) => !name.startsWith("@store-management-api/"));
    const named = components.map((one) => one["bom-ref"]);
    expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
    expect(named.toSorted()).toEqual([...new Set(listed)].toSorted());
    const referred = new Set(dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]));
    expect([...referred].filter((ref) => !named.includes(ref))).toEqual([
      expect.stringMatching(/^store-management-api@/),
    ]);
  },
);
