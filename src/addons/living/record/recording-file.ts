/** The file of a recording. A line is appended completely or not at all. */
import { open, type FileHandle } from "node:fs/promises";
import type { ExchangeLine } from "../recording/exchange-line.js";

/** Bytes that wait for the disk; beyond this limit lines are dropped, to bound the memory. */
const maxWaiting = 64 * 1024 * 1024;

export class RecordingFile {
  /** Lines on disk. */
  written = 0;
  lost = 0;
  /** Why lines were lost. */
  problem: string | undefined;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private work: Promise<void> | undefined;

  private constructor(
    private readonly file: FileHandle,
    private size: number,
    /** Bytes of an incomplete line of an earlier recording that were cut off. */
    readonly cut: number,
  ) {}

  /** Opens the file readable by its owner only, because answers of shops may be confidential. */
  static async open(path: string, overwrite: boolean): Promise<RecordingFile> {
    const file = await open(path, overwrite ? "w+" : "a+", 0o600);
    try {
      const stat = await file.stat();
      const { size } = stat;
      if (stat.isFile()) await file.chmod(0o600);
      const whole = await wholeLines(file, size);
      if (whole < size) await file.truncate(whole);
      return new RecordingFile(file, whole, size - whole);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  add(line: ExchangeLine): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    if (this.waitingBytes + bytes.length > maxWaiting) {
      this.lost += 1;
      this.problem ??= "the disk is too slow";
      return;
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.work ??= this.write();
  }

  /** Resolves when all added lines are on disk. */
  async close(): Promise<void> {
    await this.work;
    await this.file.sync().catch(() => {});
    await this.file.close();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const lines = this.waiting;
      this.waiting = [];
      this.waitingBytes = 0;
      await this.append(lines);
    }
    this.work = undefined;
  }

  private async append(lines: readonly Buffer[]): Promise<void> {
    try {
      const bytes = Buffer.concat(lines);
      await this.file.appendFile(bytes);
      this.size += bytes.length;
      this.written += lines.length;
      // Writing to a removed file succeeds, but its lines are lost with it.
      if ((await this.file.stat()).nlink > 0) return;
      this.lost += this.written;
      this.written = 0;
      this.problem ??= "the file was removed";
    } catch (error) {
      this.lost += lines.length;
      this.problem ??= (error as Error).message;
      // A full disk may have taken part of a line.
      await this.file.truncate(this.size).catch(() => {});
    }
  }
}

const chunkBytes = 64 * 1024;

/** The offset behind the last complete line. */
async function wholeLines(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - chunkBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (at >= 0) return from + at + 1;
    end = from;
  }
  return 0;
}
