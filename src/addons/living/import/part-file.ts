/**
 * The progress of a long job, as lines: answers, rows, and marks from which the job can resume. When the file is opened
 * again, everything after the last mark or answer is incomplete and is cut off.
 */
import { createReadStream, writeSync } from "node:fs";
import { open, rm, stat, type FileHandle } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { StoredAnswer } from "./kept-answers.js";

/** Characters that are buffered before a write. */
const bufferLength = 1024 * 1024;

/** Readable by the owner only, because the rows may be confidential. */
const mode = 0o600;

type PartLine<Row, Mark> =
  | { readonly row: Row }
  | { readonly mark: Mark }
  | { readonly answer: StoredAnswer };

export class PartFile<Row, Mark> {
  private buffered: string[] = [];
  private length = 0;

  private constructor(
    readonly path: string,
    /** Whether the file contains a mark from an earlier run. */
    readonly isResumed: boolean,
    private readonly file: FileHandle,
  ) {}

  /** @param job identifies the job and everything it depends on; the lines of a different job are discarded */
  static async open<Row, Mark>(path: string, job: string): Promise<PartFile<Row, Mark>> {
    const end = await endOfLastMark(path, job);
    const file = await open(path, end === undefined ? "w" : "r+", mode);
    if (end === undefined) {
      const { bytesWritten } = await file.write(`${JSON.stringify({ job })}\n`);
      return new PartFile<Row, Mark>(path, false, await positioned(file, path, bytesWritten));
    }
    await file.truncate(end);
    return new PartFile<Row, Mark>(path, true, await positioned(file, path, end));
  }

  put(row: Row): void {
    this.add({ row });
    if (this.length > bufferLength) this.flush();
  }

  /** Keeps an answer. Only before the first row: rows are complete only with a mark. */
  keep(answer: StoredAnswer): void {
    this.add({ answer });
    this.flush();
  }

  mark(mark: Mark): void {
    this.add({ mark });
    this.flush();
  }

  /** Reads all lines up to the last mark. */
  async *lines(): AsyncGenerator<PartLine<Row, Mark>> {
    for await (const { value } of linesOf(this.path))
      if (value !== undefined && !("job" in value)) yield value as unknown as PartLine<Row, Mark>;
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }

  private add(line: PartLine<Row, Mark>): void {
    const text = `${JSON.stringify(line)}\n`;
    this.buffered.push(text);
    this.length += text.length;
  }

  private flush(): void {
    const bytes = Buffer.from(this.buffered.join(""));
    for (let written = 0; written < bytes.length;) written += writeSync(this.file.fd, bytes, written);
    this.buffered = [];
    this.length = 0;
  }
}

/** Reopens the file for appending. */
async function positioned(file: FileHandle, path: string, end: number): Promise<FileHandle> {
  await file.close();
  const appending = await open(path, "a", mode);
  const { size } = await stat(path);
  if (size !== end)
    throw new Error(`${path} has ${size} bytes instead of ${end}: another process is writing it`);
  return appending;
}

interface FoundLine {
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly end: number;
}

/** Yields lines; `value` is undefined for a line that is not a JSON object. */
async function* linesOf(path: string): AsyncGenerator<FoundLine> {
  let end = 0;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) {
    end += Buffer.byteLength(line) + 1;
    yield { value: parsed(line), end };
  }
}

function parsed(line: string): FoundLine["value"] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as FoundLine["value"]) : undefined;
  } catch {
    return undefined;
  }
}

/** The offset behind the last mark; undefined if the file has no mark of this job. */
async function endOfLastMark(path: string, job: string): Promise<number | undefined> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return undefined;
  let last: number | undefined;
  let isFirst = true;
  for await (const { value, end } of linesOf(path)) {
    if (isFirst && value?.job !== job) return undefined;
    isFirst = false;
    if (value === undefined || end > size) break;
    if ("mark" in value || "answer" in value) last = end;
  }
  return last;
}
