/** The addresses of the XML doors, which are those of Magento 1 (doors 1). */
import type { XmlDoorName } from "../calls/door.js";

const paths: Readonly<Record<XmlDoorName, readonly string[]>> = {
  xmlrpc: ["/api/xmlrpc", "/api/xmlrpc/index"],
  soap: ["/api", "/api/index", "/api/index/index", "/api/soap", "/api/soap/index", "/api/soap/index/wsdl/1"],
  soap_v2: ["/api/v2_soap", "/api/v2_soap/index", "/api/v2_soap/index/wsdl/1"],
};

const doorByPath = new Map<string, XmlDoorName>();
for (const [door, known] of Object.entries(paths)) {
  for (const path of known) {
    doorByPath.set(path, door as XmlDoorName);
    doorByPath.set(`/index.php${path}`, door as XmlDoorName);
  }
}

const doorByType = new Map<string | null, XmlDoorName>([
  [null, "soap"],
  ["soap", "soap"],
  ["soap_v2", "soap_v2"],
  ["v2_soap", "soap_v2"],
  ["xmlrpc", "xmlrpc"],
]);

/** The door at an address; undefined if there is none. @param path without query and without a slash at the end */
export function doorAt(path: string, url: string): XmlDoorName | undefined {
  return path === "/api.php" ? doorByType.get(queryOf(url).get("type")) : doorByPath.get(path);
}

/** Whether a request asks for the WSDL. */
export function asksForWsdl(url: string, path: string): boolean {
  return path.endsWith("/wsdl/1") || asksFor(url, "wsdl");
}

/** Whether the query contains this name, in any case. */
export function asksFor(url: string, name: "wsdl" | "xsd"): boolean {
  return [...queryOf(url).keys()].some((key) => key.toLowerCase() === name);
}

/** The path and query for calls, from the address of the WSDL. */
export function callAddress(url: string): string {
  const query = queryOf(url);
  for (const key of [...query.keys()]) if (key.toLowerCase() === "wsdl") query.delete(key);
  const path = url.split("?", 1)[0]?.replace(/\/wsdl\/1\/?$/, "/") ?? url;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
}
