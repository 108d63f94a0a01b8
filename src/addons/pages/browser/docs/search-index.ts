/** Searches the index for entries that contain all words. Operations come first, then names, then texts. */

export interface SearchResult {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** Relative to /docs. */
  readonly address: string;
}

interface Entry extends SearchResult {
  readonly lowTitle: string;
  readonly lowText: string;
  readonly words: string;
}

const kindOrder = ["operation", "fault", "guide", "address", "parameter", "member"];

export class SearchIndex {
  private readonly entries: readonly Entry[];

  /** @param text lines of kind, title, text, address and further words, separated by tabs */
  constructor(text: string) {
    this.entries = text.split("\n").map((line) => {
      const [kind = "", title = "", text = "", address = "", words = ""] = line.split("\t");
      return {
        ...{ kind, title, text, address, words },
        lowTitle: title.toLowerCase(),
        lowText: text.toLowerCase(),
      };
    });
  }

  find(query: string, atMost = 30): readonly SearchResult[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const found: { readonly entry: Entry; readonly rank: number }[] = [];
    for (const entry of this.entries) {
      const rank = rankOf(entry, words);
      if (rank !== undefined) found.push({ entry, rank });
    }
    found.sort((one, other) => one.rank - other.rank || one.entry.title.length - other.entry.title.length);
    return found.slice(0, atMost).map(({ entry }) => entry);
  }
}

/** The rank of an entry, smaller is better; undefined = no match. */
function rankOf(entry: Entry, words: readonly string[]): number | undefined {
  let worst = 0;
  for (const word of words) {
    const rank = rankOfWord(entry, word);
    if (rank === undefined) return undefined;
    worst = Math.max(worst, rank);
  }
  // An exact title wins. Otherwise operations come first, unless they match only by their further words.
  const isFirst = worst > 0 && entry.kind === "operation" && worst < ranks.words;
  return (isFirst ? ranks.exact + worst / 10 : worst) * 10 + kindOrder.indexOf(entry.kind);
}

const ranks = { exact: 1, start: 10, inside: 20, text: 40, words: 60 } as const;

function rankOfWord({ lowTitle, lowText, words }: Entry, word: string): number | undefined {
  if (lowTitle === word) return 0;
  if (lowTitle.startsWith(word) || lowTitle.endsWith(`.${word}`)) return ranks.start;
  if (lowTitle.includes(word)) return ranks.inside;
  if (lowText.includes(word)) return ranks.text;
  return words.includes(word) ? ranks.words : undefined;
}
