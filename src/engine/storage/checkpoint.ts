import { dirname } from "node:path";
import type { Adapter } from "lowdb";
import {
  type CheckpointContent,
  ContentParser,
  isChecksumLine,
  parseContent,
  requireKnownFormat,
  textOfChecksums,
  textOfContent,
  UnknownFormatError,
} from "./checkpoint-text.js";
import { isNewer } from "../config/package.js";
import type { Collections } from "./collections.js";
import { CHUNK_BYTES, Checksums } from "./checksums.js";
import { type FileSystem, hasCode, type OpenFile } from "./files.js";
import { StorageDamagedError, StorageNewerError } from "./storage.js";
import { messageOf } from "../values/messages.js";

const READ_BYTES = 1024 * 1024;
const LINE_BREAK = 0x0a;
/** Size limit for files in another layout, edited by hand or by a tool: they are read as a whole. */
const WHOLE_BYTES = 256 * 1024 * 1024;

const EDITED =
  "; if it was changed on purpose, remove its line of checksums and set its format to 1; it is then read without a check";

export type ReportProgress = (doneBytes: number, totalBytes: number) => void;

interface CheckpointListener {
  readonly progress?: ReportProgress | undefined;
  readonly report?: ((message: string) => void) | undefined;
}

/** Writing was cancelled by abort(). The old file is still in place. */
export class CheckpointAborted extends Error {
  override name = "CheckpointAborted";
}

/**
 * The adapter of lowdb for the JSON file. The file has one document per line and is read and written in chunks, since a
 * large shop does not fit into one string. The path leads to the old file or the complete new one, also after a power loss.
 * Checksums protect every byte.
 */
export class CheckpointFile implements Adapter<CheckpointContent> {
  /** Size of the file when it was last read or written. */
  bytes = 0;
  /** Whether the last write reached the renaming of the new file. */
  renamed = false;
  /** Called before a new file replaces the old one; throws if it must not. */
  mayReplace: () => Promise<void> = async () => {};
  private isAborted = false;

  constructor(
    private readonly files: FileSystem,
    private readonly path: string,
    private readonly collections: Collections,
    private readonly told: CheckpointListener = {},
  ) {}

  get temporary(): string {
    return `${this.path}.tmp`;
  }

  /** Null if there is no file. Throws StorageDamagedError. */
  async read(): Promise<CheckpointContent | null> {
    const file = await this.files.open(this.path, "r").catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return null;
      throw error;
    });
    if (!file) return null;
    try {
      this.bytes = await file.size();
      return this.requireKnown(await this.parse(file));
    } catch (error) {
      if (error instanceof UnknownFormatError) {
        throw new Error(`${this.path} cannot be read: ${error.message}`, { cause: error });
      }
      throw error;
    } finally {
      await file.close();
    }
  }

  /** A failed write leaves no files. */
  async write(content: CheckpointContent): Promise<void> {
    this.renamed = false;
    let bytes: number;
    try {
      bytes = await this.writeAside(content);
      await this.mayReplace();
      await this.files.rename(this.temporary, this.path);
    } catch (error) {
      await this.files.remove(this.temporary).catch(() => {});
      throw error;
    }
    this.renamed = true;
    this.bytes = bytes;
    await this.files.syncFolder(dirname(this.path));
  }

  /** Cancels the current write and all later ones. */
  abort(): void {
    this.isAborted = true;
  }

  /** Allows writes again. */
  allow(): void {
    this.isAborted = false;
  }

  private async writeAside(content: CheckpointContent): Promise<number> {
    const file = await this.files.open(this.temporary, "w");
    const checksums = new Checksums();
    let bytes = 0;
    const write = async (text: string) => {
      if (this.isAborted) throw new CheckpointAborted("the checkpoint was abandoned");
      const buffer = Buffer.from(text);
      checksums.add(buffer);
      bytes += buffer.length;
      // Writing runs in the thread pool, which yields to the event loop between chunks.
      await file.write(buffer);
    };
    try {
      for (const text of textOfContent(content)) await write(text);
      await write(textOfChecksums(checksums.list()));
      await file.sync();
    } finally {
      await file.close();
    }
    return bytes;
  }

  private async parse(file: OpenFile): Promise<CheckpointContent> {
    const parser = new ContentParser();
    const checksums = new Checksums();
    let isChecked = false;
    let [offset, start] = [0, 0];
    try {
      for await (const bytes of this.lines(file)) {
        let summed = 0;
        // Decoding each line separately takes a tenth longer.
        const lines = bytes.toString("utf8").split("\n");
        if (lines.at(-1) === "") lines.pop();
        for (let at = 0; at < lines.length; at += 1) {
          const line = lines[at] as string;
          try {
            if (isChecksumLine(line)) {
              const position = startOfLine(bytes, at);
              checksums.add(bytes.subarray(summed, position));
              summed = position;
              await this.compare(file, start + position, checksums.list(), line);
              isChecked = true;
            }
            parser.line(line);
          } catch (error) {
            offset = start + startOfLine(bytes, at);
            throw error;
          }
        }
        checksums.add(bytes.subarray(summed));
        start += bytes.length;
      }
      offset = start;
      const content = parser.end();
      if (content.format === 1) this.tellOfNoChecksums();
      else if (!isChecked) throw new SyntaxError(`its checksums are missing${EDITED}`);
      return content;
    } catch (error) {
      if (error instanceof StorageDamagedError || error instanceof UnknownFormatError) throw error;
      const content = this.bytes <= WHOLE_BYTES ? parseContent(await file.read(0, this.bytes)) : undefined;
      if (content) return this.otherLayout(content, offset);
      throw new StorageDamagedError(this.path, offset, messageOf(error));
    }
  }

  /** Accepts a file that a tool has reformatted without changing its content. */
  private otherLayout(content: CheckpointContent, offset: number): CheckpointContent {
    const checksums = new Checksums();
    if (content.format === 1 && content.checksums === undefined) {
      this.tellOfNoChecksums();
      return content;
    }
    for (const text of textOfContent(content)) checksums.add(Buffer.from(text));
    if (checksums.list().join() !== content.checksums?.join()) {
      throw new StorageDamagedError(this.path, offset, `it was changed after it was written${EDITED}`);
    }
    this.told.report?.(`${this.path} was reformatted; its content is unchanged`);
    return content;
  }

  private tellOfNoChecksums(): void {
    this.told.report?.(
      `${this.path} has no checksums, because an earlier version wrote it: it is read without a check`,
    );
  }

  /** Compares the end of the file, from the line of checksums on, with the computed checksums. */
  private async compare(
    file: OpenFile,
    offset: number,
    found: readonly string[],
    line: string,
  ): Promise<void> {
    const rest = await file.read(offset, this.bytes - offset);
    if (rest.equals(Buffer.from(textOfChecksums(found)))) return;
    const written = (parseLine(line)?.checksums ?? []) as readonly unknown[];
    const chunk = found.findIndex((one, at) => one !== written[at]);
    const what = chunk < 0 ? "the checksums are" : `the ${CHUNK_BYTES} bytes from here on are`;
    throw new StorageDamagedError(
      this.path,
      chunk < 0 ? offset : chunk * CHUNK_BYTES,
      `${what} different from what was written${EDITED}`,
    );
  }

  /** The file in chunks of whole lines. Yields before each chunk, which overwrites the one before. */
  private async *lines(file: OpenFile): AsyncGenerator<Buffer> {
    let buffer = Buffer.allocUnsafe(READ_BYTES);
    let position = 0;
    for (;;) {
      const chunk = await file.read(position, buffer.length, buffer);
      const isLast = chunk.length < buffer.length;
      // The unfinished line at the end is read again with the next chunk.
      const end = isLast ? chunk.length : chunk.lastIndexOf(LINE_BREAK) + 1;
      if (end > 0) yield chunk.subarray(0, end);
      else if (!isLast) buffer = Buffer.allocUnsafe(2 * buffer.length);
      position += end;
      this.told.progress?.(position, this.bytes);
      if (isLast) return;
    }
  }

  private requireKnown(content: CheckpointContent): CheckpointContent {
    requireKnownFormat(content.format);
    const unknown = Object.keys(content.collections).find((name) => !Object.hasOwn(this.collections, name));
    if (unknown !== undefined) {
      const release = isNewer(content.release) ? content.release : undefined;
      throw new StorageNewerError(
        this.path,
        release,
        `it has a collection "${unknown}", which this version does not know`,
      );
    }
    return content;
  }
}

/** The position of a line, counted from 0. */
function startOfLine(bytes: Buffer, line: number): number {
  let start = 0;
  for (let count = 0; count < line; count += 1) start = bytes.indexOf(LINE_BREAK, start) + 1;
  return start;
}

function parseLine(line: string): Partial<CheckpointContent> | undefined {
  try {
    return JSON.parse(`{${line}}`) as Partial<CheckpointContent>;
  } catch {
    return undefined;
  }
}
