/** Sends the calls of the forms, and shows them as curl commands. */
import { shellQuote } from "../../../../engine/values/shell.js";
import { controlToken, serviceUrl } from "../place.js";

export interface WebCall {
  readonly method: string;
  /** Relative to the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface WebAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly milliseconds: number;
}

/** How long an endless stream of events is read before its beginning is shown. */
const maxStreamMs = 3000;

export async function sendWebCall({ method, path, headers, body }: WebCall): Promise<WebAnswer> {
  const started = performance.now();
  const response = await fetch(serviceUrl + path, {
    method,
    headers,
    credentials: "omit",
    body: body ?? null,
  });
  const type = response.headers.get("Content-Type") ?? "";
  const text = /^(text|application)\//.test(type) ? await textOf(response) : await sizeOf(response, type);
  return { status: response.status, type, text, milliseconds: Math.round(performance.now() - started) };
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const timer = setTimeout(() => void reader.cancel(), maxStreamMs);
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  clearTimeout(timer);
  return text;
}

async function sizeOf(response: Response, type: string): Promise<string> {
  const { size } = await response.blob();
  return size === 0 ? "" : `${size} bytes of ${type}`;
}

export function webCallAsCurl({ method, path, headers, body }: WebCall): string {
  const parts = [`curl -s${method === "GET" ? "" : ` -X ${method}`} ${shellQuote(serviceUrl + path)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${shellQuote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${shellQuote(body)}`);
  return parts.join(" \\\n  ");
}

/** The headers for requests to the test control. */
export function controlHeaders(): Record<string, string> {
  const token = controlToken();
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

export function basicAuthorization(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
