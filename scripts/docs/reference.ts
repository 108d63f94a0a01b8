/** The chapters of docs/reference/: numbered sections that the whole project cites as `sales 4.2`. */
import { html, type Html } from "../../src/addons/pages/html.js";
import type { DocsPage } from "./page.js";
import type { Heading, Prose } from "./prose.js";
import { untitled, type Sources } from "./sources.js";

export const chapterNames = [
  "conventions",
  "catalog",
  "sales",
  "customers",
  "doors",
  "beyond",
  "rest",
] as const;

export type ChapterName = (typeof chapterNames)[number];

export interface Section {
  readonly chapter: ChapterName;
  /** `4` or `4.2` */
  readonly number: string;
  /** The title without the number. */
  readonly title: string;
  /** The text up to the next numbered heading. */
  readonly text: string;
}

export interface Chapter {
  readonly name: ChapterName;
  readonly title: string;
  /** The text before the first section. */
  readonly lead: string;
  readonly sections: readonly Section[];
}

const numbers = String.raw`\d+(?:\.\d+)*`;
const list = String.raw`${numbers}(?:(?:, | and | to |–)${numbers})*`;
export const citationPattern = new RegExp(
  String.raw`(?<![\w./-])(${chapterNames.join("|")}) (${list})(?![\w%-])`,
  "g",
);

export interface Citation {
  readonly chapter: ChapterName;
  readonly number: string;
}

/** The citations in a text; `sales 4.1, 4.2` is two. */
export function citationsIn(text: string): readonly Citation[] {
  return [...text.matchAll(citationPattern)].flatMap(([, chapter = "", cited = ""]) =>
    cited.split(/, | and | to |–/).map((number) => ({ chapter: chapter as ChapterName, number })),
  );
}

export function chapterOf(name: ChapterName, markdown: string): Chapter {
  const [head = "", ...parts] = markdown.split(/^(?=#{2,3} \d)/m);
  const [, title = name, lead = ""] = /^# (.*)\n([^]*)$/.exec(head) ?? [];
  const sections = parts.map((part) => {
    const [, number = "", heading = "", text = ""] = /^#+ ([\d.]+) (.*)\n([^]*)$/.exec(part) ?? [];
    return { chapter: name, number, title: heading, text: text.trim() };
  });
  return { name, title, lead: lead.trim(), sections };
}

export function chaptersIn(sources: Pick<Sources, "document">): readonly Chapter[] {
  return chapterNames.map((name) => chapterOf(name, sources.document(`docs/reference/${name}.md`)));
}

/** The sections whose headings name an operation. */
export function rulesOf(chapters: readonly Chapter[], operation: string): readonly Section[] {
  return chapters.flatMap(({ sections }) =>
    sections.filter(({ title }) => title.includes(`\`${operation}\``)),
  );
}

export function ruleAddress({ chapter, number }: Citation): string {
  return `reference/${chapter}#${number}`;
}

/** The rules about an operation, for the operation's page. */
export function rulesPart(prose: Prose, rules: readonly Section[]): Html | undefined {
  if (rules.length === 0) return undefined;
  return html`<h2 id="rules">Rules</h2>
    ${rules.map(
      (rule) =>
        html`<h3 id="rule-${rule.chapter}-${rule.number}">
            <a href="~/docs/${ruleAddress(rule)}">${rule.chapter} ${rule.number}</a>
          </h3>
          ${prose.page(rule.text, 4).html}`,
    )}`;
}

type ReferencePage = DocsPage & { readonly headings: readonly Heading[] };

export function referencePages(sources: Sources, prose: Prose): readonly ReferencePage[] {
  const first: ReferencePage = {
    slug: "reference",
    title: "Rules: overview",
    description: "Every rule of the service, by chapters.",
    headings: [],
    main: html`<p class="eyebrow">Reference</p>
      <h1>Rules</h1>
      ${prose.block(untitled(sources.document("docs/reference/README.md")))}`,
  };
  return [first, ...chaptersIn(sources).map((chapter) => chapterPage(prose, chapter))];
}

function chapterPage(prose: Prose, { name, title, lead, sections }: Chapter): ReferencePage {
  const top = sections.filter(({ number }) => !number.includes("."));
  return {
    slug: `reference/${name}`,
    title,
    description: `${title}: the rules, by number.`,
    headings: sections.map(({ number, title: text }) => ({
      level: number.includes(".") ? 3 : 2,
      text: `${name} ${number} ${text.replaceAll("`", "")}`,
      id: number,
    })),
    main: html`<p class="eyebrow">Reference</p>
      <h1>${title}</h1>
      ${prose.block(lead)}
      <ul class="columns">
        ${top.map(
          (section) =>
            html`<li><a href="#${section.number}">${section.number} ${prose.line(section.title)}</a></li>`,
        )}
      </ul>
      ${sections.map((section) => sectionPart(prose, section))}`,
  };
}

function sectionPart(prose: Prose, { number, title, text }: Section): Html {
  const heading = html`${number} ${prose.line(title)}`;
  return number.includes(".")
    ? html`<h3 id="${number}">${heading}</h3>
        ${prose.page(text).html}`
    : html`<h2 id="${number}">${heading}</h2>
        ${prose.page(text).html}`;
}
