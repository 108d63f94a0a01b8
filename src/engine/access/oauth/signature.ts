/** Signatures of OAuth 1.0a (RFC 5849, section 3.4). */
import { createHmac, hash, timingSafeEqual } from "node:crypto";

export type Parameter = readonly [name: string, value: string];

/** What a client signs. */
interface SignedContent {
  readonly method: string;
  /** The address that the client used; a query in it is ignored. */
  readonly address: string;
  /** Of header, query and form, decoded. `realm` and `oauth_signature` are omitted here. */
  readonly parameters: readonly Parameter[];
}

interface SigningSecrets {
  readonly consumer: string;
  /** Empty without a token. */
  readonly token: string;
}

/** Percent-encoding of RFC 3986: everything but `A-Z a-z 0-9 - . _ ~` (section 3.6). */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("!", "%21")
    .replaceAll("'", "%27")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replaceAll("*", "%2A");
}

/** The parameters of a query or a form; undefined if it cannot be decoded. */
export function formParameters(text: string): Parameter[] | undefined {
  const found: Parameter[] = [];
  try {
    for (const field of text.split("&")) {
      if (field === "") continue;
      const sign = field.indexOf("=");
      const [name, value] = sign < 0 ? [field, ""] : [field.slice(0, sign), field.slice(sign + 1)];
      found.push([formDecoded(name), formDecoded(value)]);
    }
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return found;
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Section 3.4.1. */
export function signatureBaseString({ method, address, parameters }: SignedContent): string {
  return [method.toUpperCase(), baseAddress(address), normalized(parameters)].map(percentEncoded).join("&");
}

/** Section 3.4.1.2: scheme and host in lower case, without the usual port and without the query. */
function baseAddress(address: string): string {
  const [, scheme = "", host = "", path = ""] = /^(https?):\/\/([^/?#]*)([^?#]*)/i.exec(address) ?? [];
  const protocol = scheme.toLowerCase();
  const usualPort = protocol === "https" ? /:443$/ : /:80$/;
  return `${protocol}://${host.toLowerCase().replace(usualPort, "")}${path || "/"}`;
}

/** Section 3.4.1.3.2: sorted by name, then by value, both encoded. */
function normalized(parameters: readonly Parameter[]): string {
  return parameters
    .filter(([name]) => name !== "oauth_signature" && name !== "realm")
    .map(([name, value]) => [percentEncoded(name), percentEncoded(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Encoded texts are ASCII, so the order of their characters is that of their bytes. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function signingKey({ consumer, token }: SigningSecrets): string {
  return `${percentEncoded(consumer)}&${percentEncoded(token)}`;
}

/** The signature of each method that there is. */
export const signatureMethods = {
  "HMAC-SHA1": (content: SignedContent, secrets: SigningSecrets) =>
    createHmac("sha1", signingKey(secrets)).update(signatureBaseString(content)).digest("base64"),
  /** The secrets themselves: for confidential connections only. */
  PLAINTEXT: (_content: SignedContent, secrets: SigningSecrets) => signingKey(secrets),
} as const;

export type SignatureMethod = keyof typeof signatureMethods;

export function isSignatureMethod(name: string): name is SignatureMethod {
  return Object.hasOwn(signatureMethods, name);
}

/** In constant time, which needs values of equal length, as hashes are. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

const digest = (text: string) => hash("sha256", text, "buffer");
