/** Writes a recorded request as a curl command. */
import { escapeText } from "../../engine/log/escape.js";
import { shellQuote } from "../../engine/values/shell.js";

interface SentCall {
  readonly caller: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  } | null;
}

/** Headers that curl sets itself, and `Authorization`, whose secret the journal does not contain. */
const ownHeaders =
  /^(host|content-length|connection|accept-encoding|transfer-encoding|user-agent|authorization)$/i;

/**
 * The journal contains no secrets: the reader adds the API key of the caller and the sessions in the body.
 * @param server the URL of the service or the sandbox, without a slash at the end
 */
export function curlOf({ request, caller }: SentCall, server: string): string {
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

/** Quotes a text for a shell, and escapes characters that control a terminal, except line breaks. */
function quoted(text: string): string {
  return shellQuote(text.split("\n").map(escapeText).join("\n"));
}
