/**
 * Long texts in JSON, each parsed part by part: one text of 16 MB would hold the event loop for 50 ms. A short text stands
 * in its place while the JSON around it is parsed.
 */
import { randomUUID } from "node:crypto";
import type { PieceReading } from "./json-pieces.js";
import type { LongText } from "./json-scan.js";

/** What stands for a long text begins so. Nobody can know it, so nobody can send it. */
const standIn = randomUUID();

export class LongTexts implements PieceReading {
  /** By what stands for them, until the piece around them is parsed. */
  private readonly parsed = new Map<unknown, string>();
  /** Which of them comes next. */
  private next = 0;

  /** @param pause awaited before each part is parsed */
  constructor(
    private readonly texts: readonly LongText[],
    private readonly decodeBytes: PieceReading["decode"],
    private readonly pause: () => Promise<void>,
  ) {}

  /** To be called for one piece after the other. Rejects with `SyntaxError`. */
  decode(from: number, to: number): string | Promise<string> {
    const text = this.texts[this.next];
    return text && text.from >= from && text.to <= to ? this.replace(from, to) : this.decodeBytes(from, to);
  }

  private async replace(from: number, to: number): Promise<string> {
    const parts: string[] = [];
    let at = from;
    for (let text = this.texts[this.next]; text && text.to <= to; text = this.texts[this.next]) {
      const name = `${standIn}${this.next}`;
      this.next += 1;
      this.parsed.set(name, await this.parseText(text));
      parts.push(await this.decodeBytes(at, text.from), `"${name}"`);
      at = text.to;
    }
    return parts.join("") + (await this.decodeBytes(at, to));
  }

  private async parseText({ from, to, cuts }: LongText): Promise<string> {
    const parts: string[] = [];
    let at = from + 1;
    for (const end of [...cuts, to - 1]) {
      const part = await this.decodeBytes(at, end);
      await this.pause();
      parts.push(JSON.parse(`"${part}"`) as string);
      at = end;
    }
    return parts.join("");
  }

  parse(piece: string): unknown {
    const { parsed } = this;
    if (parsed.size === 0) return JSON.parse(piece);
    const value: unknown = JSON.parse(piece, (_name, member: unknown) => parsed.get(member) ?? member);
    parsed.clear();
    return value;
  }
}
