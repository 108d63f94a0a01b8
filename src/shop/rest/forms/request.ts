/** What a request for a REST resource says beside its body. */
import type { IncomingMessage } from "node:http";
import type { HeaderName, RestOperation } from "./rest-operations.js";
import { refused } from "./refusal.js";

export function addressOf(url: string): { path: string; search: string } {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return {
    path: path.endsWith("/") ? path.slice(0, -1) : path,
    search: query < 0 ? "" : url.slice(query + 1),
  };
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
