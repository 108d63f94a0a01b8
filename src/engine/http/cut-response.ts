/** Sends only the first half of a response, for the test control: valid HTTP with a truncated body. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { CutAnswer } from "../calls/observer.js";

type GivenHeaders = readonly (string | number | string[])[] | OutgoingHttpHeaders;

/** Buffers what is written from now on and sends half of it at the end. */
export function cutResponse(response: ServerResponse, answer: CutAnswer): void {
  const { status, retryAfterSeconds, headers = {} } = answer;
  const send = response.end.bind(response) as (body: Buffer) => ServerResponse;
  const gathered: Buffer[] = [];
  const gather = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === "string") gathered.push(Buffer.from(chunk, encoding as BufferEncoding | undefined));
    else if (chunk instanceof Uint8Array) gathered.push(Buffer.from(chunk));
  };
  const own = {
    writeHead: (_status: number, headers: GivenHeaders = {}) => {
      for (const [name, value] of pairsOf(headers)) response.setHeader(name, value);
      return response;
    },
    write: (chunk: unknown, encoding?: unknown) => {
      gather(chunk, encoding);
      return true;
    },
    end: (chunk?: unknown, encoding?: unknown) => {
      gather(chunk, encoding);
      const whole = Buffer.concat(gathered);
      const half = whole.subarray(0, Math.floor(whole.length / 2));
      for (const name of Object.keys(own)) Reflect.deleteProperty(response, name);
      response.statusCode = status;
      response.setHeader("Content-Length", half.length);
      if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", retryAfterSeconds);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return send(half);
    },
  };
  Object.assign(response, own);
}

function pairsOf(headers: GivenHeaders): [string, string | number | readonly string[]][] {
  if (!Array.isArray(headers)) return Object.entries(headers) as [string, string][];
  const parts = headers as readonly (string | string[])[];
  return parts.flatMap((name, at): [string, string | string[]][] =>
    at % 2 === 0 ? [[name as string, parts[at + 1] as string]] : [],
  );
}
