/** What a request for the customers resource says: where to, and by whom. */
import type { RestCaller } from "../../customer/accounts/customer-authentication.js";

export function addressOf(url: string): { path: string; search: string } {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return {
    path: path.endsWith("/") ? path.slice(0, -1) : path,
    search: query < 0 ? "" : url.slice(query + 1),
  };
}

/** As the log names a caller: no e-mail address of a customer. */
export function callerName(caller: RestCaller): string {
  return caller.role === "admin" ? caller.principal.user.username : `customer ${caller.customer.id}`;
}
