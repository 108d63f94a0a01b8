/** Masks secrets in recordings with stars. */
import { hasSecretName, maskedBody, maskedPath } from "../../journal/secrets.js";
import { isObject } from "../../../engine/values/coercion.js";
import { BinaryText } from "../doors/binary-text.js";
import { sessionMark, stars } from "./exchange-line.js";

/** Secret members of orders, payments and customers that the journal does not mask. */
const secretNames = /^(protect_code|cc_\w+|rp_token_created_at|session_?id|api_?key)$/i;

/** Also masks what the user names: members by name, or places by their path in a line (`args.0.email`, `result.*.email`). */
export class Masking {
  private readonly names = new Set<string>();
  private readonly paths: readonly (readonly string[])[];

  constructor(redacted: readonly string[] = []) {
    this.paths = redacted.filter((one) => one.includes(".")).map((one) => one.split("."));
    for (const one of redacted) if (!one.includes(".")) this.names.add(one.toLowerCase());
  }

  private isSecret(name: string): boolean {
    return hasSecretName(name) || secretNames.test(name) || this.names.has(name.toLowerCase());
  }

  /** @param place `args` or `result` */
  value(value: unknown, place: string): unknown {
    return this.masked(value, [place]);
  }

  private masked(value: unknown, path: readonly string[]): unknown {
    if (this.paths.some((one) => matches(one, path))) return starsFor(value);
    if (value instanceof BinaryText || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value))
      return value.map((element, index) => this.masked(element, [...path, String(index)]));
    const { key } = value as { key?: unknown };
    const entries = Object.entries(value).map(([name, member]) => {
      // SOAP v2 writes maps as entries of key and value.
      const isSecret =
        this.isSecret(name) || (name === "value" && typeof key === "string" && this.isSecret(key));
      return [name, isSecret ? starsFor(member) : this.masked(member, [...path, name])] as const;
    });
    return Object.fromEntries(entries);
  }

  /** Masks the text of a body. @param request for an answer: the body of the request */
  body(body: string, path: string, request?: string): string {
    const json = request === undefined ? parsed(body) : undefined;
    if (json !== undefined) return JSON.stringify(this.json(json)).replace(session, sessionMark);
    // maskedBody takes the first parameter for a session, but system methods have none.
    const shown = /<methodName>\s*system\.(?!multicall)/.test(body)
      ? body
      : maskedBody(body, request === undefined ? { path } : { path, request });
    const named = [...this.names].reduce((text, name) => withoutMember(text, name), shown);
    return named.replace(session, sessionMark).replace(sessionPlace, `$1${sessionMark}`);
  }

  /** JSON-RPC requests also have secrets by position. */
  private json(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.json(one));
    const masked = this.value(value, "args");
    if (!isObject(masked) || !isObject(value) || !Array.isArray(value.params)) return masked;
    const isLogin = value.method === "login";
    const params = (masked.params as unknown[]).map((one, index) => {
      if (isLogin) return index === 1 ? starsFor(one) : one;
      return index === 0 && typeof one === "string" ? sessionMark : one;
    });
    return { ...masked, params };
  }

  path(path: string): string {
    return maskedPath(path).replace(session, sessionMark);
  }
}

/** A session in a call that the journal's masking has replaced by stars. */
const sessionPlace =
  /(^(?![^]*<methodName>\s*login\s*<)[^]*<methodCall[^]*?<params>\s*<param>\s*<value>\s*(?:<string>)?|<(?:\w+:)?sessionId[^>]*>)\*\*\*/g;

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Sessions of the living system and of our server; hashes look the same. */
const session = /\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g;

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length && pattern.every((part, index) => part === "*" || part === path[index])
  );
}

/** Empty values stay empty, so that a replay can compare whether there is a value. */
function starsFor(value: unknown): unknown {
  if (value === null || value === "" || value === false) return value;
  if (value instanceof BinaryText || typeof value !== "object") return stars;
  if (Array.isArray(value)) return value.map(starsFor);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, starsFor(member)]));
}

/** Masks members of JSON and elements of XML with this name, in a text that may be cut off. */
function withoutMember(text: string, name: string): string {
  const written = name.replace(/[^\w.-]/g, "\\$&");
  const json = new RegExp(String.raw`("${written}"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^\s,}\]"]+)`, "gi");
  const element = new RegExp(String.raw`(<(?:[\w.-]+:)?${written}(?:\s[^>]*)?>)[^<]*`, "gi");
  const struct = new RegExp(String.raw`(<name>\s*${written}\s*</name>\s*<value>\s*(?:<\w+>)?)[^<]*`, "gi");
  return text.replace(json, `$1"${stars}"`).replace(element, `$1${stars}`).replace(struct, `$1${stars}`);
}
