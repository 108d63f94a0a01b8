/** Masks secrets in recordings with stars. */
import { ExchangeSecrets, type MaskedExchange } from "../../../testing/secrets/exchange-secrets.js";
import { secretKind } from "../../../testing/secrets/names.js";
import { BinaryText } from "../doors/binary-text.js";
import { parseJsonDocument } from "../doors/json-document.js";
import { sessionMark, stars } from "./exchange-line.js";

/** Also masks what the user names: members by name, or places by their path in a line (`args.0.email`, `result.*.email`). */
export class Masking {
  private readonly names = new Set<string>();
  private readonly paths: readonly (readonly string[])[];

  constructor(redacted: readonly string[] = []) {
    this.paths = redacted.filter((one) => one.includes(".")).map((one) => one.split("."));
    for (const one of redacted) if (!one.includes(".")) this.names.add(one.toLowerCase());
  }

  private isSecret(name: string): boolean {
    return secretKind(name) !== undefined || this.names.has(name.toLowerCase());
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

  /** Masks the secrets of an exchange in its texts. */
  secretsOf(exchange: MaskedExchange): ExchangeMask {
    return new ExchangeSecrets(exchange, {
      sessionMark,
      sessionForm,
      isPrivateName: (name) => this.names.has(name.toLowerCase()),
    });
  }

  /** A body of JSON without the places that the user names. */
  redacted(body: string): string {
    if (this.paths.length === 0) return body;
    try {
      return JSON.stringify(this.value(parseJsonDocument(body), "args"));
    } catch {
      return body;
    }
  }
}

export type ExchangeMask = Pick<ExchangeSecrets, "body" | "path" | "value">;

/** Sessions of the living system and of our server; hashes look the same. */
const sessionForm = /\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g;

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
