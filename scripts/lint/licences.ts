/** Checks that all packages of a production install, and all bundled packages, have a free licence. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages, packageIn } from "../build-server.mjs";

/** SPDX names of licences that only require attribution. */
const free = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
];

/**
 * This package names no licence. It has one line, which re-exports `@open-rpc/spec` of the same project,
 * which is under Apache-2.0.
 */
const withoutLicence = "@open-rpc/spec-types";

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** A package of the lock file that a production install gets. */
interface Installed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** By the lock file: `npm sbom --omit=dev` leaves out packages that a development dependency needs, too. */
export function installedPackages(root: string): Installed[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages).flatMap(([path, one]) => {
    const name = /^.*node_modules\/(.+)$/.exec(path)?.[1];
    if (name === undefined || one.dev || one.link) return [];
    // npm reads `license` only, and not `licenses`, which old packages have.
    return [{ name, version: one.version, licence: one.license ?? packageIn(join(root, path)).license }];
  });
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

export function installedProblems(root: string): string[] {
  return installedPackages(root).flatMap(({ name, version, licence }) =>
    isFreeLicence(licence) ? [] : [`${name}@${version}: licence ${licence}`],
  );
}

/** For a choice such as `(MIT OR GPL-2.0)`, one free licence is enough. */
function isFreeLicence(expression: string): boolean {
  return expression
    .replace(/[()]/g, "")
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => free.includes(licence)));
}
