/** Finds lines of the index: all words have to be in an entry; names that begin with them come first. */

export interface Found {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** Below /docs. */
  readonly address: string;
}

interface Entry extends Found {
  readonly lowTitle: string;
  readonly lowText: string;
}

const kindOrder = ["operation", "fault", "guide", "address", "parameter", "member"];

export class SearchIndex {
  private readonly entries: readonly Entry[];

  /** @param text lines of kind, title, text and address, with tabs between */
  constructor(text: string) {
    this.entries = text.split("\n").map((line) => {
      const [kind = "", title = "", words = "", address = ""] = line.split("\t");
      return {
        kind,
        title,
        text: words,
        address,
        lowTitle: title.toLowerCase(),
        lowText: words.toLowerCase(),
      };
    });
  }

  find(query: string, atMost = 30): readonly Found[] {
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

/** The smaller the better; undefined = not found. */
function rankOf({ kind, lowTitle, lowText }: Entry, words: readonly string[]): number | undefined {
  let rank = kindOrder.indexOf(kind);
  for (const word of words) {
    if (lowTitle === word) rank += 0;
    else if (lowTitle.startsWith(word) || lowTitle.endsWith(`.${word}`)) rank += 10;
    else if (lowTitle.includes(word)) rank += 20;
    else if (lowText.includes(word)) rank += 40;
    else return undefined;
  }
  return rank;
}
