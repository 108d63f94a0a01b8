/** A recorded request as a curl command that sends it again. */
import { escapeText } from "../../engine/log/escape.js";

interface Sent {
  readonly caller: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  } | null;
}

/** Headers that curl makes itself, and those whose secrets the journal does not have. */
const ownHeaders =
  /^(host|content-length|connection|accept-encoding|transfer-encoding|user-agent|authorization)$/i;

/**
 * Secrets are not in the journal: the caller's key, and sessions in the body, are for the reader to fill in.
 * @param server the address of the service, or of the sandbox
 */
export function curlOf({ request, caller }: Sent, server: string): string {
  if (!request) return "# this call did not come by HTTP\n";
  const { method, path, headers, body } = request;
  const parts = [`curl -s${method === "GET" ? "" : ` -X ${method}`} ${quoted(server + path)}`];
  if (Object.keys(headers).some((name) => /^authorization$/i.test(name)))
    parts.push(`-u ${quoted(`${caller || "USER"}:`).slice(0, -1)}'"$STORE_API_KEY"`);
  for (const [name, value] of Object.entries(headers))
    if (!ownHeaders.test(name)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== null && body !== "") parts.push(`--data-raw ${quoted(body)}`);
  return `${parts.join(" \\\n  ")}\n`;
}

/** For a shell. Line breaks stay; nothing else acts on a terminal. */
function quoted(text: string): string {
  const shown = text.split("\n").map(escapeText).join("\n");
  return `'${shown.replaceAll("'", `'\\''`)}'`;
}
