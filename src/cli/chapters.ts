/** Loads chapters of own operations for commands and the start. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../engine/contract/contract.js";
import { packagedText } from "../engine/contract/published-contracts.js";
import type { ChapterGiven, Extension } from "../engine/extension/extension.js";
import { shopContract } from "../shop/contract.js";
import { CommandError } from "./connection.js";

/** Collects the paths of the repeatable option `--extend`. */
export function collectPaths(path: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...path.split(",")];
}

/** The chapter files at a path: those in a folder, by name, or the file itself. */
export function chaptersAt(path: string): readonly string[] {
  const files = namesIn(path).filter((name) => name.endsWith(".yaml"));
  // A folder without chapters is refused like a file that cannot be read.
  return files.length === 0 ? [path] : files.sort().map((name) => join(path, name));
}

/** Nothing for a file, and for a folder that cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The shop's contract with these chapters. Throws a CommandError. */
export async function contractWith(chapters: readonly string[] = []): Promise<Contract> {
  return (await commandExtension(chapters))?.contract ?? shopContract;
}

/** Like `shopExtension`, but throws a `CommandError` for invalid chapters. */
export function commandExtension(chapters: readonly string[] = []): Promise<Extension | undefined> {
  return shopExtension(chapters.flatMap(chaptersAt)).catch((error: unknown) => {
    throw isChapterError(error) ? new CommandError(2, error.message) : error;
  });
}

/**
 * Loads chapters; undefined if there are none. Throws an error for which `isChapterError` is true.
 * @param withoutCode as for `readExtension`
 */
export async function shopExtension(
  chapters: readonly ChapterGiven[],
  withoutCode?: ReadonlySet<string>,
): Promise<Extension | undefined> {
  if (chapters.length === 0) return undefined;
  const { readExtension } = await import("../engine/extension/extension.js");
  const base = { contract: shopContract, openrpc: packagedText("openrpc.json") };
  return readExtension(base, chapters, withoutCode);
}

/** Whether the error is about invalid chapters. It checks the name, because the class is only loaded with chapters. */
export function isChapterError(error: unknown): error is Error {
  return error instanceof Error && error.name === "ChapterProblems";
}
