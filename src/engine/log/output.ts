/** Writes lines to a file descriptor in batches, after the calls that log them. */
import { write, writeSync } from "node:fs";
import { escapeJsonLines } from "./escape.js";

/** How long a line may wait for others to be written with it. */
const gatherMs = 25;

/** A reader slower than the log must not fill the memory: beyond this, lines are dropped and counted. */
const maxWaitingBytes = 8 * 1024 * 1024;

const encodeAtCharacters = 16 * 1024;

const retryMs = 20;

/**
 * A pino destination. pino's own, SonicBoom, costs about 10 us per line with a buffer, because it measures the
 * whole buffer at every line; this one costs 0.3 us.
 */
export class BufferedOutput {
  /** The latest lines. */
  private text = "";
  /** The lines before, as bytes: what outlives collections of the young heap is copied by them, but bytes are not. */
  private encoded: Buffer[] = [];
  private encodedBytes = 0;
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The write under way, never rejected. */
  private writing: Promise<void> | undefined;

  constructor(private readonly fd: number) {}

  write(line: string): void {
    if (this.encodedBytes > maxWaitingBytes) {
      this.dropped += 1;
      return;
    }
    this.text += line;
    if (this.text.length > encodeAtCharacters) this.encode();
    this.timer ??= setTimeout(() => void this.flush(), gatherMs).unref();
  }

  /** Resolves when everything logged before is written, or cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.writing) {
      await this.writing;
      return this.flush();
    }
    const bytes = this.take();
    if (bytes.length === 0) return;
    this.writing = this.writeAll(bytes).finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  /** At the end of the process, when nothing can be waited for. */
  flushSync(): void {
    const bytes = this.take();
    if (bytes.length === 0) return;
    try {
      writeSync(this.fd, bytes);
    } catch {
      // There is nobody left to tell.
    }
  }

  private encode(): void {
    const bytes = bytesOf(this.text);
    this.encoded.push(bytes);
    this.encodedBytes += bytes.length;
    this.text = "";
  }

  private take(): Buffer {
    if (this.dropped > 0)
      this.text += `{"level":40,"msg":"${this.dropped} lines of this log were dropped"}\n`;
    this.encode();
    const bytes = Buffer.concat(this.encoded);
    this.encoded = [];
    this.encodedBytes = 0;
    this.dropped = 0;
    return bytes;
  }

  private async writeAll(bytes: Buffer): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const result = await this.attempt(bytes, done);
      if (result === "gone") return;
      if (result === "full") await new Promise((resolve) => setTimeout(resolve, retryMs));
      else done += result;
    }
  }

  /** Bytes written; `full` when the reader of a pipe is behind, `gone` when nobody reads any more. */
  private attempt(bytes: Buffer, from: number): Promise<number | "full" | "gone"> {
    return new Promise((resolve) => {
      write(this.fd, bytes, from, bytes.length - from, null, (error, count) => {
        if (!error) resolve(count);
        else resolve(error.code === "EAGAIN" ? "full" : "gone");
      });
    });
  }
}

/** Characters that act on a terminal are escaped; nearly all texts are ASCII, which has none but DEL left by now. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const isPlain = bytes.length === text.length && !text.includes("\u007f");
  return isPlain ? bytes : Buffer.from(escapeJsonLines(text));
}
