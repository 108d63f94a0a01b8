/** Which names of members, parameters, headers and cookies stand for secrets. */
import { BoundedCache } from "../../engine/values/bounded-cache.js";

/** What stands in place of a secret. */
export const stars = "***";

/**
 * `session` and `secret` are masked wherever the value is in the exchange. `private` values (`cc_exp_year`) occur
 * elsewhere with another meaning, so they are masked only where they have this name.
 */
export type SecretKind = "session" | "secret" | "private";

const session = /(?:^|_)(?:sessions?(?:_?id)?|s?sid|phpsessid|sess_?id)$/;

const secret = new RegExp(
  [
    "^(?:x_)?(?:password|passwd|passphrase|pass|pwd|secret|token|jwt|authorization|credentials?|confirmation)$",
    "(?:password|passwd|passphrase|secret|token|pwd|pass|credentials?)(?:_(?:hash|confirm|confirmation|repeat|again))?$",
    "(?:^|_)(?:api|access|auth|private|secret|consumer|form|account|service)_?keys?$",
    "^(?:key_hash|protect_code|cvv2?|cvc2?|pan|card_?number|cc_?number(?:_enc)?|cc_?cid(?:_enc)?|cc_?debug_\\w+)$",
  ].join("|"),
);

const oauth = /^x?_?oauth_(?!version$|signature_method$|timestamp$|callback)/;
const inPlace = /^(?:cc_\w+|rp_token_created_at)$/;

/** `apiKey`, `Api-Key`, `ns:apiKey` and `customer[api_key]` → `api_key` */
function plainName(name: string): string {
  const short = name.length > 200 ? name.slice(-200) : name;
  const last = short.replace(/(?:\[\d*\])+$/, "").replace(/\]$/, "");
  const own = last.slice(Math.max(last.lastIndexOf("["), last.lastIndexOf(":"), last.lastIndexOf(".")) + 1);
  return own
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** Kinds by name: texts repeat their names. */
const known = new BoundedCache<string, SecretKind | undefined>(2000);
const maxKnownLength = 64;

export function secretKind(name: string): SecretKind | undefined {
  const found = known.get(name);
  if (found !== undefined || known.has(name)) return found;
  const kind = kindOf(plainName(name));
  if (name.length > maxKnownLength) return kind;
  known.set(name, kind);
  return kind;
}

function kindOf(plain: string): SecretKind | undefined {
  if (session.test(plain)) return "session";
  if (secret.test(plain) || oauth.test(plain)) return "secret";
  return inPlace.test(plain) ? "private" : undefined;
}

/** Words that are not searched elsewhere although they are in the place of a secret: names, and values of other types. */
const ordinary = new RegExp(
  [
    "^(?:true|false|null|none|undefined|\\*+|password|passwd|secret|token|session|session_?id|api_?key|username",
    "|login|call|multicall|startsession|endsession|resources|globalfaults|resourcefaults|[a-z_]+\\.[a-z_]+)$",
  ].join(""),
  "i",
);

/** Shorter values occur everywhere. */
const minSearched = 4;

/** Whether a value is masked wherever it occurs, not only in the place of a secret. */
export function isSearched(value: string): boolean {
  return value.length >= minSearched && !ordinary.test(value);
}
