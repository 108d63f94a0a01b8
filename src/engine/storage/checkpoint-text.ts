/** The text of db.json: JSON readable by people and by lowdb, one document per line, checksums at the end. */
import { packageVersion } from "../config/package.js";
import { type ChainLink, newLink } from "./records.js";
import type { State } from "./state.js";
import type { Doc } from "./storage.js";

/** The content of the JSON file. */
export interface CheckpointContent {
  /** Earlier formats: 1 has no checksums and no number of the last record, 2 has no link to that record. */
  readonly format: 1 | 2 | 3;
  /** The release that wrote the file; earlier ones than 0.3.0 do not say so. */
  readonly release?: string | undefined;
  /** Number of the first journal whose changes are not in the file. */
  readonly journal: number;
  /** Number of the last record in the file. */
  readonly record?: number | undefined;
  /** The link that the first record of that journal must have. */
  readonly link?: ChainLink | undefined;
  readonly sequences: { readonly [name: string]: number };
  readonly collections: { readonly [name: string]: Iterable<Doc> };
  /** Checksums of all bytes before their line, by chunk (checksums.ts). */
  readonly checksums?: readonly string[] | undefined;
}

/** A record, so that the compiler asks for each member. */
const members: Record<keyof CheckpointContent, true> = {
  format: true,
  release: true,
  journal: true,
  record: true,
  link: true,
  sequences: true,
  collections: true,
  checksums: true,
};

/** The members of the JSON file. */
export const CHECKPOINT_MEMBERS = Object.keys(members);

export const EMPTY_CONTENT: CheckpointContent = {
  format: 3,
  journal: 1,
  record: 0,
  sequences: {},
  collections: {},
};

/** The content for a new shop: its random link keeps records of other shops from chaining. */
export function newShopContent(): CheckpointContent {
  return { ...EMPTY_CONTENT, release: packageVersion(), link: newLink() };
}

export function contentOfState(
  state: State,
): Pick<CheckpointContent, "format" | "release" | "sequences" | "collections"> {
  const tables = state.names.map((name) => [name, state.table(name).docs] as const);
  const collections = Object.fromEntries(
    tables.map(([name, docs]) => [name, { [Symbol.iterator]: () => docs.values() }]),
  );
  return {
    format: 3,
    release: packageVersion(),
    sequences: Object.fromEntries(state.sequences.entries()),
    collections,
  };
}

/** Chunk size in UTF-16 units; making one chunk takes a few milliseconds at most. */
const CHUNK_UNITS = 128 * 1024;

/** The text of the file up to the checksums, in chunks. */
export function* textOfContent(content: CheckpointContent): Generator<string> {
  const { format, release, journal, record = 0, link } = content;
  const written = release === undefined ? "" : `"release": ${JSON.stringify(release)},\n`;
  let text = `{\n"format": ${format},\n${written}"journal": ${journal},\n"record": ${record},\n`;
  if (link !== undefined) text += `"link": "${link}",\n`;
  text += `"sequences": ${JSON.stringify(content.sequences)},\n"collections": {\n`;
  const names = Object.keys(content.collections);
  for (const [at, name] of names.entries()) {
    text += `"${name}": [`;
    let separator = "\n";
    for (const doc of content.collections[name] ?? []) {
      text += separator + JSON.stringify(doc);
      separator = ",\n";
      if (text.length < CHUNK_UNITS) continue;
      yield text;
      text = "";
    }
    text += `\n]${at + 1 < names.length ? "," : ""}\n`;
  }
  yield `${text}},\n`;
}

/** The text of the file from the checksums on. */
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

/** Parses the layout of textOfContent() line by line and throws on any other. Error messages never quote the file. */
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
    else throw new SyntaxError("a line is in the wrong place");
  }

  end(): CheckpointContent {
    if (this.state !== "end") throw new SyntaxError("the file ends too early");
    const content = contentOf({ ...this.head, collections: this.collections });
    if (!content) throw new SyntaxError("format, journal or sequences are missing");
    return content;
  }

  private headLine(bare: string): void {
    if (bare === '"collections": {') this.state = "collections";
    else Object.assign(this.head, parseJson(`{${bare}}`, "a line of the head is not JSON"));
    // First of all, since what a later version changed below is not damage.
    requireKnownFormat(this.head["format"] ?? FORMATS[0]);
  }

  private collectionLine(bare: string): void {
    const name = /^"(\w+)": \[$/.exec(bare)?.[1];
    if (name !== undefined) this.collections[name] = this.current = [];
    else if (bare === "}") this.state = "tail";
    else throw new SyntaxError("a line starts no collection");
  }
}

/** The content of a file in another layout, as other programs write JSON; undefined if it is not in such a layout. */
export function parseContent(bytes: Buffer): CheckpointContent | undefined {
  try {
    return contentOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}

/** JSON.parse quotes its input in error messages; this does not. */
function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SyntaxError(what);
  }
}

function contentOf(value: unknown): CheckpointContent | undefined {
  const content = value as Partial<CheckpointContent> | null;
  const isWhole =
    typeof content?.journal === "number" &&
    typeof content.sequences === "object" &&
    typeof content.collections === "object" &&
    content.format !== undefined;
  return isWhole ? (content as CheckpointContent) : undefined;
}
