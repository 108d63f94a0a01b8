/** The calls that the forms make, and the same as a command. */
import { controlToken, serviceUrl } from "../place.js";

export interface WebCall {
  readonly method: string;
  /** Below the service. */
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

/** A stream of events goes on for ever; what came until then is shown. */
const patienceMs = 3000;

export async function send({ method, path, headers, body }: WebCall): Promise<WebAnswer> {
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
  const timer = setTimeout(() => void reader.cancel(), patienceMs);
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

export function curlOf({ method, path, headers, body }: WebCall): string {
  const parts = [`curl -s${method === "GET" ? "" : ` -X ${method}`} ${quoted(serviceUrl + path)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(body)}`);
  return parts.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What the test control wants to see. */
export function controlHeaders(): Record<string, string> {
  const token = controlToken();
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

export function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
