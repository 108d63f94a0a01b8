/**
 * The secrets of one exchange: collected from request and answer first, and then masked wherever they are in it. The
 * journal of the test control and the recorder both show exchanges through this class.
 */
import { isSearched, secretKind, stars } from "./names.js";
import { Occurrences, withMarks, type Span } from "./occurrences.js";
import { formDecoded, formParts } from "./reading.js";
import { looksLikeSession, secretsIn, type SecretPart, type TextRole } from "./search.js";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What is sent in one direction. */
export interface SentMessage {
  readonly headers: HeaderList;
  readonly body?: string | undefined;
  /** Whether the body is only the beginning of what was sent. */
  readonly isCut?: boolean;
}

export interface MaskedExchange {
  readonly path: string;
  readonly request: SentMessage;
  readonly answer?: SentMessage | undefined;
}

interface MaskingOptions {
  /** Replaces sessions; default: stars. */
  readonly sessionMark?: string;
  /** The form of sessions, which are masked even where nothing says that they are some; default: that of our server. */
  readonly sessionForm?: RegExp;
  /** Members that are masked in addition, in their places only. */
  readonly isPrivateName?: (name: string) => boolean;
}

export class ExchangeSecrets {
  private readonly occurrences = new Occurrences();
  private readonly sessionMark: string;
  private readonly sessionForm: RegExp;
  private readonly places: Readonly<Record<"request" | "answer", readonly SecretPart[]>>;

  constructor(
    private readonly exchange: MaskedExchange,
    options: MaskingOptions = {},
  ) {
    this.sessionMark = options.sessionMark ?? stars;
    this.sessionForm = options.sessionForm ?? ownSession;
    const { path, request, answer } = exchange;
    const { isPrivateName } = options;
    const roleOf = ({ headers }: SentMessage): TextRole => ({
      type: headerOf(headers, "content-type"),
      isPrivateName,
    });
    const sent =
      request.body === undefined
        ? []
        : secretsIn(request.body, { ...roleOf(request), isLogin: loginPath.test(path) });
    const opensSession = opensSessionOf(request.body ?? "", path);
    const received =
      answer?.body === undefined ? [] : secretsIn(answer.body, { ...roleOf(answer), opensSession });
    this.places = { request: sent, answer: received };
    for (const secret of [...sent, ...received]) this.collect(secret);
    for (const { name, value } of pathSecrets(path)) this.collectValue(name, value);
    for (const [name, value] of [...request.headers, ...(answer?.headers ?? [])])
      this.collectHeader(name, value);
  }

  /** The body as it was sent, without secrets. */
  body(which: "request" | "answer"): string | undefined {
    const message = this.exchange[which];
    if (message?.body === undefined) return undefined;
    const { body, isCut = false } = message;
    const spans = this.places[which].flatMap(({ part, kind }) =>
      part.places.map((place) => {
        const mark = kind === "session" ? this.sessionMark : stars;
        return { start: place.start, end: place.end, mark: place.isBare === true ? `"${mark}"` : mark };
      }),
    );
    return withMarks(body, [...spans, ...this.occurrences.find(body, isCut), ...this.sessionSpans(body)]);
  }

  /** A text of the exchange, such as the message of a fault, without the collected secrets. */
  text(text: string): string {
    return withMarks(text, [...this.occurrences.find(text), ...this.sessionSpans(text)]);
  }

  /** Masks the collected secrets in all texts of a value, names of members included. */
  value(value: unknown): unknown {
    if (this.occurrences.isEmpty) return value;
    if (typeof value === "string") return withMarks(value, this.occurrences.find(value));
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => this.value(one));
    // Not every member of this name is a method: the value may come from a shop.
    if (typeof (value as { toJSON?: unknown }).toJSON === "function")
      return this.value(JSON.parse(JSON.stringify(value)));
    const members = Object.entries(value).map(
      ([name, member]) => [this.value(name), this.value(member)] as const,
    );
    return Object.fromEntries(members);
  }

  /** An address: without secrets of the query, of `/name/value` in the path, and of the user in front of the host. */
  path(path: string): string {
    const spans = pathSecrets(path).map(({ start, end, name }) => ({ start, end, mark: this.markOf(name) }));
    return withMarks(path, [...spans, ...this.occurrences.find(path), ...this.sessionSpans(path)]);
  }

  /** The value of a header. Of credentials, only the scheme is shown. */
  header(name: string, value: string): string {
    if (isCredentialHeader(name)) return (/^(?:Basic|Bearer|OAuth|Digest) /i.exec(value)?.[0] ?? "") + stars;
    return value.includes("?") || value.includes("/") ? this.path(value) : this.text(value);
  }

  private sessionSpans(text: string): Span[] {
    const mark = this.sessionMark;
    return Array.from(text.matchAll(this.sessionForm), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      mark,
    }));
  }

  private markOf(name: string): string {
    return secretKind(name) === "session" ? this.sessionMark : stars;
  }

  private collect({ part, kind }: SecretPart): void {
    const value = part.value.trim();
    if (kind === "private" || !isSearched(value)) return;
    this.occurrences.add(value, kind === "session" ? this.sessionMark : stars);
  }

  private collectValue(name: string, value: string): void {
    if (secretKind(name) !== "private" && isSearched(value)) this.occurrences.add(value, this.markOf(name));
  }

  private collectHeader(name: string, value: string): void {
    if (/^(?:set-)?cookie$/i.test(name)) {
      for (const pair of value.split(/[;,]/)) this.collectCookie(pair);
    } else if (isCredentialHeader(name))
      for (const secret of credentialsIn(value)) this.collectValue("token", secret);
    else for (const { name: own, value: secret } of pathSecrets(value)) this.collectValue(own, secret);
  }

  /** Attributes of Set-Cookie are not secrets; other values may be sessions. */
  private collectCookie(pair: string): void {
    const sign = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, sign)).trim();
    const value = pair
      .slice(sign + 1)
      .trim()
      .replace(/^"|"$/g, "");
    if (sign < 0 || /^(?:path|domain|expires|max-age|samesite)$/i.test(name)) return;
    if (value.length >= minCookie || secretKind(name) !== undefined)
      this.collectValue("token", formDecoded(value));
  }
}

/** A shorter cookie without the name of a secret is a setting, such as `store=german`. */
const minCookie = 16;

function headerOf(headers: HeaderList, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Whether the value of a header is a secret. */
export function isCredentialHeader(name: string): boolean {
  return /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name) || secretKind(name) !== undefined;
}

/** The secrets of an `Authorization` header or of one with a key. */
function* credentialsIn(value: string): Generator<string> {
  const [, scheme = "", rest = ""] = /^(\w+)\s+(.*)$/s.exec(value.trim()) ?? [undefined, "", value.trim()];
  if (/^(?:oauth|digest)$/i.test(scheme)) {
    for (const [, name = "", quoted = "", bare = ""] of rest.matchAll(
      /([\w-]{1,100})=(?:"([^"]*)"|([^,\s"]+))/g,
    ))
      if (secretKind(name) !== undefined || /^(?:response|cnonce)$/i.test(name))
        yield formDecoded(quoted || bare);
    return;
  }
  yield rest;
  if (!/^basic$/i.test(scheme)) return;
  const { user, key } = basicCredentials(rest);
  if (key !== "") yield key;
  if (isTokenUser(user, key)) yield user;
}

export function basicCredentials(encoded: string): { readonly user: string; readonly key: string } {
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  return colon < 0 ? { user: text, key: "" } : { user: text.slice(0, colon), key: text.slice(colon + 1) };
}

/** Whether the name of HTTP Basic is a token: one without a key, or a long text that is not a name or address of a person. */
export function isTokenUser(user: string, key: string): boolean {
  if (key === "" || key === "x-oauth-basic") return true;
  return (
    looksLikeSession(user) ||
    (user.length >= 20 && /\d/.test(user) && /[A-Za-z]/.test(user) && !/[@\s]/.test(user))
  );
}

interface PathSecret {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const userInfo = /(?<=\/\/)[^/?#@\s]{1,1000}(?=@)/g;

function pathSecrets(path: string): PathSecret[] {
  const found: PathSecret[] = [];
  for (const { 0: value, index } of path.matchAll(userInfo)) {
    const key = value.slice(value.indexOf(":") + 1);
    found.push({ name: "password", value: formDecoded(key), start: index, end: index + value.length });
  }
  const mark = path.search(/[?#]/);
  const address = mark < 0 ? path : path.slice(0, mark);
  let name = "";
  for (const { 0: segment, index } of address.matchAll(/[^/]+/g)) {
    // Magento also takes parameters as `/name/value`.
    if (secretKind(name) !== undefined)
      found.push({ name, value: formDecoded(segment), start: index, end: index + segment.length });
    name = formDecoded(segment);
  }
  if (mark < 0) return found;
  for (const [field, part] of formParts(path.slice(mark + 1).replaceAll(/[?#]/g, "&"), mark + 1).members)
    if (secretKind(field) !== undefined && part.kind === "text")
      for (const { start, end } of part.places) found.push({ name: field, value: part.value, start, end });
  return found;
}

/** SHA-256 hashes have the same form. */
const ownSession = /\b[0-9a-f]{64}\b/g;

const loginPath = /\/(?:login|session)s?(?:[?#]|$)/;

/** Whether the results of an answer are sessions. */
function opensSessionOf(body: string, path: string): "only" | "among" | undefined {
  if (loginPath.test(path)) return "only";
  const method =
    /"method"\s{0,20}:\s{0,20}"(login|startSession)"|<methodName>\s{0,20}(login|startSession)\s{0,20}</.exec(
      body,
    );
  const isSoap = /<(?:[\w.-]{1,50}:)?(?:login|startSession)(?:Request)?(?:Param)?[\s/>]/.test(body);
  const isBatch = /^\s*\[/.test(body.slice(0, 1000)) || /multicall/i.test(body);
  if (!isBatch && (method !== null || isSoap)) return "only";
  return /login|startSession/.test(body) ? "among" : undefined;
}
