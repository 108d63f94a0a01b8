/** Signs replayed REST requests by OAuth 1.0a: the signature in a recording is masked, and counts for its address and once. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  formParameters,
  percentEncoded,
  signatureMethods,
  type Parameter,
} from "../../../engine/access/oauth/signature.js";
import { isObject } from "../../../engine/values/coercion.js";

/** A consumer and an access token of it, with their secrets. */
export type OAuthPair = Readonly<Record<(typeof pairMembers)[number], string>>;

/** Who signs. */
export type OAuthPairs = Partial<Readonly<Record<"admin" | "customer", OAuthPair>>>;

const pairMembers = ["consumer_key", "consumer_secret", "token", "token_secret"] as const;

/** Reads `{"admin": {"consumer_key": …}, "customer": {…}}`. Throws an `Error` that names what is wrong. */
export function readOAuthPairs(path: string): OAuthPairs {
  const given: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isObject(given)) throw new Error("must be an object with admin, customer or both");
  const pairs: Record<string, OAuthPair> = {};
  for (const [who, pair] of Object.entries(given)) {
    if (who !== "admin" && who !== "customer")
      throw new Error(`has no place for ${who}: only admin and customer`);
    for (const name of pairMembers)
      if (!isObject(pair) || typeof pair[name] !== "string" || pair[name] === "")
        throw new Error(`${who}.${name} must be a text`);
    pairs[who] = pair as OAuthPair;
  }
  return pairs;
}

interface SignedRequest {
  readonly method: string;
  /** The whole address, with the query. */
  readonly url: string;
  /** Fields of a form, which are signed as well. */
  readonly form?: string | undefined;
}

/** The value of the header `Authorization`. */
export function oauthHeader(pair: OAuthPair, { method, url, form = "" }: SignedRequest): string {
  const own: Parameter[] = [
    ["oauth_consumer_key", pair.consumer_key],
    ["oauth_nonce", randomBytes(16).toString("hex")],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
    ["oauth_token", pair.token],
    ["oauth_version", "1.0"],
  ];
  const query = url.split("?")[1] ?? "";
  const parameters = [...own, ...(formParameters(query) ?? []), ...(formParameters(form) ?? [])];
  const secrets = { consumer: pair.consumer_secret, token: pair.token_secret };
  const signature = signatureMethods["HMAC-SHA1"]({ method, address: url, parameters }, secrets);
  const fields = [...own, ["oauth_signature", signature] as const];
  return `OAuth ${fields.map(([name, value]) => `${name}="${percentEncoded(value)}"`).join(", ")}`;
}
