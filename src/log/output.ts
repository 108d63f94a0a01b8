/** Lines to a file descriptor, gathered and written behind the calls that log them. */
import { write, writeSync } from "node:fs";

/** How long a line may wait for others to be written with it. */
const gatherMs = 25;

/** A reader slower than the log must not fill the memory: beyond this, lines are dropped and counted. */
const maxWaitingCharacters = 8 * 1024 * 1024;

const retryMs = 20;

/**
 * A pino destination. pino's own, SonicBoom, costs about 10 us per line with a buffer, because it measures the
 * whole buffer at every line; this one costs 0.3 us.
 */
export class BufferedOutput {
  private waiting = "";
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The write under way, never rejected. */
  private writing: Promise<void> | undefined;

  constructor(private readonly fd: number) {}

  write(line: string): void {
    if (this.waiting.length > maxWaitingCharacters) {
      this.dropped += 1;
      return;
    }
    this.waiting += line;
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
    if (this.waiting === "") return;
    this.writing = this.writeAll(Buffer.from(this.take())).finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  /** At the end of the process, when nothing can be waited for. */
  flushSync(): void {
    if (this.waiting === "") return;
    try {
      writeSync(this.fd, this.take());
    } catch {
      // There is nobody left to tell.
    }
  }

  private take(): string {
    const notice =
      this.dropped === 0 ? "" : `{"level":40,"msg":"${this.dropped} lines of this log were dropped"}\n`;
    const text = this.waiting + notice;
    this.waiting = "";
    this.dropped = 0;
    return text;
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
