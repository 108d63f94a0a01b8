/** HTML templates that escape every inserted value, except markup made by `html`. */
import { escapeHtml } from "../../engine/xml/text.js";

/** Markup that is inserted without escaping. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** A value that can be inserted into a template; undefined, null and false insert nothing. */
export type Insert = Html | string | number | undefined | null | false | readonly Insert[];

/**
 * Builds markup from a template.
 *
 *     html`<h1 id="${id}">${title}</h1>${rows.map((row) => html`<p>${row}</p>`)}`
 */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(
    parts.map((part, index) => (index === 0 ? "" : markup(inserts[index - 1])) + part).join(""),
  );
}

function markup(insert: Insert): string {
  if (insert === undefined || insert === null || insert === false) return "";
  if (insert instanceof Html) return insert.text;
  if (typeof insert === "object") return insert.map(markup).join("");
  return escapeHtml(String(insert));
}
