/** Renders a letter as plain text for a monospaced font. */
import type { Fact, Letter, LetterTable } from "./letter.js";

/** Columns of a line; longer names exceed it. */
const width = 72;

export function letterText(letter: Letter): string {
  const parts = [
    letter.greeting,
    letter.opening,
    letter.comment && titleBlock(letter.comment),
    letter.facts.length > 0 && letter.facts.map(factLine).join("\n"),
    letter.table && tableText(letter.table),
    ...letter.addresses.map(titleBlock),
    letter.closing,
    // Mail programs recognize "-- " as the start of a signature.
    `-- \n${letter.shop.name}\n${letter.shop.contact}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function titleBlock({ label, value }: Fact): string {
  return `${label}:\n${value}`;
}

function factLine({ label, value }: Fact): string {
  return value.includes("\n") ? titleBlock({ label, value }) : `${label}: ${value}`;
}

function tableText({ rows, totals }: LetterTable): string {
  const rule = "-".repeat(width);
  const items = rows.map(({ name, sku, qty, amount }) => spread(`${qty} x ${name} (${sku})`, amount ?? ""));
  const sums = totals.map(({ label, value }) => spread(label, value));
  return [rule, ...items, rule, ...sums].join("\n");
}

/** One text at the left edge, one at the right. */
function spread(left: string, right: string): string {
  if (right === "") return left;
  const gap = Math.max(2, width - left.length - right.length);
  return left + " ".repeat(gap) + right;
}
