/** The answer to one call, written row by row behind its beginning. */
import type { ServerResponse } from "node:http";
import { wire, type Wire } from "../values/wire.js";
import type { RowSink } from "../calls/row-stream.js";
import { nextSlice } from "../time-slices.js";
import { beginJson, roomIn } from "./responses.js";

export class AnswerRows implements RowSink {
  hasBegun = false;
  private isEmpty = true;

  /** @param beginning up to the first row */
  constructor(
    private readonly response: ServerResponse,
    private readonly beginning: Wire,
  ) {}

  begin(): void {
    if (this.hasBegun) throw new Error("the list cannot be read anew: a part of it has been sent");
    this.hasBegun = true;
    beginJson(this.response, 200);
    this.response.write(this.beginning, "latin1");
  }

  async write(rows: readonly unknown[]): Promise<void> {
    const { response } = this;
    if (rows.length > 0) {
      const text = wire(JSON.stringify(rows)).slice(1, -1);
      response.write(this.isEmpty ? text : `,${text}`, "latin1");
      this.isEmpty = false;
    }
    await nextSlice();
    if (response.writableNeedDrain) await roomIn(response);
    if (response.destroyed) throw new Error("the caller has gone");
  }

  end(text: Wire): void {
    this.response.end(text, "latin1");
  }

  /** What came in between cannot be said any more: the caller sees an answer without an end. */
  breakOff(): void {
    this.response.destroy();
  }
}
