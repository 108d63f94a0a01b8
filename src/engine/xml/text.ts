/** Text as the content of an element. */

/** What XML 1.0 cannot hold in any form. */
// oxlint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// oxlint-disable-next-line no-control-regex
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text without what XML cannot hold. A carriage return would be read as a line feed, so it is written as a reference. */
export function xmlText(text: string): string {
  return special.test(text) ? escaped(text.toWellFormed().replace(illegal, "")) : text;
}

/** Text in which what XML cannot hold is shown as a reference that nobody resolves: `&#1;` (doors 2.4). */
export function visibleXmlText(text: string): string {
  if (!special.test(text)) return text.includes('"') ? text.replaceAll('"', "&quot;") : text;
  const shown = text.toWellFormed().replace(illegal, (character) => `&#${character.charCodeAt(0)};`);
  return escaped(shown).replaceAll('"', "&quot;");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}
