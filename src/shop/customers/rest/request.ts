/** What a request for the customers resource says: where to, and by whom. */
import type { IncomingMessage } from "node:http";
import type { RestCaller } from "../accounts/customer-authentication.js";
import type { HeaderName, RestOperation } from "../accounts/rest-operations.js";
import { refused } from "./refusal.js";

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

/** A header that the contract describes as a parameter. */
export function headerOf<Id extends RestOperation = RestOperation>(
  { headers }: IncomingMessage,
  name: HeaderName<Id>,
): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value);
}

/** Every positive number means the only version there is. */
export function checkVersion(request: IncomingMessage): void {
  const version = headerOf(request, "Version");
  if (version === undefined || /^[1-9][0-9]*$/.test(version)) return;
  throw refused(400, "The version must be a positive number.");
}
