/** Verifies signed requests of the shop (customers 6.7), and finds out for whom they act. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authentication, Sender } from "../../../engine/access/authentication.js";
import type { Nonces } from "../../../engine/access/oauth/nonces.js";
import type { OAuthTokenDoc } from "../../../engine/access/oauth/oauth-rows.js";
import { oauthProblem } from "../../../engine/access/oauth/problem.js";
import {
  OAuthVerification,
  type OAuthLookup,
  type VerifiedRequest,
} from "../../../engine/access/oauth/verification.js";
import type { Secrets } from "../../../engine/access/secrets.js";
import { signedRequestOf } from "../../../engine/http/signed-request.js";
import type { Storage } from "../../../engine/storage/storage.js";
import { maySignIn } from "../customers/may-sign-in.js";
import type { RestCaller } from "../forms/call.js";
import { isOwnedBy } from "./owners.js";
import { PublishedPairs } from "./published.js";

interface OAuthAccessParts {
  readonly storage: Storage;
  readonly nonces: Nonces;
  readonly secrets: Secrets;
  readonly authentication: Authentication;
  readonly settings: { readonly production: boolean; readonly trustedProxies: readonly string[] };
  readonly baseUrl: () => string;
}

/** A request, and its body if it is a form. */
interface Signed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly form: string | undefined;
}

export class OAuthAccess {
  readonly published: PublishedPairs;
  private readonly verification: OAuthVerification;

  constructor(private readonly parts: OAuthAccessParts) {
    const { storage, nonces, secrets, settings } = parts;
    this.published = new PublishedPairs({ storage, secrets, production: settings.production });
    this.verification = new OAuthVerification(nonces);
  }

  /** Throws `OAuthProblem`. */
  verify(
    { request, response, form }: Signed,
    address: string,
    kind?: OAuthTokenDoc["kind"],
  ): Promise<VerifiedRequest> {
    const { settings, baseUrl } = this.parts;
    const { trustedProxies } = settings;
    const signed = signedRequestOf(request, response, form, { trustedProxies, baseUrl });
    return this.verification.verify(signed, this.lookupFor(address), kind);
  }

  /** The caller of a request with an access token. Throws `OAuthProblem`. */
  async enter(signed: Signed, sender: Sender): Promise<RestCaller> {
    const { storage, authentication } = this.parts;
    const { token } = await this.verify(signed, sender.address, "access");
    const owner = token?.owner ?? null;
    return storage.read(async (tx): Promise<RestCaller> => {
      if (isOwnedBy(owner, "user")) {
        const user = await tx.get("api_users", owner.id);
        if (user?.is_active && user.roles !== null)
          return { role: "admin", principal: authentication.principalFor(user, sender) };
      }
      if (isOwnedBy(owner, "customer")) {
        const customer = await tx.get("customers", owner.id);
        if (customer && maySignIn(customer)) return { role: "customer", customer };
      }
      throw oauthProblem("token_rejected");
    });
  }

  private lookupFor(address: string): OAuthLookup {
    const { storage } = this.parts;
    const published = this.published.lookupFor(address);
    return {
      consumer: async (key) =>
        (await storage.read((tx) => tx.get("oauth_consumers", key))) ?? published.consumer(key),
      token: async (id) => (await storage.read((tx) => tx.get("oauth_tokens", id))) ?? published.token(id),
    };
  }
}
