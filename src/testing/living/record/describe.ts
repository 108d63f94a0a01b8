/** Converts a captured exchange to a line of the recording. */
import { createHmac, randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Contract } from "../../../engine/contract/contract.js";
import { asksForWsdl } from "../../../engine/doors/door-addresses.js";
import { doorOf, isCallDoor, type CallDoor, type LivingDoor } from "../doors/addresses.js";
import { interpretAnswer } from "../doors/call.js";
import { readJsonRpcAnswer } from "../doors/json-rpc.js";
import type { CallOutcome } from "../doors/outcome.js";
import { outcomeOfEnvelope } from "../doors/soap.js";
import { parseXmlDocument } from "../doors/xml-document.js";
import { outcomeOfMethodResponse } from "../doors/xml-rpc.js";
import { restOutcome } from "../recording/rest-outcome.js";
import { stars, type ExchangeLine, type RecordedRequest } from "../recording/exchange-line.js";
import { Masking } from "../recording/masking.js";
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
  ) {}

  line(captured: Captured): ExchangeLine {
    const { request, answer, startedAt, durationMs } = captured;
    const door = doorOf(request.path) ?? null;
    const read = this.read(door, captured);
    const outcome = this.outcome(door, captured, read);
    const isCall = "args" in read || "session" in read;
    const basic = basicUser(request.headers.authorization);
    const isWhole = isCall && outcome.outcome !== "http";
    return {
      time: new Date(startedAt).toISOString(),
      duration_ms: Math.round(durationMs),
      door,
      operation: read.operation,
      ...this.callPart(read, outcome),
      ...(basic === undefined ? {} : { basic }),
      ...(isCall ? {} : { request: this.requestPart(captured) }),
      ...this.outcomePart(outcome, captured, read),
      ...(answer === undefined ? {} : { status: answer.status }),
      ...(isWhole || !answer || outcome.outcome === "broken" ? {} : this.answerPart(captured, outcome)),
    };
  }

  private read(door: LivingDoor | null, { request }: Captured): ReadCall | UnreadCall {
    const { method, path, headers, body } = request;
    if (door === "rest") return { operation: `${method} ${restAddress(path)}` };
    if (door === null || !isCallDoor(door)) return { operation: null };
    if (method === "GET" && asksForWsdl(path, path.split("?")[0] ?? path)) return { operation: "wsdl" };
    const bytes = wholeBytes(body, headers["content-encoding"]);
    if (!bytes || method !== "POST") return { operation: null };
    try {
      return readCall(door, bytes, charsetOf(headers["content-type"]), this.contract);
    } catch {
      // Not a call: the body is recorded as text.
      return { operation: null };
    }
  }

  private outcome(
    door: LivingDoor | null,
    { answer, reason }: Captured,
    read: ReadCall | UnreadCall,
  ): CallOutcome {
    if (!answer || reason !== undefined) return { outcome: "broken", reason: reason ?? "no answer" };
    const body = wholeBytes(answer.body, answer.headers["content-encoding"]);
    if (!body || door === null) return { outcome: "http", status: answer.status, text: "" };
    if (door === "rest") return restOutcome(answer.status, body, answer.headers["content-type"]);
    const { contract } = this;
    const { status, headers } = answer;
    const known =
      "answerType" in read && read.answerType !== undefined ? { type: read.answerType } : undefined;
    return interpretAnswer({ status, headers: plainHeaders(headers), body }, (bytes, charset) =>
      readAnswer(door, bytes, charset, contract, known?.type),
    );
  }

  private callPart(read: ReadCall | UnreadCall, outcome: CallOutcome): Partial<ExchangeLine> {
    if (!("args" in read || "session" in read)) return {};
    const { operation, args, session } = read;
    if (operation === "login") {
      const [user] = (args ?? []) as unknown[];
      const given = outcome.outcome === "result" ? outcome.value : undefined;
      return {
        args: Array.isArray(args) && args.length > 1 ? [user, stars] : args,
        ...(typeof given === "string" ? { session: this.label(given) } : {}),
      };
    }
    const shown = args === undefined ? {} : { args: this.masking.value(args, "args") };
    return { ...shown, ...(typeof session === "string" ? { session: this.label(session) } : {}) };
  }

  private outcomePart(outcome: CallOutcome, captured: Captured, { operation }: ReadCall | UnreadCall) {
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

  private requestPart({ request }: Captured): RecordedRequest {
    const { method, path, headers, body } = request;
    const bytes = wholeBytes(body, headers["content-encoding"]) ?? body.bytes;
    const text = this.masking.body(bytes.toString(), path);
    const { "content-type": content_type, accept } = headers;
    return {
      method,
      path: this.masking.path(path),
      ...(content_type === undefined ? {} : { content_type }),
      ...(accept === undefined ? {} : { accept }),
      ...(body.length === 0 ? {} : { body: text.slice(0, maxText) }),
      ...(text.length > maxText || body.isCut ? { cut: Math.max(body.length - maxText, 1) } : {}),
    };
  }

  private answerPart({ request, answer }: Captured, outcome: CallOutcome): Partial<ExchangeLine> {
    if (!answer || outcome.outcome !== "http") return {};
    const { "content-type": content_type, location, "content-encoding": encoding } = answer.headers;
    const bytes = wholeBytes(answer.body, encoding) ?? answer.body.bytes;
    const body = this.masking.body(bytes.toString(), request.path, request.body.bytes.toString());
    return {
      answer: {
        ...(content_type === undefined ? {} : { content_type }),
        ...(location === undefined ? {} : { location: this.masking.path(location) }),
        body: body.slice(0, maxText),
      },
    };
  }

  private label(session: string): string {
    return `s-${createHmac("sha256", this.salt).update(session).digest("hex").slice(0, 12)}`;
  }
}

function readAnswer(
  door: CallDoor,
  body: Buffer,
  charset: string | undefined,
  contract: Contract,
  type: string | undefined,
): CallOutcome | undefined {
  if (door === "jsonrpc") return readJsonRpcAnswer(body);
  const root = parseXmlDocument(body, charset);
  if (door === "xmlrpc") return outcomeOfMethodResponse(root);
  return outcomeOfEnvelope(root, contract, type === undefined ? undefined : { answers: { name: "", type } });
}

/** `/api/rest/customers/5/addresses?limit=1` → `/api/rest/customers/{id}/addresses` */
function restAddress(path: string): string {
  return (path.split("?")[0] ?? "").replace(/\/\d+(?=\/|$)/g, "/{id}").replace(/\/+$/, "");
}

function charsetOf(type: string | undefined): string | undefined {
  return /charset=["']?([\w.:-]+)/i.exec(type ?? "")?.[1];
}

function basicUser(authorization: string | undefined): string | undefined {
  const [, credentials] = /^Basic\s+(\S+)/i.exec(authorization ?? "") ?? [];
  return credentials === undefined ? undefined : Buffer.from(credentials, "base64").toString().split(":")[0];
}

function plainHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ""]));
}

/** Limit in bytes for a decompressed body. */
const maxUnpacked = 64 * 1024 * 1024;

/** The decompressed body; undefined if it is incomplete or the compression is unknown. */
function wholeBytes({ bytes, isCut }: CapturedBody, encoding: string | undefined): Buffer | undefined {
  if (isCut) return undefined;
  try {
    switch (encoding?.toLowerCase() ?? "identity") {
      case "identity":
      case "":
        return bytes;
      case "gzip":
      case "x-gzip":
        return gunzipSync(bytes, { maxOutputLength: maxUnpacked });
      case "deflate":
        return inflateSync(bytes, { maxOutputLength: maxUnpacked });
      case "br":
        return brotliDecompressSync(bytes, { maxOutputLength: maxUnpacked });
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
