/** The content of a message before it is rendered as text or HTML, in reading order. */
import type { MailLanguage } from "./words.js";

/** A label and its value, which can have several lines. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface LetterRow {
  readonly name: string;
  readonly sku: string;
  readonly qty: string;
  /** With currency; null in letters without amounts, and if another row of the same product has the amount. */
  readonly amount: string | null;
}

export interface LetterTable {
  readonly headings: { readonly item: string; readonly qty: string; readonly amount: string };
  readonly rows: readonly LetterRow[];
  /** The last one is the grand total. */
  readonly totals: readonly Fact[];
}

export interface Letter {
  readonly language: MailLanguage;
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

/** Cleans untrusted text for a body: line ends become LF; control characters except LF and tabs are removed. */
export function bodyText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Cleans untrusted text for a header: one line without control characters, so that it cannot inject headers. */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
