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

/** What to ask `catalog_product.info`. */
export interface Info {
  readonly product: number;
  readonly store: number;
  readonly attributes: readonly string[];
}

/** `catalog_product.info` by XML-RPC. */
export function infoByXmlRpc(session: string, { product, store, attributes }: Info): Buffer {
  const text = (value: string) => `<value><string>${value}</string></value>`;
  const number = (value: number) => `<value><int>${value}</int></value>`;
  const list = (values: readonly string[]) => `<value><array><data>${values.join("")}</data></array></value>`;
  const args = list([number(product), number(store), list(attributes.map(text))]);
  const params = [text(session), text("catalog_product.info"), args];
  return postText(
    "/api/xmlrpc",
    "text/xml",
    `<?xml version="1.0"?><methodCall><methodName>call</methodName><params>${params
      .map((param) => `<param>${param}</param>`)
      .join("")}</params></methodCall>`,
  );
}

/** The same by SOAP. */
export function infoBySoap(version: 1 | 2, session: string, info: Info): Buffer {
  const [path, operation, parts] =
    version === 1
      ? ["/api/soap", "call", `<resourcePath>catalog_product.info</resourcePath>${argumentsOfV1(info)}`]
      : ["/api/v2_soap", "catalogProductInfo", argumentsOfV2(info)];
  const text =
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
    `<m:${operation} xmlns:m="urn:Magento"><sessionId>${session}</sessionId>${parts}</m:${operation}></s:Body></s:Envelope>`;
  return postText(path, "text/xml", text);
}

function argumentsOfV1({ product, store, attributes }: Info): string {
  return `<args><item>${product}</item><item>${store}</item><item>${items(attributes)}</item></args>`;
}

function argumentsOfV2({ product, store, attributes }: Info): string {
  return `<productId>${product}</productId><storeView>${store}</storeView><attributes><attributes>${items(attributes)}</attributes></attributes>`;
}

function items(values: readonly string[]): string {
  return values.map((value) => `<item>${value}</item>`).join("");
}

export async function login({ port }: Running): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/jsonrpc`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] }),
  });
  return ((await response.json()) as { result: string }).result;
}
