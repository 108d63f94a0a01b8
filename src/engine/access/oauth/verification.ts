/** Verifies requests that are signed by OAuth 1.0a (RFC 5849). Knows neither HTTP nor for whom a token acts. */
import type { OAuthConsumerDoc, OAuthTokenDoc } from "./oauth-rows.js";
import { acceptedMs, type Nonces } from "./nonces.js";
import { absent, oauthProblem, rejected } from "./problem.js";
import {
  isSameSecret,
  isSignatureMethod,
  signatureMethods,
  type Parameter,
  type SignatureMethod,
} from "./signature.js";

/** A request as it arrived. */
export interface SignedRequest {
  readonly method: string;
  /** The addresses that the client may have used: any of them counts. */
  readonly addresses: readonly string[];
  /** Of header, query and form, decoded; undefined if they cannot be decoded. */
  readonly parameters: readonly Parameter[] | undefined;
  /** Nobody else can read the connection: HTTPS, or from this machine. */
  readonly isConfidential: boolean;
}

/** Finds consumers and tokens. */
export interface OAuthLookup {
  consumer(key: string): Promise<OAuthConsumerDoc | undefined>;
  token(token: string): Promise<OAuthTokenDoc | undefined>;
}

/** A request whose signature is right. */
export interface VerifiedRequest {
  readonly consumer: OAuthConsumerDoc;
  readonly token: OAuthTokenDoc | undefined;
  /** Reads one of the parameters whose names begin with `oauth_`. Throws `parameter_absent`. */
  readonly parameter: (name: string) => string;
}

export class OAuthVerification {
  constructor(
    private readonly nonces: Nonces,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Throws `OAuthProblem` for the first thing that is wrong. The nonce is remembered last, so that only requests with a right
   * signature take room.
   * @param kind of the token that the request must have; undefined = none
   */
  async verify(
    request: SignedRequest,
    lookup: OAuthLookup,
    kind: OAuthTokenDoc["kind"] | undefined,
  ): Promise<VerifiedRequest> {
    if (!request.parameters) throw oauthProblem("signature_invalid");
    const { protocol, parameters } = split(request.parameters);
    const parameter = (name: string) => protocol.get(name) || fail(name);
    const optional = (name: string) => protocol.get(name) ?? "";
    if (optional("oauth_version") !== "" && optional("oauth_version") !== "1.0")
      throw oauthProblem("version_rejected");
    const [key, methodName, signature] = [
      parameter("oauth_consumer_key"),
      parameter("oauth_signature_method"),
      parameter("oauth_signature"),
    ];
    const method = methodOf(methodName, request);
    const once = method === "PLAINTEXT" ? undefined : this.onceOf(parameter);
    const consumer = await lookup.consumer(key);
    if (!consumer) throw oauthProblem("consumer_key_rejected");
    const token = kind && (await this.tokenOf(lookup, parameter("oauth_token"), consumer, kind));
    const secrets = { consumer: consumer.secret, token: token?.secret ?? "" };
    const { method: verb } = request;
    const isRight = request.addresses
      .map((address) => signatureMethods[method]({ method: verb, address, parameters }, secrets))
      .map((expected) => isSameSecret(signature, expected));
    if (!isRight.includes(true)) throw oauthProblem("signature_invalid");
    if (once) await this.nonces.use({ consumer: consumer.id, token: token?.id ?? "", ...once });
    return { consumer, token, parameter };
  }

  private async tokenOf(
    lookup: OAuthLookup,
    name: string,
    consumer: OAuthConsumerDoc,
    kind: OAuthTokenDoc["kind"],
  ): Promise<OAuthTokenDoc> {
    const token = await lookup.token(name);
    const isGood = token?.kind === kind && token.consumer === consumer.id;
    if (!isGood || (token.expires_ms ?? Infinity) <= this.now()) throw oauthProblem("token_rejected");
    return token;
  }

  private onceOf(parameter: (name: string) => string) {
    const nonce = parameter("oauth_nonce");
    const text = parameter("oauth_timestamp");
    const timestamp = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (!(Math.abs(this.now() - timestamp * 1000) <= acceptedMs)) throw oauthProblem("timestamp_refused");
    return { nonce, timestamp };
  }
}

/**
 * The parameters of OAuth by name, and all that are signed. Those of OAuth may not be sent twice (section 3.1), but some signers
 * repeat in the header what the address has already, and sign it once.
 */
function split(all: readonly Parameter[]) {
  const protocol = new Map<string, string>();
  const parameters = all.filter(([name, value]) => {
    if (!name.startsWith("oauth_")) return true;
    const earlier = protocol.get(name);
    if (earlier !== undefined && earlier !== value)
      throw rejected(name.replaceAll(/[^\w]/g, "").slice(0, 64));
    protocol.set(name, value);
    return earlier === undefined;
  });
  return { protocol, parameters };
}

function methodOf(name: string, { isConfidential }: SignedRequest): SignatureMethod {
  if (!isSignatureMethod(name) || (name === "PLAINTEXT" && !isConfidential))
    throw oauthProblem("signature_method_rejected");
  return name;
}

function fail(name: string): never {
  throw absent(name);
}
