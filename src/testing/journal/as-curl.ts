/**
 * Converts a recorded request to a curl command that repeats it as printed. The journal contains no secrets, so they come from
 * variables of the shell: STORE_API_USER and STORE_API_KEY, or SESSION.
 */
import { escapeText } from "../../engine/log/escape.js";
import { shellQuote } from "../../engine/values/shell.js";
import { stars } from "../secrets/names.js";

interface SentCall {
  readonly operation: string | null;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  } | null;
}

/** The headers that the service reads. What clients and browsers add otherwise does not matter. */
const meaningful =
  /^(content-type|accept|soapaction|prefer|idempotency-key|x-sandbox|x-http-method-override|range)$/i;

/** @param server the URL of the service or the sandbox, without a slash at the end */
export function curlOf({ request, operation }: SentCall, server: string): string {
  if (!request) return "# this call did not come by HTTP\n";
  const { method, path, headers, body } = request;
  const variables = secretVariables(operation, headers);
  const parts = [`curl -s${method === "GET" ? "" : ` -X ${method}`} ${quoted(server + path, variables)}`];
  const credentials = credentialsOf(headers);
  if (credentials !== undefined) parts.push(credentials);
  for (const [name, value] of Object.entries(headers))
    if (meaningful.test(name) && value !== "*/*") parts.push(`-H ${quoted(`${name}: ${value}`, variables)}`);
  if (body !== null && body !== "") parts.push(`--data-raw ${quoted(body, variables)}`);
  return `${parts.join(" \\\n  ")}\n`;
}

function authorizationOf(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => /^authorization$/i.test(name))?.[1];
}

function credentialsOf(headers: Readonly<Record<string, string>>): string | undefined {
  const value = authorizationOf(headers);
  if (value === undefined) return undefined;
  return /^bearer /i.test(value)
    ? `-H "Authorization: Bearer $SESSION"`
    : `-u "$STORE_API_USER:$STORE_API_KEY"`;
}

/** The variables for masked texts, in their order; the last one stands for all further ones. */
function secretVariables(operation: string | null, headers: Readonly<Record<string, string>>): string[] {
  if (operation === "login" || operation === "openRestSession") return ["STORE_API_KEY"];
  return authorizationOf(headers) === undefined ? ["SESSION", "SECRET"] : ["SECRET"];
}

/** Quotes a text for a shell, escapes characters that control a terminal, and puts variables in place of masked texts. */
function quoted(text: string, variables: string[]): string {
  const parts = text.split(stars).map((part) => shellQuote(part.split("\n").map(escapeText).join("\n")));
  return parts.reduce((all, part) => {
    const name = variables.length > 1 ? variables.shift() : variables[0];
    return `${all}"$${name}"${part}`;
  });
}
