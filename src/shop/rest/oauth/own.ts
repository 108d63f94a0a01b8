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

/** @param own of a `ServedInstance` */
export function oauthOf(own: unknown): OAuthOwn {
  const { oauth } = own as { readonly oauth?: OAuthOwn };
  if (!oauth) throw new Error("the shop has REST resources");
  return oauth;
}
