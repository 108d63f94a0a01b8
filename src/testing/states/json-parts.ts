/**
 * The JSON of a dataset, taken apart while it arrives: its documents and calls one by one, and what is around them. So a
 * state of any size is never one text, and none of its parts is looked at twice. (Parsers that emit values one by one
 * take five times as long as this and JSON.parse, and make objects that need twice the memory.)
 */
import { DatasetProblems } from "./document.js";

/** An element of `calls` or of a collection. */
export interface JsonPart {
  /** `calls`, or `collections.products` */
  readonly list: string;
  readonly index: number;
  readonly bytes: Buffer;
  /** Where it ends, counted from the first byte of all. */
  readonly end: number;
}

/** One part; the largest documents hold the bytes of an image. */
const maxPartBytes = 64 * 1024 * 1024;

/** All that is around the parts; it is parsed at a stretch. */
const maxRestBytes = 1024 * 1024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export class JsonParts {
  /** Bytes before the chunk that is being read. */
  private before = 0;
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private isInCollections = false;
  /** The text that was read last in the root or in `collections`: where a list opens, the name of that list. */
  private name: Collected | undefined;
  private list: { readonly name: string; readonly depth: number; count: number } | undefined;
  private part = new Collected(maxPartBytes);
  private readonly around = new Collected(maxRestBytes);

  /** Throws DatasetProblems. */
  *read(bytes: Buffer): Generator<JsonPart> {
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isInText) {
        at = this.endOfText(bytes, at);
        continue;
      }
      const byte = bytes[at];
      if (byte === quote) {
        this.isInText = true;
        this.name = this.mayName ? new Collected(1000) : undefined;
      } else if (byte === openList || byte === openObject) {
        if (!this.opens(byte)) continue;
        this.take(bytes, from, at + 1);
        this.list = { name: this.listName, depth: this.depth, count: 0 };
        from = at + 1;
      } else if (byte === comma && this.list?.depth === this.depth) {
        this.take(bytes, from, at);
        yield this.endPart(at);
        from = at + 1;
      } else if (byte === closeList || byte === closeObject) {
        if (this.list?.depth === this.depth) {
          this.take(bytes, from, at);
          if (this.list.count > 0 || !this.part.isBlank) yield this.endPart(at);
          this.list = undefined;
          this.part = new Collected(maxPartBytes);
          from = at;
        }
        this.depth -= 1;
        if (this.depth === 1) this.isInCollections = false;
      }
    }
    this.take(bytes, from, bytes.length);
    this.before += bytes.length;
  }

  /** What is around the parts, with empty lists in their places. */
  rest(): Buffer {
    return this.around.bytes();
  }

  private get mayName(): boolean {
    return this.list === undefined && (this.depth === 1 || (this.depth === 2 && this.isInCollections));
  }

  private get listName(): string {
    const name = this.name?.bytes().toString() ?? "";
    return this.depth === 2 ? name : `collections.${name}`;
  }

  /** Goes one level down; true when that is a list of parts. */
  private opens(byte: number): boolean {
    const isNamed = this.mayName;
    this.depth += 1;
    if (!isNamed) return false;
    if (byte === openList) return this.depth === 3 || this.listName === "calls";
    this.isInCollections ||= this.depth === 2 && this.listName === "collections";
    return false;
  }

  private endPart(at: number): JsonPart {
    const list = this.list as NonNullable<JsonParts["list"]>;
    const part = { list: list.name, index: list.count, bytes: this.part.bytes(), end: this.before + at };
    list.count += 1;
    this.part = new Collected(maxPartBytes);
    return part;
  }

  private take(bytes: Buffer, from: number, to: number): void {
    if (from >= to) return;
    const target = this.list ? this.part : this.around;
    if (target.add(bytes.subarray(from, to))) return;
    const message = `holds more than ${target.limit} bytes`;
    throw new DatasetProblems([
      this.list
        ? { place: `${this.list.name}[${this.list.count}]`, message }
        : { place: "", message: `${message} outside of calls and collections` },
    ]);
  }

  /** The quote that ends the text, or the last byte there is. */
  private endOfText(bytes: Buffer, from: number): number {
    let at = this.isEscaped ? from + 1 : from;
    this.isEscaped = false;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) {
        this.isInText = false;
        break;
      }
      if (byte === backslash) at += 1;
    }
    if (this.isInText) this.isEscaped = at > bytes.length;
    this.name?.add(bytes.subarray(from, Math.min(at, bytes.length)));
    return at;
  }
}

/** Bytes from several chunks, up to a limit. */
class Collected {
  private readonly pieces: Buffer[] = [];
  private size = 0;

  constructor(readonly limit: number) {}

  /** False when there are too many. */
  add(bytes: Buffer): boolean {
    this.size += bytes.length;
    if (this.size > this.limit) return false;
    this.pieces.push(bytes);
    return true;
  }

  get isBlank(): boolean {
    return /^[ \t\r\n]*$/.test(this.bytes().toString("latin1"));
  }

  bytes(): Buffer {
    return this.pieces.length === 1 ? (this.pieces[0] as Buffer) : Buffer.concat(this.pieces);
  }
}
