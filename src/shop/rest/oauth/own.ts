/** What the routes and the test control need of a shop, besides its storage. */
import type { OAuthAccess } from "./access.js";

export interface OAuthOwn {
  readonly access: OAuthAccess;
}

/** @param own of a `ServedShop` */
export function oauthOf(own: unknown): OAuthOwn {
  const { oauth } = own as { readonly oauth?: OAuthOwn };
  if (!oauth) throw new Error("the shop has REST resources");
  return oauth;
}
