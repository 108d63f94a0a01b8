/** Requests of the benches. */
import { post, postText } from "./load.js";
import type { Running } from "./processes.js";

/** A call of JSON-RPC in the wrapped form. */
export function call(session: string, operation: string, params: readonly unknown[], id = 1) {
  return { jsonrpc: "2.0", id, method: "call", params: [session, operation, params] };
}

export function callRequest(session: string, operation: string, params: readonly unknown[]): Buffer {
  return post("/api/jsonrpc", call(session, operation, params));
}

/** This number of calls in one request, for different products in turn. */
export function batchRequest(session: string, calls: number): Buffer {
  const infos = Array.from({ length: calls }, (_, id) =>
    call(session, "catalog_product.info", [1 + (id % 40)], id),
  );
  return post("/api/jsonrpc", infos);
}

/** `catalog_product.info` of product 1 by XML-RPC. */
export function xmlRpcRequest(session: string): Buffer {
  const value = (text: string) => `<param><value><string>${text}</string></value></param>`;
  const text =
    `<?xml version="1.0"?><methodCall><methodName>call</methodName><params>${value(session)}` +
    `${value("catalog_product.info")}<param><value><array><data><value><int>1</int></value></data></array></value>` +
    `</param></params></methodCall>`;
  return postText("/api/xmlrpc", "text/xml", text);
}

/** The same by SOAP. */
export function soapRequest(version: 1 | 2, session: string): Buffer {
  const [path, operation, parts] =
    version === 1
      ? ["/api/soap", "call", "<resourcePath>catalog_product.info</resourcePath><args>1</args>"]
      : ["/api/v2_soap", "catalogProductInfo", "<productId>1</productId>"];
  const text =
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
    `<m:${operation} xmlns:m="urn:Magento"><sessionId>${session}</sessionId>${parts}</m:${operation}></s:Body></s:Envelope>`;
  return postText(path, "text/xml", text);
}

export async function login({ port }: Running): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/jsonrpc`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] }),
  });
  return ((await response.json()) as { result: string }).result;
}
