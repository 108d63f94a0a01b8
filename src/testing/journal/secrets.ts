/** Replaces passwords, API keys and sessions in requests and answers by stars. */

const names = [
  ...["password", "password_hash", "api_?key", "key_hash", "session(?:_?id)?", "token", "rp_token"],
  ...["authorization", "confirmation"],
].join("|");
const secretName = new RegExp(`^(?:${names})$`, "i");

const stars = "***";

/** Session IDs; SHA-256 hashes have the same form. */
const sessionForm = /\b[0-9a-f]{64}\b/g;

export function hasSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretHeaders = /^(authorization|proxy-authorization|cookie|set-cookie)$/i;

/** The value of a header. Of credentials, only the scheme is shown. */
export function maskedHeader(name: string, value: string): string {
  if (!secretHeaders.test(name)) return value.replace(sessionForm, stars);
  const scheme = /^(Basic|Bearer) /i.exec(value)?.[0] ?? "";
  return scheme + stars;
}

export function maskedPath(path: string): string {
  const [address = "", query] = path.split("?", 2);
  if (query === undefined) return path.replace(sessionForm, stars);
  const shown = query.split("&").map((part) => {
    const [name = "", ...value] = part.split("=");
    return value.length > 0 && hasSecretName(name) ? `${name}=${stars}` : part;
  });
  return `${address}?${shown.join("&")}`.replace(sessionForm, stars);
}

interface BodyPlace {
  readonly path: string;
  /** For the body of an answer: the body of its request. */
  readonly request?: string;
}

/** The body without secrets. In a body that is neither XML nor JSON, secrets are found by patterns. */
export function maskedBody(body: string, place: BodyPlace): string {
  if (/^\s*</.test(body)) return maskedXml(body, place);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return maskedText(body);
  }
  const secrets = new Set(secretsIn(value, place));
  let text = body;
  for (const secret of secrets) {
    const written = JSON.stringify(secret);
    // The body contains escapes that JSON.stringify does not write, so it is serialized again.
    if (!text.includes(written)) return JSON.stringify(withStars(value, secrets));
    text = text.replaceAll(written, `"${stars}"`);
  }
  return text.replace(sessionForm, stars);
}

function withStars(value: unknown, secrets: ReadonlySet<string>): unknown {
  const text = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "string" && secrets.has(member) ? stars : member,
  );
  return JSON.parse(text.replace(sessionForm, stars)) as unknown;
}

function* secretsIn(value: unknown, { path, request }: BodyPlace): Generator<string> {
  yield* namedSecrets(value);
  const requests = Array.isArray(value) ? (value as unknown[]) : [value];
  for (const element of requests) yield* positionalSecrets(element);
  const isLogin = request === undefined ? false : /\/(login|session)s?(\?|$)/.test(path);
  if (isLogin && typeof value === "string") yield value;
}

function* namedSecrets(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "string" && member !== "" && hasSecretName(name)) yield member;
    else yield* namedSecrets(member);
  }
}

/** The secrets in positional parameters of JSON-RPC: the session is the first one, the API key of `login` the second. */
function* positionalSecrets(request: unknown): Generator<string> {
  const { method, params } = (request ?? {}) as { method?: unknown; params?: unknown };
  if (typeof method !== "string" || !Array.isArray(params)) return;
  const [first, second] = params as unknown[];
  const secret = method === "login" ? second : first;
  const isDirect = method.includes(".");
  if (typeof secret !== "string" || secret === "") return;
  // In the direct form, the first parameter is a session or, with HTTP Basic, an argument of the operation.
  if (!isDirect || /^[0-9a-f]{64}$/.test(secret)) yield secret;
}

const text = String.raw`((?:[^<]|<!\[CDATA\[[^]*?\]\]>)*)`;
const element = new RegExp(String.raw`(<((?:[\w.-]+:)?(?:${names}))(?:\s[^>]*)?>)${text}(?=<)`, "gi");
const mapItem = new RegExp(
  String.raw`(<(?:[\w.-]+:)?key[^>]*>(?:${names})</(?:[\w.-]+:)?key>\s*<(?:[\w.-]+:)?value[^>]*>)${text}`,
  "gi",
);
const structMember = new RegExp(
  String.raw`(<name>\s*(?:${names})\s*</name>\s*<value>\s*(?:<\w+>)?)${text}`,
  "gi",
);
const firstParam = new RegExp(String.raw`(<params>\s*<param>\s*<value>\s*(?:<string>)?)${text}`);
const secondParam = new RegExp(
  String.raw`(<params>\s*<param>[^]*?</param>\s*<param>\s*<value>\s*(?:<string>)?)${text}`,
);
const isLogin = /<methodName>\s*login\s*</;

function maskedXml(body: string, { request }: BodyPlace): string {
  const shown = body
    .replace(element, `$1${stars}`)
    .replace(mapItem, `$1${stars}`)
    .replace(structMember, `$1${stars}`)
    .replace(sessionForm, stars);
  if (!body.includes("<methodCall")) {
    return request !== undefined && isLogin.test(request) ? shown.replace(firstParam, `$1${stars}`) : shown;
  }
  return shown.replace(isLogin.test(body) ? secondParam : firstParam, `$1${stars}`);
}

const member = new RegExp(String.raw`("(?:${names})"\s*:\s*)"(?:[^"\\]|\\.)*"?`, "gi");
const firstParams = /("params"\s*:\s*\[\s*)"(?:[^"\\]|\\.)*"?/g;
const loginParams = /("params"\s*:\s*\[\s*"(?:[^"\\]|\\.)*"\s*,\s*)"(?:[^"\\]|\\.)*"?/g;

/** For truncated or invalid JSON. */
function maskedText(body: string): string {
  const shown = body.replace(member, `$1"${stars}"`).replace(sessionForm, stars);
  const keys = /"login"/.test(body) ? shown.replace(loginParams, `$1"${stars}"`) : shown;
  return keys.replace(firstParams, `$1"${stars}"`);
}
