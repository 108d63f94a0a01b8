/** Path, query and headers of REST requests. */
import type { IncomingMessage } from "node:http";
import type { HeaderName, RestOperation } from "./rest-operations.js";
import { sentenceAbout } from "./problems.js";
import { refused } from "./refusal.js";

export function splitUrl(url: string): { path: string; search: string } {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return {
    path: path.endsWith("/") ? path.slice(0, -1) : path,
    search: query < 0 ? "" : url.slice(query + 1),
  };
}

/** The value of a header that the contract declares as a parameter. */
export function headerOf<Id extends RestOperation = RestOperation>(
  { headers }: IncomingMessage,
  name: HeaderName<Id>,
): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value);
}

/** Accepts any positive number, because there is only one version. */
export function checkVersion(request: IncomingMessage): void {
  const version = headerOf(request, "Version");
  if (version === undefined || /^[1-9][0-9]*$/.test(version)) return;
  throw refused(400, sentenceAbout("Version", "The version", "must be a positive number", version));
}
