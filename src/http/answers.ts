/** Answers that do not go through Express. */
import type { ServerResponse } from "node:http";

/** Names and values in turn, the form that node takes over without a look. */
const commonHeaders = [...["Cache-Control", "no-store"], ...["X-Content-Type-Options", "nosniff"]];
const jsonHeaders = ["Content-Type", "application/json; charset=utf-8", ...commonHeaders];

export function sendJson(response: ServerResponse, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, [...jsonHeaders, "Content-Length", String(length)]);
  endWith(response, text, length);
}

/** No body and no Content-Type. */
export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status, status === 204 ? commonHeaders : [...commonHeaders, "Content-Length", "0"]);
  response.end();
}

/**
 * Ends an answer with a text.
 * @param length of the text in bytes of UTF-8
 */
export function endWith(response: ServerResponse, text: string, length: number): void {
  // ASCII leaves in one piece with the head; any other text node writes at half the speed unless it is bytes.
  if (length === text.length) response.end(text, "latin1");
  else response.end(utf8(text, length));
}

/** `Buffer.from` without measuring the text once more. */
function utf8(text: string, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  bytes.write(text);
  return bytes;
}
