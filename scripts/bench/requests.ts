/** Requests of the benches, and how figures are shown. */
import { post } from "./load.js";
import type { Running } from "./processes.js";

export interface Figure {
  readonly name: string;
  readonly ratio: number;
  readonly wanted: string;
  readonly detail: string;
}

export function infoCall(session: string, id: number, requestId: number) {
  return { jsonrpc: "2.0", id: requestId, method: "call", params: [session, "catalog_product.info", [id]] };
}

export function infoRequest(session: string, id: number): Buffer {
  return post("/api/jsonrpc", infoCall(session, id, 1));
}

export async function login({ port }: Running): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/jsonrpc`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] }),
  });
  return ((await response.json()) as { result: string }).result;
}

export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString("en-US")}/s`;
}
