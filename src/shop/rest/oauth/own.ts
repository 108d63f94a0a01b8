/** What the routes and the test control need of a shop, besides its storage. */
import type { Handshake } from "../../../engine/access/oauth/handshake.js";
import type { CustomerAuthentication } from "../customers/customer-authentication.js";
import type { OAuthAccess } from "./access.js";

export interface OAuthOwn {
  readonly access: OAuthAccess;
  readonly handshake: Handshake;
  readonly authentication: Pick<CustomerAuthentication, "enter">;
  readonly trustedProxies: readonly string[];
}

/** @param own of a `ServedInstance` of the shop */
export function oauthOf(own: unknown): OAuthOwn {
  return (own as { readonly oauth: OAuthOwn }).oauth;
}
