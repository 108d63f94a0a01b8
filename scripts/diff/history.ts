/** Reads the contracts of a commit. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { projectRoot } from "../spec/chapters.js";
import { latestRelease } from "./changelog.js";
import type { Change } from "./changes.js";
import { openApiChanges } from "./openapi.js";
import { openRpcChanges } from "./openrpc.js";

export interface Contracts {
  readonly openrpc: OpenRpcDocument;
  readonly openapi: Schema;
}

export function contractsAt(ref: string): Contracts {
  return contractsIn((path) => git("show", "--end-of-options", `${ref}:${path}`));
}

export function contractsNow(): Contracts {
  return contractsIn((path) => readFileSync(join(projectRoot, path), "utf8"));
}

/** Only of files that are in git, which a commit or a new clone has. */
function contractsIn(read: (path: string) => string): Contracts {
  return {
    openrpc: JSON.parse(read("openrpc.json")) as OpenRpcDocument,
    openapi: parse(read("openapi.yaml")) as Schema,
  };
}

export function changesBetween(before: Contracts, after: Contracts): Record<string, Change[]> {
  return {
    "JSON-RPC": [...openRpcChanges(before.openrpc, after.openrpc)],
    REST: [...openApiChanges(before.openapi, after.openapi)],
  };
}

/** The first commit of the newest released version. Undefined: there is none, or no repository. */
export function lastRelease(except?: string): string | undefined {
  const file = join(projectRoot, "CHANGELOG.md");
  const heading = existsSync(file) ? latestRelease(readFileSync(file, "utf8"), except) : undefined;
  return heading === undefined ? undefined : firstCommitWith(heading);
}

/** The first commit whose changelog has this line; undefined if there is none, or no repository. */
export function firstCommitWith(line: string): string | undefined {
  try {
    return (
      git("log", "--reverse", "--format=%H", `-S${line}`, "--", "CHANGELOG.md").split("\n")[0] || undefined
    );
  } catch {
    return undefined;
  }
}

/** Whether commits are missing in the repository, as in a clone with --depth. */
export function isShallow(): boolean {
  try {
    return git("rev-parse", "--is-shallow-repository").trim() === "true";
  } catch {
    return false;
  }
}

/** Runs git. Throws an error with git's message. */
function git(...args: string[]): string {
  try {
    return execFileSync("git", args, {
      cwd: projectRoot,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    throw new Error(String((error as { stderr?: unknown }).stderr ?? error).trim(), { cause: error });
  }
}
