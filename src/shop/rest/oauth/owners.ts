/** For whom tokens act. */
import type { OAuthOwner } from "../../../engine/access/oauth/oauth-rows.js";
import type { RestCaller } from "../forms/call.js";

export type OwnerKind = "user" | "customer";

export function isOwnedBy(owner: OAuthOwner | null, kind: OwnerKind): owner is OAuthOwner {
  return owner?.kind === kind;
}

export function ownerOfCaller(caller: RestCaller): OAuthOwner {
  return caller.role === "admin"
    ? { kind: "user" satisfies OwnerKind, id: caller.principal.user.id }
    : { kind: "customer" satisfies OwnerKind, id: caller.customer.id };
}
