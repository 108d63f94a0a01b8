/** Sends responses that do not go through Express. */
import type { ServerResponse } from "node:http";
import type { RowSink } from "../calls/row-stream.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { type Wire, WireParts, wire } from "../values/text.js";

/** Names and values in turn, which Node does not copy. */
const commonHeaders = [...["Cache-Control", "no-store"], ...["X-Content-Type-Options", "nosniff"]];
const jsonHeaders = ["Content-Type", "application/json; charset=utf-8", ...commonHeaders];
const xmlHeaders = ["Content-Type", "text/xml; charset=UTF-8", ...commonHeaders];

type Body = Wire | WireParts | Buffer;

export function sendJson(response: ServerResponse, status: number, body: Body): void {
  sendBody(response, status, jsonHeaders, body);
}

export function sendXml(response: ServerResponse, status: number, body: Body): void {
  sendBody(response, status, xmlHeaders, body);
}

function sendBody(response: ServerResponse, status: number, headers: readonly string[], body: Body): void {
  response.writeHead(status, [...headers, "Content-Length", String(body.length)]);
  if (body instanceof WireParts) void endWithParts(response, body);
  else response.end(body, "latin1");
}

/** Bytes of the header with our own text. */
const maxDetailBytes = 256;

/**
 * Sends our own text of a fault, percent-encoded, if its message is the text of a shop. A long text is cut between two
 * characters.
 */
export function setFaultDetail(response: ServerResponse, ownText: string | undefined): void {
  if (ownText === undefined) return;
  let detail = "";
  for (const character of ownText.toWellFormed()) {
    const encoded = encodeURIComponent(character);
    if (detail.length + encoded.length > maxDetailBytes) break;
    detail += encoded;
  }
  response.setHeader("X-Fault-Detail", detail);
}

/** How streamed rows are written. */
export interface RowsForm {
  readonly headers: string[];
  /** The text before the first row. */
  readonly before: (count: () => Promise<number>) => Wire | Promise<Wire>;
  /** The text of some rows. */
  readonly text: (rows: readonly unknown[]) => Wire;
  /** The text between two rows. */
  readonly separator: "," | "";
}

export function jsonRows(before: Wire): RowsForm {
  return {
    headers: jsonHeaders,
    before: () => before,
    text: (rows) => wire(JSON.stringify(rows)).slice(1, -1) as Wire,
    separator: ",",
  };
}

/** @param before the text before the first row, if there are this many */
export function xmlRows(before: (count: number) => string, row: (value: unknown) => string): RowsForm {
  return {
    headers: xmlHeaders,
    before: async (count) => wire(before(await count())),
    text: (rows) => wire(rows.map(row).join("")),
    separator: "",
  };
}

/** Writes parts with backpressure, so that a long response is not buffered as a whole. */
async function endWithParts(response: ServerResponse, { parts }: WireParts): Promise<void> {
  for (const part of parts) {
    response.write(part, "latin1");
    if (isSliceOver()) await nextSlice();
    if (response.writableNeedDrain) await roomIn(response);
    if (response.destroyed) return;
  }
  response.end();
}

/** Resolves on `drain` or `close`. */
export function roomIn(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    // A long list waits thousands of times: no listener may stay.
    const goOn = () => {
      response.off("drain", goOn).off("close", goOn);
      resolve();
    };
    response.on("drain", goOn).on("close", goOn);
  });
}

/** @param isHead sends only the headers */
export function sendText(response: ServerResponse, type: string, text: string, isHead: boolean): void {
  const headers = ["Content-Type", type, ...commonHeaders, "Content-Length", String(Buffer.byteLength(text))];
  response.writeHead(200, headers);
  response.end(isHead ? undefined : text);
}

/** No body and no Content-Type. */
export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status, status === 204 ? commonHeaders : [...commonHeaders, "Content-Length", "0"]);
  response.end();
}

export class StreamedRows implements RowSink {
  hasBegun = false;
  private isEmpty = true;

  constructor(
    private readonly response: ServerResponse,
    private readonly form: RowsForm,
  ) {}

  async begin(count: () => Promise<number>): Promise<void> {
    if (this.hasBegun) throw new Error("the list cannot be read again: a part of it has been sent");
    const before = await this.form.before(count);
    this.hasBegun = true;
    this.response.writeHead(200, this.form.headers);
    this.response.write(before, "latin1");
  }

  async write(rows: readonly unknown[]): Promise<void> {
    const { response, form } = this;
    if (rows.length > 0) {
      const text = form.text(rows);
      response.write(this.isEmpty ? text : `${form.separator}${text}`, "latin1");
      this.isEmpty = false;
    }
    await nextSlice();
    if (response.writableNeedDrain) await roomIn(response);
    if (response.destroyed) throw new Error("the caller disconnected");
  }

  end(text: Wire): void {
    this.response.end(text, "latin1");
  }

  /** Breaks off a response that has begun: an error can no longer be reported, so the client sees a truncated response. */
  breakOff(): void {
    this.response.destroy();
  }
}
