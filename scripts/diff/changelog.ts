/** Reads CHANGELOG.md, one section per version, newest first, and writes the list of contract changes that belongs to a release. */
import type { Change, Class } from "./changes.js";

const titles: Readonly<Record<Class, string>> = {
  breaking: "Breaking",
  additive: "Additive",
  documentation: "Documentation",
};

/** A Markdown document: per contract and class, each kind of change with its places. */
export function changesDocument(
  since: string,
  version: string,
  contracts: Readonly<Record<string, readonly Change[]>>,
): string {
  const parts = Object.entries(contracts).flatMap(([name, changes]) =>
    (Object.keys(titles) as Class[]).flatMap((kind) => {
      const lines = told(changes.filter((one) => one.class === kind));
      return lines.length === 0 ? [] : [`## ${name}: ${titles[kind].toLowerCase()}`, "", ...lines, ""];
    }),
  );
  const text = parts.length === 0 ? ["No change.", ""] : parts;
  return [`# Contract changes from ${since} to ${version}`, "", ...text].join("\n");
}

/** One line for each kind of change, with all its places. */
function told(changes: readonly Change[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { what, at } of changes) places.set(what, (places.get(what) ?? new Set()).add(`\`${at}\``));
  return [...places].map(([what, ats]) => `- ${what}: ${[...ats].join(", ")}`);
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

/** The heading of the newest released version. @param except a version that does not count, because it is being released */
export function latestRelease(changelog: string, except?: string): string | undefined {
  return changelog.split("\n").find((line) => isDated.test(line) && !line.startsWith(`## ${except} `));
}
