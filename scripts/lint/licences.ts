/** Checks that all packages of a production install, and all bundled packages, have a free licence. */
import { spawnSync } from "node:child_process";
import { bundledPackages } from "../build-server.mjs";

/** SPDX names of licences that only require attribution. */
const free = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense",
];

/**
 * This package names no licence. It has one line, which re-exports `@open-rpc/spec` of the same project,
 * which is under Apache-2.0.
 */
const withoutLicence = "@open-rpc/spec-types";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string; readonly name?: string };
  }[];
}

/** One line per installed or bundled package whose licence is not in the list. */
export async function licenceProblems(root: string): Promise<string[]> {
  const bundled = (await bundledPackages()).filter(
    ({ name, license }) => name !== withoutLicence && !isFreeLicence(license),
  );
  return [
    ...installedProblems(root),
    ...bundled.map(({ name, version, license }) => `${name}@${version}, bundled: licence ${license}`),
  ];
}

function installedProblems(root: string): string[] {
  const sbom = ["sbom", "--omit=dev", "--sbom-format", "cyclonedx"];
  const { status, stdout, stderr } = spawnSync("npm", sbom, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return [`npm sbom failed: ${stderr.trim()}`];
  const { components } = JSON.parse(stdout) as { components: readonly Component[] };
  return components.flatMap((one) => {
    const licences = licencesOf(one);
    const isFree = licences.length > 0 && licences.every((licence) => isFreeLicence(licence));
    return isFree ? [] : [`${one.name}@${one.version}: licence ${licences.join(", ") || "unknown"}`];
  });
}

function licencesOf({ licenses = [] }: Component): string[] {
  return licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? "unknown");
}

/** For a choice such as `(MIT OR GPL-2.0)`, one free licence is enough. */
export function isFreeLicence(expression: string): boolean {
  return expression
    .replace(/[()]/g, "")
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => free.includes(licence)));
}
