/** Chapters of own operations beside the shop's contract. */
import type { Contract } from "../engine/contract/contract.js";
import { packagedText } from "../engine/contract/published-contracts.js";
import type { ChapterGiven, Extension } from "../engine/extension/extension.js";
import { shopContract } from "../shop/contract.js";
import { CommandError } from "./connection.js";

/** Of the repeatable option `--extend`. */
export function pathsSoFar(path: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...path.split(",")];
}

/** The shop's contract with these chapters. Throws a CommandError. */
export async function contractWith(chapters: readonly string[] = []): Promise<Contract> {
  return (await commandExtension(chapters))?.contract ?? shopContract;
}

/** As `shopExtension`, for a command. */
export function commandExtension(chapters: readonly string[] = []): Promise<Extension | undefined> {
  return shopExtension(chapters).catch((error: unknown) => {
    throw isOfChapters(error) ? new CommandError(2, error.message) : error;
  });
}

/** Undefined without any, which then cost nothing. Throws what `isOfChapters` knows. */
export async function shopExtension(chapters: readonly ChapterGiven[]): Promise<Extension | undefined> {
  if (chapters.length === 0) return undefined;
  const { readExtension } = await import("../engine/extension/extension.js");
  return readExtension({ contract: shopContract, openrpc: packagedText("openrpc.json") }, chapters);
}

/** Chapters that cannot be taken; its class is loaded with them alone. */
export function isOfChapters(error: unknown): error is Error {
  return error instanceof Error && error.name === "ChapterProblems";
}
