/** Chapters of own operations beside the shop's contract. */
import { packagedText } from "../engine/contract/contracts.js";
import type { ChapterGiven, Extension } from "../engine/extension/extension.js";
import { shopContract } from "../shop/contract.js";

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
