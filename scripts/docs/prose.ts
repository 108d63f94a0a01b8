/** Renders Markdown of the contracts and documents as HTML, with links for the names of operations and faults. */
import { Marked, type Token, type Tokens } from "marked";
import { exampleTabs } from "../../src/addons/pages/first-calls.js";
import { escapeHtml } from "../../src/engine/xml/text.js";
import { Html } from "../../src/addons/pages/html.js";
import { citationPattern, ruleAddress, type ChapterName } from "./reference.js";

export interface Names {
  /** Addresses, relative to /docs, of names in code: operations, faults, HTTP operations. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Addresses of documents by their file names: `testing.md` → `guide/testing`. */
  readonly documents: ReadonlyMap<string, string>;
  /** Names of parameters and members that are not usual words, such as `productId` and `is_active`. */
  readonly members: ReadonlySet<string>;
  /** The existing rules, such as `sales 4.2`. */
  readonly rules: ReadonlySet<string>;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

export class Prose {
  private readonly marked: Marked;
  /** Headings of the text that is being rendered. */
  private headings: Heading[] = [];
  private lowest = 2;
  private anchors = new Map<string, number>();

  constructor(private readonly names: Names) {
    this.marked = new Marked({
      renderer: {
        // Raw HTML in Markdown is shown as text; comments are dropped.
        html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith("<!--") ? "" : escapeHtml(text)),
        text: (token: Tokens.Text | Tokens.Escape) => this.text(token),
        codespan: ({ text }: Tokens.Codespan) => this.code(text),
        code: ({ text }: Tokens.Code) =>
          `<pre class="code" tabindex="0" data-copy><code>${escapeHtml(text)}</code></pre>`,
        heading: (token: Tokens.Heading) => this.heading(token),
        link: (token: Tokens.Link) => this.link(token),
        table: (token: Tokens.Table) => this.table(token),
        image: ({ text }: Tokens.Image) => escapeHtml(text),
      },
    });
  }

  /**
   * @param lowest the level of the highest headings
   * @param anchors how often the page has used each anchor, if the text is a part of it
   */
  page(
    markdown: string,
    lowest = 2,
    anchors = new Map<string, number>(),
  ): { readonly html: Html; readonly headings: readonly Heading[] } {
    this.headings = [];
    this.lowest = lowest;
    this.anchors = anchors;
    const parts = partsOf(this.marked.lexer(markdown)).map((part) =>
      part.languages ? exampleTabs(part.languages, "Language").text : this.marked.parser(part.tokens),
    );
    return { html: new Html(parts.join("")), headings: this.headings };
  }

  /** Paragraphs. */
  block(markdown: string | undefined): Html {
    return this.page(markdown ?? "", 3).html;
  }

  /** Renders inline text. */
  line(markdown: string | undefined): Html {
    return new Html(this.marked.parseInline(markdown ?? "", { async: false }));
  }

  /** Inline code, linked to the page of what it names. */
  code(text: string): string {
    const code = `<code>${escapeHtml(text)}</code>`;
    const address = this.names.addresses.get(text);
    return address === undefined ? code : `<a href="~/docs/${address}">${code}</a>`;
  }

  /** Links names of faults, operations and rules, and marks those of parameters, which the contracts do not mark as code. */
  private text(token: Tokens.Text | Tokens.Escape): string {
    if ("tokens" in token && token.tokens) return this.marked.parseInline(token.text, { async: false });
    const plain = token.text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => unescaped[entity] ?? entity);
    return escapeHtml(plain)
      .replace(/(?<![\w./-])[a-z]+(?:(?:_[a-z\d]+)+(?:\.[a-zA-Z]+)?|(?:[A-Z][a-z]+)+)(?![\w/-])/g, (word) =>
        this.names.addresses.has(word) || this.names.members.has(word) ? this.code(word) : word,
      )
      .replace(citationPattern, (_whole, chapter: ChapterName, numbers: string) =>
        this.cited(chapter, numbers),
      );
  }

  /** `sales 4.1, 4.2`: a link for each number. */
  private cited(chapter: ChapterName, numbers: string): string {
    let name = `${chapter} `;
    return numbers.replace(/\d+(?:\.\d+)*/g, (number) => {
      const text = name + number;
      name = "";
      if (!this.names.rules.has(`${chapter} ${number}`)) return text;
      return `<a href="~/docs/${ruleAddress({ chapter, number })}">${text}</a>`;
    });
  }

  private heading({ depth, text }: Tokens.Heading): string {
    const level = Math.min(6, Math.max(this.lowest, depth + this.lowest - 2));
    const anchor = anchorOf(text);
    const used = this.anchors.get(anchor) ?? 0;
    this.anchors.set(anchor, used + 1);
    const id = used === 0 ? anchor : `${anchor}-${used}`;
    this.headings.push({ level, text: text.replace(/[`*]/g, ""), id });
    const inline = this.marked.parseInline(text, { async: false });
    return `<h${level} id="${id}">${inline}</h${level}>\n`;
  }

  private link({ href, tokens }: Tokens.Link): string {
    // The text of an autolink is not parsed, because that would find the link again.
    const text = tokens
      .map((token) =>
        token.type === "text" ? escapeHtml(token.raw) : this.marked.parseInline(token.raw, { async: false }),
      )
      .join("");
    if (href.startsWith("mailto:")) return text;
    if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}">${text}</a>`;
    const [path = "", anchor] = href.split("#");
    const address = this.names.documents.get(path.replace(/^(\.\.?\/)+/, "").replace(/^docs\//, ""));
    // Documents that are not part of the site are in the package.
    if (address === undefined) return text;
    return `<a href="~/docs/${address}${anchor === undefined ? "" : `#${anchor}`}">${text}</a>`;
  }

  private table({ header, rows }: Tokens.Table): string {
    const cells = (row: Tokens.TableCell[], tag: string) =>
      row
        .map(
          ({ text }) => `<${tag}>${this.marked.parseInline(text, { async: false })}</${tag.split(" ")[0]}>`,
        )
        .join("");
    // A header without text would be announced as one.
    const titles = cells(header, 'th scope="col"').replaceAll('<th scope="col"></th>', "<td></td>");
    const head = `<thead><tr>${titles}</tr></thead>`;
    const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
    return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>`;
  }
}

/** Consecutive blocks in these languages are alternatives. */
const languages: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript" };

interface Part {
  readonly tokens: Token[];
  /** The same in several languages. */
  readonly languages?: readonly { readonly language: string; readonly code: string }[];
}

/** Splits a text at groups of alternative code blocks. */
function partsOf(tokens: readonly Token[]): readonly Part[] {
  const parts: Part[] = [];
  let plain: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const run = sameInLanguages(tokens.slice(at));
    if (run.length < 2) {
      plain.push(tokens[at++] as Token);
      continue;
    }
    parts.push({ tokens: plain }, { tokens: [], languages: run.map(exampleOf) });
    plain = [];
    at += 2 * run.length - 1;
  }
  return [...parts, { tokens: plain }];
}

const exampleOf = ({ lang = "", text }: Tokens.Code) => ({ language: languages[lang] ?? lang, code: text });

/** The leading consecutive code blocks in different languages. */
function sameInLanguages(tokens: readonly Token[]): readonly Tokens.Code[] {
  const run: Tokens.Code[] = [];
  for (let at = 0; at < tokens.length; at += 2) {
    const token = tokens[at] as Tokens.Code;
    const isNext = token.type === "code" && token.lang !== undefined && token.lang in languages;
    if (!isNext || run.some(({ lang }) => lang === token.lang)) break;
    run.push(token);
    if (tokens[at + 1]?.type !== "space") break;
  }
  return run;
}

const unescaped: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The anchor of a heading. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\w\s.-]/g, "")
    .trim()
    .replace(/[\s.]+/g, "-");
}

/** The paragraphs of `info.description` by the bold words that begin them: `Calling`, `Types`, `Errors`, … */
export function chaptersOf(description: string): ReadonlyMap<string, string> {
  const chapters = new Map<string, string>();
  let name = "";
  for (const paragraph of description.split(/\n\s*\n/)) {
    const [, started, rest] = /^\*\*(.+?)\.\*\*\s*([^]*)$/.exec(paragraph.trim()) ?? [];
    if (started !== undefined) name = started;
    const text = started === undefined ? paragraph : (rest ?? "");
    chapters.set(name, [chapters.get(name), text].filter((part) => part !== undefined).join("\n\n"));
  }
  return chapters;
}

/** The text below a heading of a document, up to the next heading of the same level. */
export function sectionOf(document: string, heading: string): string {
  const lines = document.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) return "";
  const level = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 0;
  const end = lines.findIndex((line, index) => index > start && new RegExp(`^#{1,${level}} `).test(line));
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .join("\n")
    .trim();
}
