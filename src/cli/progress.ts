/** Shows the progress of a long command: on a terminal in one line that is overwritten, otherwise a line every 10 s. */

import { escapeText } from "../engine/log/escape.js";

interface Terminal {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** Milliseconds between two updates, and between two lines without a terminal. */
const [interval_ms, lineInterval_ms] = [200, 10_000];

export class Progress {
  private last = 0;
  private length = 0;
  private latest: () => string = () => "";
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly isShown: boolean,
    private readonly terminal: Terminal = process.stderr,
  ) {}

  /** @param text called only when an update is due, or always with `isDue` */
  show(text: () => string, { isDue = false } = {}): void {
    if (!this.isShown) return;
    this.latest = text;
    if (!this.terminal.isTTY) {
      // Also while nothing happens, so that a log shows what a command waits for.
      this.timer ??= setInterval(
        () => this.terminal.write(`${escapeText(this.latest())}\n`),
        lineInterval_ms,
      ).unref();
      return;
    }
    const now = performance.now();
    if (!isDue && now - this.last < interval_ms) return;
    this.last = now;
    const line = escapeText(text());
    this.terminal.write(`\r${line.padEnd(this.length)}`);
    this.length = line.length;
  }

  /** Removes the line, or ends the lines. */
  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.length === 0) return;
    this.terminal.write(`\r${" ".repeat(this.length)}\r`);
    this.length = 0;
  }
}

/** `67.1 MB`, `41 KB` */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `100,000` */
export function countText(count: number): string {
  return count.toLocaleString("en-US");
}
