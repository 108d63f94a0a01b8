/** The checks of a commit before its packages may be published. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sectionOf } from "../diff/changelog.js";
import { versionProblems } from "../diff/version.js";
import { addressProblems } from "./address.js";

/** One line for each problem of a commit, whether it is tagged or not. */
export function commitProblems(root: string, version: string): string[] {
  return [
    ...changedFiles(root),
    ...versionProblems(),
    ...lockProblems(root, version),
    ...addressProblems(root),
  ];
}

/** One line for each reason why this version cannot be tagged here: most commits lie between two versions. */
export function tagProblems(root: string, version: string): string[] {
  return [...undated(root, version), ...taggedElsewhere(root, version)];
}

/** A note, not a problem of the commit: most commits lie before the first public one. */
export function repositoryNote(root: string): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    repository?: unknown;
  };
  if (repository !== undefined) return undefined;
  return "The project has no public address, and npm refuses provenance without it: npm run release -- --repository https://… writes it (CONTRIBUTING.md, Publishing).";
}

export const tagOf = (version: string) => `v${version}`;

export function git(root: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trimEnd();
}

function changedFiles(root: string): string[] {
  return git(root, "status", "--porcelain")
    .split("\n")
    .filter(Boolean)
    .map((line) => `${line.slice(3)}: is not committed`);
}

/** Otherwise `npm ci` in the published commit would find another version. */
function lockProblems(root: string, version: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, { version?: string }>>;
  };
  return ["", "generated/clients/typescript"]
    .filter((path) => packages[path]?.version !== version)
    .map((path) => `package-lock.json: has another version for "${path}"; run npm install`);
}

function undated(root: string, version: string): string[] {
  const section = sectionOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  if (section === undefined || section.isReleased) return [];
  return [`CHANGELOG.md: "${section.heading}" has no date (YYYY-MM-DD)`];
}

function taggedElsewhere(root: string, version: string): string[] {
  const tag = tagOf(version);
  if (git(root, "tag", "--list", tag) === "") return [];
  const [tagged, head] = [`${tag}^{commit}`, "HEAD"].map((name) => git(root, "rev-parse", name));
  return tagged === head ? [] : [`the tag ${tag} exists already, at another commit`];
}
