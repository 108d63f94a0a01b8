/** Requests that reached no operation: reads the problem from the answer. */
import type { Contract } from "../../engine/contract/contract.js";
import type { RecordedError } from "../../engine/contract/faults.js";
import type { WireExchange } from "../../engine/http/exchange.js";
import { nearest } from "../../engine/config/spelling.js";
import { resolveKnownReferences } from "../../engine/xml/references.js";
import { nearestCall } from "./names.js";

/** The error in an answer; undefined if there is none, as for a WSDL, or if the server was overloaded (503). */
export function problemOf({ response, sent }: WireExchange): RecordedError | undefined {
  const status = response.statusCode;
  if (!response.headersSent || status === 503) return undefined;
  const text = Buffer.concat(sent.map(bytesOf)).toString();
  const error = text.startsWith("<") ? errorInXml(text, status) : errorInJson(text, status);
  if (error) return error;
  return status < 400 ? undefined : { code: status, message: sentences[status] ?? `HTTP ${status}` };
}

/** The messages for answers without an error text. */
const sentences: Readonly<Record<number, string>> = {
  400: "The request is unusable.",
  403: "The request was refused.",
  404: "There is nothing at this address.",
  405: "This address does not support this method.",
  413: "The body is too large.",
  415: "The body has a type that this address does not accept.",
};

function bytesOf(part: string | Buffer): Buffer {
  return typeof part === "string" ? Buffer.from(part, "latin1") : part;
}

function errorInJson(text: string, status: number): RecordedError | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const answer = ((Array.isArray(value) ? value[0] : value) ?? {}) as JsonAnswer;
  if (answer.error) return answer.error;
  if (status < 400) return undefined;
  if (typeof answer.code === "number" && answer.message !== undefined) return answer as RecordedError;
  const problems = answer.errors ?? answer.messages?.error ?? [];
  if (problems.length === 0) return undefined;
  const lines = problems.map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  return { code: status, message: lines.join("\n") };
}

interface JsonAnswer extends Partial<RecordedError> {
  readonly error?: RecordedError;
  readonly errors?: readonly FieldError[];
  readonly messages?: { readonly error?: readonly FieldError[] };
}

interface FieldError {
  readonly field?: string;
  readonly message: string;
}

function errorInXml(text: string, status: number): RecordedError | undefined {
  const fault =
    /<faultstring[^>]*>([^<]*)</i.exec(text) ??
    /<name>faultString<\/name>\s*<value>(?:<string>)?([^<]*)</.exec(text);
  if (fault) return { code: status, message: resolveKnownReferences(fault[1] ?? "") };
  if (status < 400) return undefined;
  const [, message] = /<message>([^<]*)</.exec(text) ?? [];
  return message === undefined ? undefined : { code: status, message: resolveKnownReferences(message) };
}

const addresses = [
  ...["/api/jsonrpc", "/api/rest/customers", "/api/rest/session"],
  ...["/api/xmlrpc", "/api/soap", "/api/v2_soap"],
];

/** A sentence with the nearest name or address; "" if there is none. @param path the requested operation or URL */
export function nearestHint(contract: Contract, path: string | undefined): string {
  if (path === undefined) return "";
  const [address = ""] = path.split("?");
  const meant = path.startsWith("/") ? nearest(address, addresses, 4) : nearestCall(contract, path);
  return meant === undefined || meant === address ? "" : ` The nearest is ${meant}.`;
}
