/** Answers that do not go through Express. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import type { ForcedHttpAnswer } from "../calls/fault-injection.js";
import type { RowSink } from "../calls/row-stream.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { type Wire, WireParts, wire } from "../values/text.js";

/** Names and values in turn, the form that node takes over without a look. */
const commonHeaders = [...["Cache-Control", "no-store"], ...["X-Content-Type-Options", "nosniff"]];
const jsonHeaders = ["Content-Type", "application/json; charset=utf-8", ...commonHeaders];
const xmlHeaders = ["Content-Type", "text/xml; charset=UTF-8", ...commonHeaders];

export function sendJson(response: ServerResponse, status: number, text: Wire): void {
  response.writeHead(status, [...jsonHeaders, "Content-Length", String(text.length)]);
  response.end(text, "latin1");
}

/** The head of an answer whose length nobody knows yet. */
export function beginJson(response: ServerResponse, status: number): void {
  response.writeHead(status, jsonHeaders);
}

export function sendXml(response: ServerResponse, status: number, text: Wire | WireParts | Buffer): void {
  response.writeHead(status, [...xmlHeaders, "Content-Length", String(text.length)]);
  if (text instanceof WireParts) void endWithParts(response, text);
  else response.end(text, "latin1");
}

/** A part is handed over when the one before has been taken: so little of a long answer is held twice. */
async function endWithParts(response: ServerResponse, { parts }: WireParts): Promise<void> {
  for (const part of parts) {
    response.write(part, "latin1");
    if (isSliceOver()) await nextSlice();
    if (response.writableNeedDrain) await roomIn(response);
    if (response.destroyed) return;
  }
  response.end();
}

/** Resolves when there is room for more, or nobody to take it. */
export function roomIn(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    // A long list comes here thousands of times: nothing may stay behind.
    const goOn = () => {
      response.off("drain", goOn).off("close", goOn);
      resolve();
    };
    response.on("drain", goOn).on("close", goOn);
  });
}

/** @param isHead nothing but its headers is sent */
export function sendText(response: ServerResponse, type: string, text: string, isHead: boolean): void {
  const headers = ["Content-Type", type, ...commonHeaders, "Content-Length", String(Buffer.byteLength(text))];
  response.writeHead(200, headers);
  response.end(isHead ? undefined : text);
}

/** An answer in parts, bytes among them that many answers share. */
export function sendJsonParts(
  response: ServerResponse,
  status: number,
  parts: readonly (Wire | Buffer)[],
): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(status, [...jsonHeaders, "Content-Length", String(length)]);
  for (const part of parts) response.write(part, "latin1");
  response.end();
}

/** No body and no Content-Type. */
export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status, status === 204 ? commonHeaders : [...commonHeaders, "Content-Length", "0"]);
  response.end();
}

/** What the test control asked for in place of an answer. */
export function sendForced(response: ServerResponse, answer: ForcedHttpAnswer["answer"] | undefined): void {
  if (answer === undefined || answer === "drop") {
    response.destroy();
    return;
  }
  const { status, retryAfterSeconds, body } = answer;
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
  if (body === undefined) return sendEmpty(response, status);
  const page = Buffer.from(proxyPage(status));
  response.writeHead(status, ["Content-Type", "text/html", "Content-Length", String(page.length)]);
  response.end(page);
}

/** As a proxy writes it that stands before a service. */
function proxyPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? "Unknown"}`;
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
}

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
