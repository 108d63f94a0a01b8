import { version } from "./contract.js";

// ---- One exchange over HTTP ---------------------------------------------------------------------------------------

// The platform's types in options: declarations that name them do not compile where neither `DOM` nor `@types/node` declares them.
type PlatformSignal = typeof globalThis extends { AbortSignal: { prototype: infer Type } }
  ? Type
  : { readonly aborted: boolean };
type PlatformUrl = typeof globalThis extends { URL: { prototype: infer Type } }
  ? Type
  : { readonly href: string };
type PlatformFetch = typeof globalThis extends {
  Response: { prototype: infer Answer };
  Request: new (input: never, init?: infer Init) => unknown;
}
  ? (address: string, request: NonNullable<Init>) => Promise<Answer>
  : (address: string, request: object) => Promise<{ readonly status: number }>;

interface ExchangeLimits {
  readonly fetch: PlatformFetch | undefined;
  readonly maxAnswerBytes: number | undefined;
  readonly failed: (
    reason: "invalid_value" | "connection_failed" | "unexpected_answer",
    message: string,
    by: Failing,
  ) => Error;
}

interface Failing {
  readonly status?: number;
  readonly cause?: unknown;
}

interface Exchanged {
  readonly status: number;
  readonly text: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds to wait before the next try, if the service gives them. */
  readonly retryAfter?: number;
}

/** The address without a slash at its end. Throws a TypeError that quotes an invalid address. */
function baseOf(url: string | PlatformUrl): string {
  const given = String(url);
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new TypeError(
      `url is ${JSON.stringify(given)}, which is not an address such as http://127.0.0.1:8080`,
    );
  return new URL(given).href.replace(/[?#].*$/, "").replace(/\/+$/, "");
}

/** Deeper data is refused: it is an object that contains itself. */
const deepest = 100;

/**
 * The parameters as JSON has them. `JSON.stringify` would write NaN as null, which means "left out", and leave out functions
 * or write a `Map` as `{}`: the service would change nothing and return `true`. So such values are refused by their member.
 */
function sendable(
  params: object,
  refuse: (member: string, problem: string) => Error,
  within: string = "",
): object {
  return plain(params, within, 0) as object;

  function plain(value: unknown, member: string, depth: number): unknown {
    switch (typeof value) {
      case "number":
        if (Number.isFinite(value)) return value;
        throw refuse(member, `is ${value}, which is not a number in JSON`);
      case "bigint":
      case "function":
      case "symbol":
        throw refuse(member, `is a ${typeof value}, which JSON does not have`);
      case "object":
        break;
      default:
        return value;
    }
    if (value === null) return null;
    if (depth > deepest)
      throw refuse(`${member.slice(0, 40)}…`, `is nested more than ${deepest} levels deep`);
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw refuse(member, "is an invalid Date");
      return timeText(value);
    }
    if (hasJson(value)) return plain(value.toJSON(), member, depth + 1);
    if (
      value instanceof Map ||
      value instanceof Set ||
      ArrayBuffer.isView(value) ||
      value instanceof ArrayBuffer
    )
      throw refuse(member, `is a ${value.constructor.name}, which JSON does not have`);
    if (Array.isArray(value))
      return value.map((item: unknown, index) => plain(item ?? null, `${member}[${index}]`, depth + 1));
    const entries = Object.entries(value) as [string, unknown][];
    return Object.fromEntries(
      entries.map(([name, inner]) => [
        name,
        plain(inner, member === "" ? name : `${member}.${name}`, depth + 1),
      ]),
    );
  }
}

function hasJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/** A time as the service writes it, in UTC. Midnight is also a day, which is all that some members take. */
function timeText(date: Date): string {
  const text = date.toISOString().replace("T", " ").slice(0, "YYYY-MM-DD HH:MM:SS".length);
  return text.replace(/ 00:00:00$/, "");
}

/** Default maximum size of an answer in bytes: 256 MiB. */
const defaultMaxAnswerBytes = 256 * 2 ** 20;

/** Whether the service, or a proxy in front of it, asks for a later retry. */
const isBusy = (status: number): boolean => status === 429 || status === 503;

/**
 * Sends one request and reads its answer, whatever its status. Redirects are not followed, because they would
 * send the session to another server.
 */
async function exchange(
  address: string,
  request: RequestInit & { signal: AbortSignal },
  limits: ExchangeLimits,
): Promise<Exchanged> {
  const response = await opened(address, request, limits);
  const { status } = response;
  const { maxAnswerBytes = defaultMaxAnswerBytes, failed } = limits;
  const text = await readText(response, maxAnswerBytes).catch((cause: unknown) => {
    if (request.signal.aborted) throw request.signal.reason;
    throw failed("connection_failed", `${address}: the answer broke off`, { cause });
  });
  if (text === undefined) {
    const problem = `${address}: the answer has more than ${maxAnswerBytes} bytes`;
    throw failed("unexpected_answer", problem, { status });
  }
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => (headers[name] = value));
  const wait = headers["retry-after"] ?? "";
  return { status, text, headers, ...(/^\d+$/.test(wait) ? { retryAfter: Number(wait) } : {}) };
}

/** The answer up to its headers. */
async function opened(
  address: string,
  request: RequestInit & { signal: AbortSignal },
  { fetch = globalThis.fetch, failed }: ExchangeLimits,
): Promise<Response> {
  const headers = withUserAgent(request.headers as Record<string, string>);
  for (const [name, value] of Object.entries(headers))
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw failed("invalid_value", `${name} has a character that a header of HTTP cannot have`, {});
  const response = await fetch(address, { ...request, headers, redirect: "manual" }).catch(
    (cause: unknown) => {
      if (request.signal.aborted) throw request.signal.reason;
      throw failed("connection_failed", `${address} gave no answer${reasonOf(cause)}`, { cause });
    },
  );
  const { status, type } = response;
  // Browsers do not show its target.
  if (type !== "opaqueredirect" && !(status >= 300 && status < 400)) return response;
  await response.body?.cancel();
  const target = response.headers.get("Location") ?? "another address";
  const problem = `${address}: HTTP ${status} leads to ${target}, which is not followed`;
  throw failed("unexpected_answer", problem, { status });
}

/** The headers with the name of this client, unless they have one. Browsers have their own, and would ask the service first. */
function withUserAgent(headers: Record<string, string>): Record<string, string> {
  const { versions = {} } = (globalThis as Runtime).process ?? {};
  const runtime = ["bun", "deno", "node"].find((name) => versions[name] !== undefined);
  if (!runtime || Object.keys(headers).some((name) => name.toLowerCase() === "user-agent")) return headers;
  const major = versions[runtime]?.split(".")[0];
  return { "User-Agent": `store-management-api-js/${version} ${runtime}/${major}`, ...headers };
}

interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
}

/**
 * fetch only reports a failure. Its cause has the reason: nobody listens at the address, or the connection
 * was closed.
 */
function reasonOf(failure: unknown): string {
  const { cause, message } = failure as { cause?: { code?: string; message?: string }; message?: string };
  const reason = (cause?.message || cause?.code || message)?.trim();
  return reason ? ` (${reason})` : "";
}

/** The beginning of an unexpected answer, for a message. */
function beginning(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line === "" ? "" : `: ${line.length > 80 ? `${line.slice(0, 80)}…` : line}`;
}

/** The body as text; undefined if it is too long. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done) return text + decoder.decode();
    bytes += (value as Uint8Array).byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

export {
  baseOf,
  beginning,
  exchange,
  isBusy,
  opened,
  sendable,
  type Exchanged,
  type PlatformFetch,
  type PlatformSignal,
  type PlatformUrl,
};
