/** Writes responses of REST resources, in XML or JSON (customers 4). */
import type { ServerResponse } from "node:http";
import { wire } from "../../values/text.js";
import type { RestAnswer, RestFormat } from "./answer.js";
import { errorDocument } from "./error-document.js";
import { defaultType, type MediaType } from "./negotiation.js";
import type { Headers, RestError } from "./rest-error.js";

/** Alternating names and values: node writes this form without further checks. */
const commonHeaders: readonly HeaderPart[] = [
  ...["Cache-Control", "no-store"],
  ...["Vary", "Accept, Authorization"],
  ...["X-Content-Type-Options", "nosniff"],
];

type HeaderPart = string | number | string[];

export function formatOf(type: MediaType): RestFormat {
  return type === "application/json" ? "json" : "xml";
}

export function sendRestError(
  response: ServerResponse,
  { status, problems, headers }: RestError,
  type: MediaType,
): void {
  const form = status === 406 ? defaultType : type;
  const body = wire(errorDocument(status, problems, formatOf(form)));
  send(response, { status, headers, body }, form);
}

export function send(
  response: ServerResponse,
  { status = 200, headers, body }: RestAnswer & { status?: number },
  type: MediaType,
): void {
  if (body === undefined) {
    const length = status === 204 ? [] : ["Content-Length", 0];
    response.writeHead(status, [...commonHeaders, ...partsOf(headers), ...length]);
    response.end();
    return;
  }
  const describing = ["Content-Type", contentTypes[type], "Content-Length", body.length];
  response.writeHead(status, [...describing, ...commonHeaders, ...partsOf(headers)]);
  response.end(body, "latin1");
}

const contentTypes: Readonly<Record<MediaType, string>> = {
  "application/xml": "application/xml; charset=utf-8",
  "text/xml": "text/xml; charset=utf-8",
  "application/json": "application/json; charset=utf-8",
};

function partsOf(headers: Headers | undefined): HeaderPart[] {
  return headers === undefined ? [] : Object.entries(headers).flat();
}
