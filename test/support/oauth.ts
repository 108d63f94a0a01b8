/** Signs requests by OAuth 1.0a with the package `oauth-1.0a`, and by hand what no signer would send. */
import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";
import { publishedPairs } from "../../src/shop/rest/oauth/published.js";

export interface Pair {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly token?: string;
  readonly token_secret?: string;
}

const [ofAdmin, ofCustomer] = publishedPairs.map(
  ({ consumerKey, consumerSecret, token, tokenSecret }): Pair => {
    return {
      ...{ consumer_key: consumerKey, consumer_secret: consumerSecret },
      ...{ token, token_secret: tokenSecret },
    };
  },
) as [Pair, Pair];
export { ofAdmin, ofCustomer };

export interface SignedOptions {
  readonly pair?: Pair;
  readonly method?: string;
  /** The whole address that is signed. */
  readonly url: string;
  readonly plain?: boolean;
  /** Fields of a form, or further parameters of OAuth. */
  readonly data?: Record<string, string | string[]>;
  readonly timestamp?: number;
  readonly nonce?: string;
  /** Changes parameters after they were signed; undefined removes one. */
  readonly changes?: Record<string, string | undefined>;
}

export function signed(options: SignedOptions): { readonly Authorization: string } {
  const {
    pair = ofAdmin,
    method = "GET",
    url,
    plain = false,
    data,
    timestamp,
    nonce,
    changes = {},
  } = options;
  const signer = new OAuth({
    consumer: { key: pair.consumer_key, secret: pair.consumer_secret },
    signature_method: plain ? "PLAINTEXT" : "HMAC-SHA1",
    hash_function: (base, key) => (plain ? key : createHmac("sha1", key).update(base).digest("base64")),
  });
  if (timestamp !== undefined) signer.getTimeStamp = () => timestamp;
  if (nonce !== undefined) signer.getNonce = () => nonce;
  const token = pair.token === undefined ? undefined : { key: pair.token, secret: pair.token_secret ?? "" };
  const made = { ...signer.authorize({ url, method, data }, token), ...changes };
  const own = Object.entries(made).filter(
    ([name, value]) => name.startsWith("oauth_") && value !== undefined,
  );
  return signer.toHeader(Object.fromEntries(own) as unknown as OAuth.Authorization);
}

/** What a person does in a browser. @returns the code that the page shows */
export async function allow(page: string, username: string, password: string): Promise<string> {
  const opened = await fetch(page);
  const text = await opened.text();
  const value = (name: string) => new RegExp(`name="${name}" value="(\\w+)"`).exec(text)?.[1] ?? "";
  const hidden = { oauth_token: value("oauth_token"), form_key: value("form_key") };
  const body = new URLSearchParams({ ...hidden, username, password });
  const target = new URL(/action="([^"]*)"/.exec(text)?.[1] ?? "", opened.url);
  const headers = { Cookie: opened.headers.get("Set-Cookie")?.split(";")[0] ?? "" };
  const shown = await fetch(target, { method: "POST", body, headers });
  return /name="oauth_verifier"[^>]* value="(\w+)"/.exec(await shown.text())?.[1] ?? "";
}
