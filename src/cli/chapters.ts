/** Loads chapters of own operations for commands and the start. */
import type { Contract } from "../engine/contract/contract.js";
import { packagedText } from "../engine/contract/published-contracts.js";
import type { ChapterGiven, Extension } from "../engine/extension/extension.js";
import { shopContract } from "../shop/contract.js";
import { CommandError } from "./connection.js";

/** Collects the paths of the repeatable option `--extend`. */
export function collectPaths(path: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...path.split(",")];
}

/** The shop's contract with these chapters. Throws a CommandError. */
export async function contractWith(chapters: readonly string[] = []): Promise<Contract> {
  return (await commandExtension(chapters))?.contract ?? shopContract;
}

/** Like `shopExtension`, but throws a `CommandError` for invalid chapters. */
export function commandExtension(chapters: readonly string[] = []): Promise<Extension | undefined> {
  return shopExtension(chapters).catch((error: unknown) => {
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
