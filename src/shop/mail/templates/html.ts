/**
 * Renders a letter as HTML for mail programs: tables, and a style sheet that is optional, because some
 * programs drop it. No pictures, scripts or other resources. All texts are escaped by `escapeHtml`.
 */
import { escapeHtml } from "../../../engine/xml/text.js";
import type { Fact, Letter, LetterTable } from "./letter.js";

const styleSheet = `
body { margin: 0; padding: 24px; background: #f4f2ee; color: #222; font: 15px/1.5 Helvetica, Arial, sans-serif }
.sheet { width: 100%; max-width: 600px; padding: 32px; background: #fff; border-radius: 6px }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3 }
blockquote { margin: 0 0 16px; padding: 8px 16px; border-left: 3px solid #c8b88a; background: #faf8f3 }
.list { width: 100%; margin: 0 0 24px; border-collapse: collapse }
.list th, .list td { padding: 6px 8px 6px 0; border-bottom: 1px solid #e6e2d8; vertical-align: top }
.sum th { font-weight: normal }
.sum:last-child th, .sum:last-child td { font-weight: bold }
small { color: #666; font-size: 13px }
`;

export function letterHtml(letter: Letter): string {
  const { language, subject, greeting, opening, comment, facts, table, addresses, closing, shop } = letter;
  return [
    `<!doctype html>`,
    `<html lang="${language}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(subject)}</title><style>${styleSheet}</style></head>`,
    `<body>`,
    `<table role="presentation" class="sheet" align="center"><tr><td>`,
    `<h1>${escapeHtml(subject)}</h1>`,
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(opening)}</p>`,
    ...(comment ? [`<blockquote>${titleBlock(comment)}</blockquote>`] : []),
    ...factsHtml(facts),
    ...(table ? tableHtml(table) : []),
    ...addressesHtml(addresses),
    `<p>${escapeHtml(closing)}</p>`,
    `<p><small>${escapeHtml(shop.name)}<br>${escapeHtml(shop.contact)}</small></p>`,
    `</td></tr></table>`,
    `</body>`,
    `</html>`,
    ``,
  ].join("\n");
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function titleBlock({ label, value }: Fact): string {
  return `<strong>${escapeHtml(label)}</strong><br>${lines(value)}`;
}

function factsHtml(facts: readonly Fact[]): string[] {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="left">${escapeHtml(label)}</th><td>${lines(value)}</td></tr>`,
  );
  return listTable(rows);
}

function tableHtml({ headings, rows, totals }: LetterTable): string[] {
  const hasMoney = rows.some(({ amount }) => amount !== null);
  const heads = [headings.qty, ...(hasMoney ? [headings.amount] : [])].map(
    (text) => `<th scope="col" align="right">${escapeHtml(text)}</th>`,
  );
  const items = rows.map(({ name, sku, qty, amount }) => {
    const item = `<td>${escapeHtml(name)}<br><small>${escapeHtml(sku)}</small></td>`;
    return `<tr>${item}${numberCell(qty)}${hasMoney ? numberCell(amount ?? "") : ""}</tr>`;
  });
  const sums = totals.map(
    ({ label, value }) =>
      `<tr class="sum"><th scope="row" colspan="2" align="right">${escapeHtml(label)}</th>${numberCell(value)}</tr>`,
  );
  return listTable([
    `<tr><th scope="col" align="left">${escapeHtml(headings.item)}</th>${heads.join("")}</tr>`,
    ...items,
    ...sums,
  ]);
}

function numberCell(text: string): string {
  return `<td align="right" nowrap>${escapeHtml(text)}</td>`;
}

function listTable(rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [`<table class="list">`, ...rows, `</table>`];
}

function addressesHtml(addresses: readonly Fact[]): string[] {
  const columns = addresses.map((address) => `<td width="50%">${titleBlock(address)}</td>`);
  return columns.length === 0 ? [] : listTable([`<tr>${columns.join("")}</tr>`]);
}
