/**
 * Searches the index. An entry counts for each word of the query that it has, also as a synonym: rare words more than
 * frequent ones, a title more than a text, a whole word more than a beginning; what nobody wrote is taken for the nearest
 * known word. Operations and guides come before members, and the changelog comes last.
 */
import { nearest } from "../../../../engine/config/spelling.js";
import { phrases, synonyms } from "./synonyms.js";

export interface SearchResult {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** Relative to /docs. */
  readonly address: string;
}

interface Entry extends SearchResult {
  readonly lowTitle: string;
  /** Title, text and further words, with the weight of a word found there. */
  readonly fields: readonly (readonly [text: string, weight: number])[];
}

const kindWeights: Readonly<Record<string, number>> = {
  operation: 1,
  guide: 1,
  fault: 0.7,
  address: 0.75,
  rule: 0.6,
  parameter: 0.35,
  member: 0.3,
  change: 0.2,
};

/** What an operation does and what a fault says is searched like a title. */
const textWeights: Readonly<Record<string, number>> = { operation: 0.8, address: 0.8, fault: 1 };

/** A section of so many characters counts half: it has some of the words of any query. */
const longText = 8000;

/** Words that do not help to find anything. */
const emptyWords = new Set(
  "a all an and any are as at be between by can do does for from how i in is it me my of on or per that the to too was what when which with".split(
    " ",
  ),
);

const synonymsOf = new Map(
  Object.entries(synonyms).map(([word, others]) => [stemOf(word), others.split(" ")]),
);

export class SearchIndex {
  private readonly entries: readonly Entry[];
  /** The words of titles, for words with a mistake. */
  private readonly known: readonly string[];

  /** @param text lines of kind, title, text, address and further words, separated by tabs */
  constructor(text: string) {
    this.entries = text.split("\n").map((line) => {
      const [kind = "", title = "", text = "", address = "", words = ""] = line.split("\t");
      const fields = [
        [searchable(title), 1],
        [searchable(text), textWeights[kind] ?? 0.4],
        [searchable(words), 0.25 / (1 + words.length / longText)],
      ] as const;
      return { kind, title, text, address, fields, lowTitle: title.toLowerCase() };
    });
    this.known = [...new Set(this.entries.flatMap(({ lowTitle }) => searchable(lowTitle).split(" ")))];
  }

  find(query: string, atMost = 30): readonly SearchResult[] {
    const exact = query.trim().toLowerCase();
    const said = Object.entries(phrases).reduce((text, [phrase, word]) => text.replace(phrase, word), exact);
    const words = said.split(/[\s,;?!"'()]+/).filter(Boolean);
    const telling = words.filter((word) => !emptyWords.has(word));
    const found = (telling.length > 0 ? telling : words).map((word) => this.scoresOf(word));
    const isNothing = found.every(({ size }) => size === 0);
    if (isNothing && words.some((word) => this.nearestTo(word) !== word)) {
      return this.find(words.map((word) => this.nearestTo(word)).join(" "), atMost);
    }
    const results = this.entries.flatMap((entry) => {
      const scores = found.flatMap((scoresOfWord) => scoresOfWord.get(entry) ?? []);
      if (scores.length === 0) return [];
      const weight = (entry.lowTitle === exact ? 2 : 1) * (kindWeights[entry.kind] ?? 1);
      const share = scores.length / found.length;
      return [{ entry, score: weight * share * scores.reduce((sum, score) => sum + score, 0) }];
    });
    return withoutCrowds(results.sort(byScore))
      .slice(0, atMost)
      .map(({ entry }) => entry);
  }

  private nearestTo(word: string): string {
    return word.length < 4 ? word : (nearest(word, this.known, word.length > 7 ? 2 : 1) ?? word);
  }

  /** The scores of the entries that have a word or one of its synonyms. */
  private scoresOf(word: string): ReadonlyMap<Entry, number> {
    const best = new Map<Entry, number>();
    for (const [index, one] of [word, ...(synonymsOf.get(stemOf(word)) ?? [])].entries()) {
      const found = this.entries.flatMap((entry) => {
        const weight = weightOf(entry, one);
        return weight > 0 ? [{ entry, weight }] : [];
      });
      const rarity = Math.log(1 + this.entries.length / found.length) * (index === 0 ? 1 : 0.9);
      for (const { entry, weight } of found) {
        best.set(entry, Math.max(best.get(entry) ?? 0, weight * rarity));
      }
    }
    return best;
  }
}

interface Scored {
  readonly entry: Entry;
  readonly score: number;
}

/** Of equal ones, pages come before sections. */
function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || one.entry.address.length - other.entry.address.length;
}

/** Many types have a member of the same name: from the second on, each counts less than the one before. */
function withoutCrowds(results: readonly Scored[]): readonly Scored[] {
  const seen = new Map<string, number>();
  return results
    .map(({ entry, score }) => {
      if (entry.kind !== "member" && entry.kind !== "parameter") return { entry, score };
      const name = entry.lowTitle.replace(/^.*\./, "");
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return { entry, score: score / (1 + before) };
    })
    .sort(byScore);
}

/** The weight of a word in an entry; 0 = not found. A whole word counts more than a beginning, that more than a part of a name. */
function weightOf({ fields, lowTitle }: Entry, word: string): number {
  const stem = ` ${stemOf(word)}`;
  const isWhole = new RegExp(`${stem.replace(/[^ \\w]/g, "\\$&")}(?:ies|ing|ed|es|s|e|y)? `);
  let best = 0;
  for (const [text, weight] of fields) {
    if (weight <= best || !text.includes(stem)) continue;
    const share = text.includes(` ${word} `) ? 1 : isWhole.test(text) ? 0.97 : stem.length < 5 ? 0.1 : 0.5;
    best = Math.max(best, weight * share);
  }
  if (best > 0) return best;
  return word.length > 4 && lowTitle.includes(word) ? 0.3 : 0;
}

/** Lower case, each word between spaces; names as a whole and by their parts. */
function searchable(text: string): string {
  const parts = text.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[^\p{L}\p{N}$]+/gu, " ");
  const whole = text.replace(/[^\p{L}\p{N}$_.{}/-]+/gu, " ").replace(/[.-]+(?= |$)/g, "");
  return ` ${whole} ${parts} `.toLowerCase();
}

/** The word without its ending: "shipping" → "ship", "categories" → "categor". Of short words, only the plural: "keys" → "key". */
function stemOf(word: string): string {
  const stem = word.replace(/(ies|ing|ed|es|s|e|y)$/, "").replace(/([lnpt])\1$/, "$1");
  if (stem.length >= 4) return stem;
  return word.length > 3 ? word.replace(/(?<!s)s$/, "") : word;
}
