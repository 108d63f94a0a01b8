/** Pages as text in which every inserted value is text too, unless `html` has made it. */

/** Markup that may stand in a page as it is. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What can stand between the parts of a template; nothing is shown for undefined, null and false. */
export type Insert = Html | string | number | undefined | null | false | readonly Insert[];

/**
 * A piece of a page.
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

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
