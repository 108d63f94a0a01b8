/** Reads and writes CHANGELOG.md: one section per version, newest first, with the changes of the contracts. */
import type { Change, Class } from "./changes.js";

const titles: Readonly<Record<Class, string>> = {
  breaking: "Breaking",
  additive: "Additive",
  documentation: "Documentation",
};

/** The part about the contracts, between two marks so that it can be replaced. */
export function contractEntry(since: string, contracts: Readonly<Record<string, readonly Change[]>>): string {
  const parts = Object.entries(contracts).flatMap(([name, changes]) =>
    (Object.keys(titles) as Class[]).flatMap((kind) => {
      const lines = told(changes.filter((one) => one.class === kind));
      return lines.length === 0 ? [] : [`#### ${name}: ${titles[kind].toLowerCase()}`, "", ...lines, ""];
    }),
  );
  const text = parts.length === 0 ? ["No change."] : parts.slice(0, -1);
  return [begin, "", `### Contracts since ${since}`, "", ...text, "", end].join("\n");
}

const begin = "<!-- Written by `npm run contract:diff`. -->";
const end = "<!-- End of what `npm run contract:diff` wrote. -->";

const shownPlaces = 12;

/** One line for each kind of change, with its first places; the command prints all of them. */
function told(changes: readonly Change[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { what, at } of changes) places.set(what, (places.get(what) ?? new Set()).add(`\`${at}\``));
  return [...places].map(([what, ats]) => {
    const shown = [...ats].slice(0, shownPlaces);
    const more = ats.size - shown.length;
    const listed = shown.map((at, index) => (index < shown.length - 1 ? `${at},` : at));
    return wrapped(`- ${what}:`, more > 0 ? [...listed, `and ${more} more`] : listed);
  });
}

const longestLine = 120;

/** A Markdown list item, wrapped to several lines. */
function wrapped(start: string, words: readonly string[]): string {
  const lines = [start];
  for (const word of words) {
    const line = `${lines.at(-1) ?? ""} ${word}`;
    if (line.length > longestLine) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines.join("\n");
}

/** Puts the entry into the section of a version; a missing section is added at the top. */
export function withEntry(changelog: string, version: string, entry: string): string {
  const heading = sectionOf(changelog, version)?.heading;
  if (heading === undefined) {
    const first = changelog.search(/^## /m);
    const at = first < 0 ? changelog.length : first;
    return (
      `${changelog.slice(0, at)}## ${version} - unreleased\n\n${entry}\n\n${changelog.slice(at)}`.trimEnd() +
      "\n"
    );
  }
  const start = changelog.indexOf(heading);
  const next = changelog.indexOf("\n## ", start + 1);
  const stop = next < 0 ? changelog.length : next;
  const section = changelog.slice(start, stop);
  const from = section.indexOf(begin);
  const to = section.indexOf(end);
  const replaced =
    from >= 0 && to >= 0
      ? section.slice(0, from) + entry + section.slice(to + end.length)
      : `${section.trimEnd()}\n\n${entry}\n`;
  return changelog.slice(0, start) + replaced + changelog.slice(stop);
}

/** The heading of a version, and whether it has a date, which means that the version is released. */
export function sectionOf(
  changelog: string,
  version: string,
): { readonly heading: string; readonly isReleased: boolean } | undefined {
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} `));
  return heading === undefined ? undefined : { heading, isReleased: isDated.test(heading) };
}

const isDated = /^## .* \d{4}-\d\d-\d\d$/;

/** The heading of the newest released version. */
export function latestRelease(changelog: string): string | undefined {
  return changelog.split("\n").find((line) => isDated.test(line));
}
