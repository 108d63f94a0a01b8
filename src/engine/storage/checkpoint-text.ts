/** The text of db.json: JSON for people and for lowdb, one document per line, checksums at the end. */
import { type ChainLink, newLink } from "./records.js";
import type { State } from "./state.js";
import type { Doc } from "./storage.js";

/** The content of the JSON file. */
export interface Content {
  /**
   * As earlier versions wrote it: 1 without checksums and number of the last record, 2 without the link to that record.
   */
  readonly format: 1 | 2 | 3;
  /** The first journal whose changes are not in the file. */
  readonly journal: number;
  /** The last record of the journals before. */
  readonly record?: number | undefined;
  /** What the first record of the journals has as the link to what is before it. */
  readonly link?: ChainLink | undefined;
  readonly sequences: { readonly [name: string]: number };
  readonly collections: { readonly [name: string]: Iterable<Doc> };
  /** Of all bytes before the line that they stand in, by chunks (checksums.ts). */
  readonly checksums?: readonly string[] | undefined;
}

export const NO_CONTENT: Content = { format: 3, journal: 1, record: 0, sequences: {}, collections: {} };

/** Of a new shop: no other one's journal follows on it. */
export function firstContent(): Content {
  return { ...NO_CONTENT, link: newLink() };
}

export function contentOfState(state: State): Pick<Content, "format" | "sequences" | "collections"> {
  const tables = state.names.map((name) => [name, state.table(name).docs] as const);
  const collections = Object.fromEntries(
    tables.map(([name, docs]) => [name, { [Symbol.iterator]: () => docs.values() }]),
  );
  return { format: 3, sequences: Object.fromEntries(state.sequences), collections };
}

/** Small enough that making one chunk delays other work by a few milliseconds at most. */
const WRITE_UNITS = 128 * 1024;

/** The file's text in pieces, up to the checksums. */
export function* textOfContent(content: Content): Generator<string> {
  const { format, journal, record = 0, link } = content;
  let text = `{\n"format": ${format},\n"journal": ${journal},\n"record": ${record},\n`;
  if (link !== undefined) text += `"link": "${link}",\n`;
  text += `"sequences": ${JSON.stringify(content.sequences)},\n"collections": {\n`;
  const names = Object.keys(content.collections);
  for (const [at, name] of names.entries()) {
    text += `"${name}": [`;
    let separator = "\n";
    for (const doc of content.collections[name] ?? []) {
      text += separator + JSON.stringify(doc);
      separator = ",\n";
      if (text.length < WRITE_UNITS) continue;
      yield text;
      text = "";
    }
    text += `\n]${at + 1 < names.length ? "," : ""}\n`;
  }
  yield `${text}},\n`;
}

/** The rest of the file. */
export function textOfChecksums(list: readonly string[]): string {
  return `${CHECKSUMS}${JSON.stringify(list)}\n}\n`;
}

const CHECKSUMS = '"checksums": ';

export function isChecksumLine(line: string): boolean {
  return line.startsWith(CHECKSUMS);
}

const FORMATS: readonly unknown[] = [1, 2, 3];

export class UnknownFormatError extends Error {
  override name = "UnknownFormatError";
}

export function requireKnownFormat(format: unknown): void {
  if (FORMATS.includes(format)) return;
  const known = `this version reads formats ${FORMATS.join(", ")}`;
  throw new UnknownFormatError(
    `it has format ${JSON.stringify(format).slice(0, 20)}, ${known}: upgrade first, or that line is damaged`,
  );
}

/** Reads the layout of textOfContent() line by line; anything else throws. No message quotes the file: it may be any. */
export class ContentParser {
  private readonly head: { [name: string]: unknown } = {};
  private readonly collections: { [name: string]: Doc[] } = {};
  private current: Doc[] | undefined;
  private state: "start" | "head" | "collections" | "tail" | "end" = "start";

  line(text: string): void {
    const bare = text.endsWith(",") ? text.slice(0, -1) : text;
    if (this.current) {
      if (bare === "]") this.current = undefined;
      else this.current.push(parseJson(bare, "a line of a collection is not JSON") as Doc);
    } else if (this.state === "start" && bare === "{") this.state = "head";
    else if (this.state === "head") this.headLine(bare);
    else if (this.state === "collections") this.collectionLine(bare);
    else if (this.state === "tail" && isChecksumLine(bare)) this.headLine(bare);
    else if (this.state === "tail" && bare === "}") this.state = "end";
    else throw new SyntaxError("a line does not belong there");
  }

  end(): Content {
    if (this.state !== "end") throw new SyntaxError("the file ends too early");
    const content = contentOf({ ...this.head, collections: this.collections });
    if (!content) throw new SyntaxError("format, journal or sequences are missing");
    return content;
  }

  private headLine(bare: string): void {
    if (bare === '"collections": {') this.state = "collections";
    else Object.assign(this.head, parseJson(`{${bare}}`, "a line of the head is not JSON"));
    // What a later version changed further on is no damage.
    requireKnownFormat(this.head["format"] ?? FORMATS[0]);
  }

  private collectionLine(bare: string): void {
    const name = /^"(\w+)": \[$/.exec(bare)?.[1];
    if (name !== undefined) this.collections[name] = this.current = [];
    else if (bare === "}") this.state = "tail";
    else throw new SyntaxError("a line starts no collection");
  }
}

/** The content of a file in another layout; undefined when it is none. */
export function parseContent(bytes: Buffer): Content | undefined {
  try {
    return contentOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}

/** The messages of JSON.parse quote what they could not read. */
function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SyntaxError(what);
  }
}

function contentOf(value: unknown): Content | undefined {
  const content = value as Partial<Content> | null;
  const isWhole =
    typeof content?.journal === "number" &&
    typeof content.sequences === "object" &&
    typeof content.collections === "object" &&
    content.format !== undefined;
  return isWhole ? (content as Content) : undefined;
}
