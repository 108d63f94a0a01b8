/** The documentation as files: the content of each page without the frame that the server adds, and an index. */
import { docsSite } from "./site.js";
import { readSources } from "./sources.js";
import type { DocsIndex } from "../../src/addons/pages/built-files.js";
import type { SearchEntry } from "./page.js";

export interface DocsFiles {
  readonly index: DocsIndex;
  /** File contents by name. */
  readonly files: Readonly<Record<string, string>>;
  /** The compact search index for the browser. */
  readonly search: string;
}

export function docsFiles(root: string): DocsFiles {
  const site = docsSite(readSources(root));
  const fileOf = (slug: string) => `${slug === "" ? "start" : slug.replaceAll("/", "-")}.html`;
  const pages = site.pages.map(({ slug, title, description, scripts, styles }) => [
    slug,
    {
      file: fileOf(slug),
      title,
      description,
      ...(scripts ? { scripts } : {}),
      ...(styles ? { styles } : {}),
    },
  ]);
  return {
    index: { pages: Object.fromEntries(pages) as DocsIndex["pages"], groups: site.groups },
    files: Object.fromEntries(site.pages.map(({ slug, main }) => [fileOf(slug), main.text])),
    search: searchText(site.search),
  };
}

/** Lines of kind, title, text, address and further words; the browser splits them faster than it parses JSON. */
function searchText(entries: readonly SearchEntry[]): string {
  const plain = (text: string) => text.replace(/\s+/g, " ").replaceAll("`", "").trim();
  return entries
    .map(({ kind, title, text, address, words = "" }) =>
      [kind, plain(title), plain(text).slice(0, 160), address, plain(words)].join("\t").trimEnd(),
    )
    .join("\n");
}
