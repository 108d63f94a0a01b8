import { dirname } from "node:path";
import type { Adapter } from "lowdb";
import { collectionNames } from "./collections.js";
import { type FileSystem, hasCode, type OpenFile } from "./files.js";
import { type Doc, StorageDamagedError } from "./storage.js";
import { isCollection } from "./state.js";

/** The content of the JSON file. */
export interface Content {
  readonly format: 1;
  /** The first journal whose changes are not in the file. */
  readonly journal: number;
  readonly sequences: { readonly [name: string]: number };
  readonly collections: { readonly [name: string]: Iterable<Doc> };
}

export const NO_CONTENT: Content = { format: 1, journal: 1, sequences: {}, collections: {} };

const READ_BYTES = 1024 * 1024;
/** Small enough that making one chunk delays other work by a few milliseconds at most. */
const WRITE_UNITS = 128 * 1024;
/** A file in another layout, edited by hand or by a tool, is read in one piece up to this size. */
const WHOLE_BYTES = 256 * 1024 * 1024;

export type Progress = (doneBytes: number, totalBytes: number) => void;

/**
 * lowdb's adapter for the JSON file: one document per line, read and written in pieces, since one string can
 * not hold a large shop. A reader of the path finds the old file or the new one, never a part, also after a
 * loss of power.
 */
export class CheckpointFile implements Adapter<Content> {
  /** Of the file as last read or written. */
  bytes = 0;
  /** Whether the last write got as far as showing the new file. */
  renamed = false;

  constructor(
    private readonly files: FileSystem,
    private readonly path: string,
    private readonly progress: Progress = () => {},
  ) {}

  /** Null when there is no file. Throws StorageDamagedError. */
  async read(): Promise<Content | null> {
    const file = await this.files.open(this.path, "r").catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return null;
      throw error;
    });
    if (!file) return null;
    try {
      this.bytes = await file.size();
      return this.checked(await this.parse(file));
    } finally {
      await file.close();
    }
  }

  async write(content: Content): Promise<void> {
    const temporary = `${this.path}.tmp`;
    this.renamed = false;
    const file = await this.files.open(temporary, "w");
    let bytes = 0;
    try {
      for (const chunk of chunks(content)) {
        const buffer = Buffer.from(chunk);
        bytes += buffer.length;
        // Each write goes through the thread pool, so the event loop turns between any two chunks.
        await file.write(buffer);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await this.files.rename(temporary, this.path);
    this.renamed = true;
    this.bytes = bytes;
    await this.files.syncFolder(dirname(this.path));
  }

  private async parse(file: OpenFile): Promise<Content> {
    let offset = 0;
    const parser = new LineParser();
    try {
      for await (const line of this.lines(file)) {
        parser.line(line.text);
        offset = line.end;
      }
      return parser.end();
    } catch (error) {
      if (this.bytes <= WHOLE_BYTES) {
        const content = parsed(await file.read(0, this.bytes));
        if (content) return content;
      }
      const what = error instanceof Error ? error.message : String(error);
      throw new StorageDamagedError(this.path, offset, what, { cause: error });
    }
  }

  private async *lines(file: OpenFile): AsyncGenerator<{ text: string; end: number }> {
    let rest: Buffer = Buffer.alloc(0);
    let position = 0;
    for (;;) {
      const chunk = await file.read(position, READ_BYTES);
      if (chunk.length === 0) break;
      const start = position - rest.length;
      position += chunk.length;
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, from)) {
        yield { text: bytes.toString("utf8", from, at), end: start + at + 1 };
        from = at + 1;
      }
      rest = bytes.subarray(from);
      this.progress(position, this.bytes);
    }
    if (rest.length > 0) yield { text: rest.toString("utf8"), end: position };
  }

  private checked(content: Content): Content {
    if (content.format !== 1) {
      throw new Error(
        `${this.path} has format ${String(content.format)}, this version reads format 1: upgrade first`,
      );
    }
    const unknown = Object.keys(content.collections).find((name) => !isCollection(name));
    if (unknown !== undefined) {
      throw new StorageDamagedError(
        this.path,
        0,
        `it has a collection "${unknown}" that this version does not know`,
      );
    }
    return content;
  }
}

/** The file's text in pieces. */
function* chunks(content: Content): Generator<string> {
  let text = `{\n"format": ${content.format},\n"journal": ${content.journal},\n`;
  text += `"sequences": ${JSON.stringify(content.sequences)},\n"collections": {\n`;
  const names = collectionNames.filter((name) => content.collections[name]);
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
  yield `${text}}\n}\n`;
}

/** Reads the layout of chunks() line by line; anything else throws. */
class LineParser {
  private readonly head: { [name: string]: unknown } = {};
  private readonly collections: { [name: string]: Doc[] } = {};
  private current: Doc[] | undefined;
  private state: "start" | "head" | "collections" | "tail" | "end" = "start";

  line(text: string): void {
    const bare = text.endsWith(",") ? text.slice(0, -1) : text;
    if (this.current) {
      if (bare === "]") this.current = undefined;
      else this.current.push(JSON.parse(bare) as Doc);
    } else if (this.state === "start" && bare === "{") this.state = "head";
    else if (this.state === "head") this.headLine(bare);
    else if (this.state === "collections") this.collectionLine(bare);
    else if (this.state === "tail" && bare === "}") this.state = "end";
    else throw new SyntaxError(`a line that does not belong there: ${text.slice(0, 40)}`);
  }

  end(): Content {
    if (this.state !== "end") throw new SyntaxError("the file ends too early");
    const content = contentOf({ ...this.head, collections: this.collections });
    if (!content) throw new SyntaxError("format, journal or sequences are missing");
    return content;
  }

  private headLine(bare: string): void {
    if (bare === '"collections": {') this.state = "collections";
    else Object.assign(this.head, JSON.parse(`{${bare}}`));
  }

  private collectionLine(bare: string): void {
    const name = /^"(\w+)": \[$/.exec(bare)?.[1];
    if (name !== undefined) this.collections[name] = this.current = [];
    else if (bare === "}") this.state = "tail";
    else throw new SyntaxError(`a line that starts no collection: ${bare.slice(0, 40)}`);
  }
}

function parsed(bytes: Buffer): Content | undefined {
  try {
    return contentOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}

function contentOf(value: unknown): Content | undefined {
  const content = value as Partial<Content> | null;
  const whole =
    typeof content?.journal === "number" &&
    typeof content.sequences === "object" &&
    typeof content.collections === "object" &&
    content.format !== undefined;
  return whole ? (content as Content) : undefined;
}
