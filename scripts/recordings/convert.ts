/**
 * Converts exchanges that were recorded by hand from a live OpenMage to recordings
 * (test/recordings/README.md): `npx tsx scripts/recordings/convert.ts <folder>`. Only needed for a new folder
 * of such exchanges.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { shopContract } from "../../src/shop/contract.js";
import { Describer } from "../../src/addons/living/record/describe.js";
import type { Captured } from "../../src/addons/living/record/captured.js";
import { sessionMark, type ExchangeLine } from "../../src/addons/living/recording/exchange-line.js";
import { Masking, type ExchangeMask } from "../../src/addons/living/recording/masking.js";
import type { MaskedExchange } from "../../src/testing/secrets/exchange-secrets.js";

const [source = ""] = process.argv.slice(2);
const target = join(import.meta.dirname, "../../test/recordings");

/**
 * Made-up values of the exchanges are not secret, and the answers depend on them, for example a password that
 * is too short.
 */
class NoMasking extends Masking {
  override value(value: unknown): unknown {
    return value;
  }

  override secretsOf({ request, answer }: MaskedExchange): ExchangeMask {
    const bodies = { request: request.body, answer: answer?.body };
    return {
      body: (which) => bodies[which]?.replaceAll(session, sessionMark),
      path: (path) => path,
      value: (value) => value,
    };
  }
}

/** In the form of a session of the live system. */
const session = "0123456789abcdef0123456789abcdef";
const describer = new Describer(shopContract, new NoMasking());

interface JsonExchange {
  readonly scenario: string;
  readonly step: number;
  readonly request: {
    readonly operation?: string;
    readonly args?: unknown;
    readonly args_omitted?: true;
    readonly id?: unknown;
    readonly http_method?: string;
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly who?: string;
  };
  readonly http_status: number;
  readonly content_type?: string;
  readonly response_headers?: Readonly<Record<string, string>>;
  readonly response: unknown;
  readonly response_text?: string;
  readonly fault?: { readonly faultCode: string };
  readonly note?: string;
}

interface XmlExchange {
  readonly door: string;
  readonly name: string;
  readonly request: string;
  readonly head: string;
  readonly response: string;
}

/**
 * Exchanges whose answers cannot be expected elsewhere: the shop behind the XML doors was not that of the
 * fixtures, and steps in between were not recorded. Identified by the numbers at the beginning of their
 * names.
 */
const ofOtherShop: Readonly<Record<string, string>> = {
  xmlrpc: "051 082 101 167 174 202 210 222 237 244 459 670 866 867 869 870 903 950 955",
  soap1: "093 167 244 247 252 254 499 971",
  soap2: "051 058 073 100",
};

const closedByText =
  "the order was closed there by creditmemoData that is a text, which is refused here (sales 10.2)";

/** Exchanges whose request has another meaning on this server. By scenario and step, or by name. */
const otherHere: Readonly<Record<string, string>> = {
  "sales_order_creditmemo/create 41": closedByText,
  "sales_order_creditmemo/create 42": closedByText,
  "491-call-array-plain-items":
    "items without a type are a list here, and were a structure there (doors 3.2)",
};

const body = (text: string) => {
  const bytes = Buffer.from(text, /encoding="ISO-8859-1"/i.test(text.slice(0, 100)) ? "latin1" : "utf8");
  return { bytes, length: bytes.length, isCut: false };
};

function jsonLine(exchange: JsonExchange): ExchangeLine {
  const { request, scenario, http_status: status, fault, note } = exchange;
  const headers = { "content-type": exchange.content_type, ...exchange.response_headers };
  const captured: Captured = {
    startedAt: 0,
    durationMs: 0,
    request: capturedRequest(request),
    answer: {
      status,
      headers,
      body: body(
        exchange.response_text || (exchange.response === null ? "" : JSON.stringify(exchange.response)),
      ),
    },
  };
  const line = withoutTime(describer.line(captured));
  // A separate multiCall requested the number, because JSON-RPC does not send it there.
  const told = line.fault && fault ? { fault: { ...line.fault, code: fault.faultCode } } : {};
  const label = line.session === undefined ? {} : { session: "s-1" };
  // Scenarios with the same prefix used the same shop.
  const [group = "", part = ""] = scenario.split("/");
  const why = otherHere[`${scenario} ${exchange.step}`];
  return {
    ...{ ...line, ...label, ...told, scenario: group, note: note ? `${part}: ${note}` : part },
    ...(why === undefined ? {} : { not_replayable: why }),
  };
}

function capturedRequest(request: JsonExchange["request"]): Captured["request"] {
  const json = { "content-type": "application/json" };
  if (request.operation !== undefined) {
    const params = [session, request.operation, ...(request.args_omitted ? [] : [request.args])];
    const call = { jsonrpc: "2.0", method: "call", params, id: request.id };
    return { method: "POST", path: "/api/jsonrpc", headers: json, body: body(JSON.stringify(call)) };
  }
  if (request.http_method !== undefined) {
    const text = (request.body ?? "").replaceAll("<SESSION>", session);
    return { method: request.http_method, path: "/api/jsonrpc", headers: json, body: body(text) };
  }
  const { method = "GET", path = "/", headers = {} } = request;
  return { method, path, headers, body: body(request.body ?? "") };
}

function xmlLine({ door, name, request, head, response }: XmlExchange): ExchangeLine {
  const [sent = "", answered = ""] = head.split(/\r\n\r\n(?=HTTP\/1\.1 \d)/);
  const [method = "POST", path = ""] = sent.split(" ");
  const own = sessionIn(request);
  const captured: Captured = {
    startedAt: 0,
    durationMs: 0,
    request: {
      method,
      path,
      headers: headersIn(sent),
      body: body(own === undefined ? request : request.replaceAll(own, session)),
    },
    answer: {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(answered)?.[1]),
      headers: { ...headersIn(answered), "content-encoding": undefined },
      body: body(response),
    },
  };
  const line = withoutTime(describer.line(captured));
  const label = labelled(line, captured.request.body.bytes.toString());
  const isOfOtherShop = ofOtherShop[door]?.split(" ").includes(name.split("-")[0] ?? "");
  const why = isOfOtherShop ? "its answer depends on a shop that was not recorded" : otherHere[name];
  const unfit = why === undefined ? {} : { not_replayable: why };
  return { ...line, ...label, scenario: door, note: name, ...unfit };
}

/** The form of the live system: 32 digits. */
function sessionIn(request: string): string | undefined {
  return /\b[0-9a-f]{32}\b/.exec(request)?.[0];
}

function headersIn(head: string): Record<string, string> {
  const lines = head.split("\r\n").slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** The time is not known any more. */
function withoutTime(line: ExchangeLine): ExchangeLine {
  const kept = Object.entries(line).filter(([name]) => name !== "time" && name !== "duration_ms");
  return Object.fromEntries(kept) as unknown as ExchangeLine;
}

/** Only the session of the recording is a session; other values in its place are not. */
function labelled({ session: label, operation }: ExchangeLine, sent: string): Pick<ExchangeLine, "session"> {
  if (label === undefined) return {};
  return { session: sent.includes(session) || operation === "login" ? "s-1" : "s-none" };
}

function convert<Row>(name: string, to: string, line: (row: Row) => ExchangeLine): void {
  const rows = gunzipSync(readFileSync(join(source, name)))
    .toString()
    .trim()
    .split("\n");
  const lines = rows.map((row) => `${JSON.stringify(line(JSON.parse(row) as Row))}\n`);
  writeFileSync(join(target, to), gzipSync(lines.join(""), { level: 9 }));
  process.stdout.write(`${to}: ${lines.length} exchanges\n`);
}

convert("exchanges.jsonl.gz", "openmage-json.jsonl.gz", jsonLine);
convert("doors.jsonl.gz", "openmage-xml.jsonl.gz", xmlLine);
