/** Converts a captured exchange to a line of the recording. */
import { createHmac, randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Contract } from "../../../engine/contract/contract.js";
import { isBuiltinName } from "../../../engine/doors/builtin-calls.js";
import { asksForWsdl } from "../../../engine/http/door-addresses.js";
import { decodeXml } from "../../../engine/xml/charset.js";
import { doorOf, isCallDoor, type LivingDoor } from "../doors/addresses.js";
import { charsetOf, interpretAnswer } from "../doors/call.js";
import { parseJsonDocument } from "../doors/json-document.js";
import type { CallOutcome } from "../doors/outcome.js";
import { parseXmlDocument } from "../doors/xml-document.js";
import { restOutcome } from "../recording/rest-outcome.js";
import {
  stars,
  type ExchangeLine,
  type RecordedAnswer,
  type RecordedRequest,
} from "../recording/exchange-line.js";
import { Masking, type ExchangeMask } from "../recording/masking.js";
import {
  basicCredentials,
  isTokenUser,
  type SentMessage,
} from "../../../testing/secrets/exchange-secrets.js";
import type { Captured, CapturedBody } from "./captured.js";
import { readCall, type ReadCall, type UnreadCall } from "./requests.js";

/** Characters that are kept of a body that could not be read as a call or an answer. */
const maxText = 64 * 1024;

export class Describer {
  /** Random per run, so that a session cannot be recovered from its label. */
  private readonly salt = randomBytes(16);

  constructor(
    private readonly contract: Contract,
    private readonly masking = new Masking(),
    /** OAuth tokens that belong to customers. */
    private readonly customerTokens: readonly string[] = [],
  ) {}

  /** Never throws: what cannot be read is a line that says so. */
  line(captured: Captured): ExchangeLine {
    try {
      return this.described(captured);
    } catch (error) {
      return unreadableLine(captured, error);
    }
  }

  private described(captured: Captured): ExchangeLine {
    const { request, answer, startedAt, durationMs } = captured;
    const door = doorOf(request.path) ?? null;
    const sent = readableBody(request);
    const received = answer && readableBody(answer);
    const secrets = this.masking.secretsOf({
      path: request.path,
      request: sentMessage(request, sent.text),
      answer: answer && sentMessage(answer, received?.text, captured.reason !== undefined),
    });
    const read = this.read(door, captured, sent);
    const outcome = this.outcome(door, captured, read, received);
    const isCall = "args" in read || "session" in read;
    const content = {
      ...this.argumentsPart(read),
      ...(isCall ? {} : { request: this.requestPart(captured, read, sent, secrets) }),
      ...this.outcomePart(outcome, read),
      ...(answer && received ? this.answerPart(door, answer, received, outcome, secrets) : {}),
    };
    return {
      time: new Date(startedAt).toISOString(),
      duration_ms: Math.round(durationMs),
      door,
      operation: this.shownOperation(read, secrets),
      ...this.labels(read, outcome, request.headers.authorization),
      ...(door === "rest" ? { who: this.callerOf(request) } : {}),
      ...(secrets.value(content) as typeof content),
      ...(answer === undefined ? {} : { status: answer.status }),
    };
  }

  private read(door: LivingDoor | null, { request }: Captured, { bytes, text }: ReadableBody): ReadRequest {
    const { method, path, headers, body } = request;
    if (door === "rest") {
      const why =
        body.length === 0 || isResource(bytes, text, headers["content-type"]) ? {} : { unreadable: notCall };
      return { operation: `${method} ${restAddress(path)}`, ...why };
    }
    if (door === null || !isCallDoor(door))
      return { operation: null, unreadable: "its address is not that of a door" };
    if (method === "GET" && asksForWsdl(path, path.split("?")[0] ?? path)) return { operation: "wsdl" };
    if (!bytes || method !== "POST") return { operation: null, unreadable: notCall };
    try {
      return readCall(door, bytes, charsetOf(headers["content-type"]), this.contract);
    } catch {
      return { operation: null, unreadable: notCall };
    }
  }

  private outcome(
    door: LivingDoor | null,
    { answer, reason }: Captured,
    read: ReadRequest,
    received: ReadableBody | undefined,
  ): CallOutcome {
    if (!answer || reason !== undefined) return { outcome: "broken", reason: reason ?? "no answer" };
    const body = received?.bytes;
    if (!body || door === null) return { outcome: "http", status: answer.status, text: "" };
    if (door === "rest") return restOutcome(answer.status, body, answer.headers["content-type"]);
    const { contract } = this;
    const { status, headers } = answer;
    const type = "answerType" in read ? read.answerType : undefined;
    return interpretAnswer({ status, headers: plainHeaders(headers), body }, { door, contract }, type);
  }

  /** Names of operations are not secrets; anything else in their place may be one. */
  private shownOperation({ operation }: ReadRequest, secrets: ExchangeMask): string | null {
    if (operation === null || isBuiltinName(operation) || this.contract.operationNames.has(operation))
      return operation;
    return secrets.path(operation);
  }

  private argumentsPart(read: ReadRequest): Pick<ExchangeLine, "args"> {
    if (!("args" in read || "session" in read) || read.args === undefined) return {};
    const { operation, args } = read;
    if (operation !== "login") return { args: this.masking.value(args, "args") };
    return { args: Array.isArray(args) && args.length > 1 ? [(args as unknown[])[0], stars] : args };
  }

  /** Who asked, without the session. */
  private callerOf({
    path,
    headers: { authorization = "" },
  }: Captured["request"]): NonNullable<ExchangeLine["who"]> {
    const query = path.split("?")[1] ?? "";
    const token = /\boauth_token="?([^",&\s]+)/.exec(`${authorization} ${query}`)?.[1];
    if (token !== undefined)
      return this.customerTokens.includes(decodeURIComponent(token)) ? "customer" : "admin";
    const { user } = basicCredentials(/^Basic\s+(\S+)/i.exec(authorization)?.[1] ?? "");
    if (user?.includes("@")) return "customer";
    return authorization === "" ? "guest" : "admin";
  }

  private labels(
    read: ReadRequest,
    outcome: CallOutcome,
    authorization: string | undefined,
  ): Pick<ExchangeLine, "session" | "basic"> {
    const opened = read.operation === "login" && outcome.outcome === "result" ? outcome.value : undefined;
    const session = "session" in read ? read.session : opened;
    const basic = /^Basic\s+(\S+)/i.exec(authorization ?? "")?.[1];
    const { user, key } = basicCredentials(basic ?? "");
    return {
      ...(typeof session === "string" ? { session: this.label(session) } : {}),
      ...(basic === undefined ? {} : { basic: isTokenUser(user, key) ? this.label(user) : user }),
    };
  }

  private outcomePart(outcome: CallOutcome, { operation }: ReadRequest) {
    switch (outcome.outcome) {
      case "result": {
        const isSession = operation === "login" || operation === "startSession";
        return {
          outcome: "result",
          result: isSession ? stars : this.masking.value(outcome.value, "result"),
        } as const;
      }
      case "fault":
        return { outcome: "fault", fault: outcome.fault } as const;
      case "http":
        return { outcome: "http" } as const;
      case "broken":
        return { outcome: "broken", reason: outcome.reason } as const;
    }
  }

  private requestPart(
    { request }: Captured,
    read: ReadRequest,
    { unreadable }: ReadableBody,
    secrets: ExchangeMask,
  ): RecordedRequest {
    const { method, path, headers, body } = request;
    const { "content-type": content_type, accept } = headers;
    const head = {
      method,
      path: secrets.path(path),
      ...(content_type === undefined ? {} : { content_type }),
      ...(accept === undefined ? {} : { accept }),
    };
    const why = unreadable ?? ("unreadable" in read ? read.unreadable : undefined);
    if (body.length === 0) return head;
    // A body that is not a call may contain anything.
    if (why !== undefined) return { ...head, unreadable: why };
    const text = this.masking.redacted(secrets.body("request") ?? "");
    const cut = text.length > maxText ? { cut: text.length - maxText } : {};
    return { ...head, body: text.slice(0, maxText), ...cut };
  }

  /** By REST headers that an outcome does not contain; the body if it is neither a result nor a fault. */
  private answerPart(
    door: LivingDoor | null,
    { headers }: NonNullable<Captured["answer"]>,
    { unreadable }: ReadableBody,
    outcome: CallOutcome,
    secrets: ExchangeMask,
  ): Pick<ExchangeLine, "answer"> {
    const { "content-type": content_type, location, "x-total-count": total_count } = headers;
    const isRest = door === "rest";
    const isHttp = outcome.outcome === "http";
    const why = unreadable ?? (door === null ? "its address is not that of a door" : undefined);
    const answer: RecordedAnswer = {
      ...(content_type === undefined || !isHttp ? {} : { content_type }),
      ...(location === undefined || !(isHttp || isRest) ? {} : { location: secrets.path(location) }),
      ...(total_count === undefined || !isRest ? {} : { total_count }),
      ...(!isHttp
        ? {}
        : why === undefined
          ? { body: (secrets.body("answer") ?? "").slice(0, maxText) }
          : { unreadable: why }),
    };
    return Object.keys(answer).length === 0 ? {} : { answer };
  }

  private label(session: string): string {
    return `s-${createHmac("sha256", this.salt).update(session).digest("hex").slice(0, 12)}`;
  }
}

/** @param operation null if the body names none */
type ReadRequest = (ReadCall | UnreadCall) & { readonly unreadable?: string };

const notCall = "it is not a call";

/** Nothing of the exchange is written, because its secrets are unknown. */
function unreadableLine(
  { request, answer, startedAt, durationMs, reason }: Captured,
  error: unknown,
): ExchangeLine {
  const why = `the recorder cannot read it (${(error as Error).name})`;
  return {
    time: new Date(startedAt).toISOString(),
    duration_ms: Math.round(durationMs),
    door: doorOf(request.path) ?? null,
    operation: null,
    request: { method: request.method, path: "", unreadable: why },
    ...(answer && reason === undefined
      ? { outcome: "http", answer: { unreadable: why } }
      : { outcome: "broken", reason: reason ?? "no answer" }),
    ...(answer === undefined ? {} : { status: answer.status }),
  };
}

/** A body as bytes and as text. */
interface ReadableBody {
  /** The decompressed body; undefined if it is incomplete or the compression is unknown. */
  readonly bytes: Buffer | undefined;
  /** Undefined if the bytes are not text. An incomplete body has the text of its beginning. */
  readonly text: string | undefined;
  /** Why the body is not written. */
  readonly unreadable?: string;
}

/** Bytes of an incomplete body in which secrets are looked for. */
const longestBeginning = 1024 * 1024;

function readableBody({
  headers,
  body,
}: Captured["request"] | NonNullable<Captured["answer"]>): ReadableBody {
  const bytes = wholeBytes(body, headers["content-encoding"]);
  const charset = charsetOf(headers["content-type"]);
  if (typeof bytes === "string")
    return {
      bytes: undefined,
      unreadable: bytes,
      text: textOf(body.bytes.subarray(0, longestBeginning), charset),
    };
  const text = textOf(bytes, charset);
  return text === undefined ? { bytes, text, unreadable: "it is not text" } : { bytes, text };
}

function textOf(bytes: Buffer, charset: string | undefined): string | undefined {
  const known = /^(?:utf-?8|us-ascii|iso-8859-1|latin1)$/i.test(charset ?? "") ? charset : undefined;
  let text: string;
  try {
    text = decodeXml(bytes, known);
  } catch {
    return undefined;
  }
  return text.includes("\0") ? undefined : text;
}

function sentMessage(
  { headers, body }: Captured["request"] | NonNullable<Captured["answer"]>,
  text: string | undefined,
  isCut = body.isCut,
): SentMessage {
  const list = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { headers: list, body: text, isCut };
}

/** Whether the body of a REST request is JSON or XML. */
function isResource(bytes: Buffer | undefined, text: string | undefined, type = ""): boolean {
  if (!bytes || text === undefined) return false;
  try {
    if (/^\s*</.test(text)) parseXmlDocument(bytes, charsetOf(type));
    else parseJsonDocument(text);
    return true;
  } catch {
    return false;
  }
}

/** `/api/rest/customers/5/addresses?limit=1` → `/api/rest/customers/{id}/addresses` */
function restAddress(path: string): string {
  return (path.split("?")[0] ?? "").replace(/\/\d+(?=\/|$)/g, "/{id}").replace(/\/+$/, "");
}

function plainHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ""]));
}

/** Bytes of a decompressed body. Reading takes 50 times as much memory, so a small body could exhaust it. */
const maxUnpacked = 8 * 1024 * 1024;

/**
 * Values of a body, by the characters that begin them. Reading blocks the proxy, for about 3 seconds with this number; 11,000
 * products in a list have as many.
 */
const maxValues = 300_000;

const [tooLong, tooManyValues] = ["it is too long", "it has too many values"];

/** The decompressed body, or why it is not read. */
function wholeBytes({ bytes, isCut }: CapturedBody, encoding: string | undefined): Buffer | string {
  if (isCut) return tooLong;
  try {
    const whole = decompressed(bytes, encoding?.toLowerCase());
    return valuesIn(whole) > maxValues ? tooManyValues : whole;
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return isTooLong ? tooLong : "its compression is unknown or broken";
  }
}

/** Throws if the compression is unknown or broken, or the body is longer than `maxUnpacked`. */
function decompressed(bytes: Buffer, encoding = "identity"): Buffer {
  const limit = { maxOutputLength: maxUnpacked };
  switch (encoding) {
    case "identity":
    case "":
      return bytes;
    case "gzip":
    case "x-gzip":
      return gunzipSync(bytes, limit);
    case "deflate":
      return inflateSync(bytes, limit);
    case "br":
      return brotliDecompressSync(bytes, limit);
    default:
      throw new Error(encoding);
  }
}

/** How many characters begin or separate values in JSON, or begin a tag, an attribute or a reference in XML. */
function valuesIn(bytes: Buffer): number {
  const separators = bytes.subarray(0, 100).toString("latin1").trimStart().startsWith("<") ? "<=&" : ",[{";
  let count = 0;
  for (const separator of separators)
    for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + 1)) count += 1;
  return count;
}
