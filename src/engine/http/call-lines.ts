/** The log lines of the calls of one request, which wait for the status of its response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LogLine } from "../calls/observer.js";
import { requestFacts } from "./request.js";

export class CallLines {
  private readonly facts: object;
  private waiting: { readonly line: LogLine; readonly write: (line: LogLine) => void }[] = [];

  /** Created while the connection is open: a closed one has no address any more. */
  constructor(
    request: IncomingMessage,
    private readonly response: ServerResponse,
    trustedProxies: readonly string[],
  ) {
    this.facts = requestFacts(request, trustedProxies);
    response.once("close", () => this.write());
  }

  add(line: LogLine, write: (line: LogLine) => void): void {
    this.waiting.push({ line: Object.assign(line, this.facts), write });
    if (this.response.writableEnded || this.response.closed) this.write();
  }

  /** Writes the waiting lines with the status. */
  write(): void {
    const { waiting, response } = this;
    this.waiting = [];
    const isAnswered = response.headersSent || !response.destroyed;
    const status = isAnswered ? response.statusCode : undefined;
    for (const { line, write } of waiting) {
      line.status = status;
      write(line);
    }
  }
}
