/** A message before it is text or HTML: what it says, in the order in which a reader meets it. */
import type { Language } from "./words.js";

/** A word and what it stands for; the value may have several lines. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface LetterRow {
  readonly name: string;
  readonly sku: string;
  readonly qty: string;
  /** With currency; null in letters that name no money, and where another row of the same product carries it. */
  readonly amount: string | null;
}

export interface LetterTable {
  readonly headings: { readonly item: string; readonly qty: string; readonly amount: string };
  readonly rows: readonly LetterRow[];
  /** The last one is the grand total. */
  readonly totals: readonly Fact[];
}

export interface Letter {
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly opening: string;
  readonly comment: Fact | null;
  readonly facts: readonly Fact[];
  readonly table: LetterTable | null;
  readonly addresses: readonly Fact[];
  readonly closing: string;
  readonly shop: { readonly name: string; readonly contact: string };
}

/** Text of others for a body: line ends as LF, no other control characters than these and tabs. */
export function bodyText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Text of others for a header: one line without control characters, so that nothing can start a new header. */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
