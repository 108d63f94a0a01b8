/** The base address of a server, and the paths of its doors. */
import { doorAt } from "../../../engine/http/door-addresses.js";

export const callDoors = ["xmlrpc", "soap", "soap_v2", "jsonrpc"] as const;

/** A door for calls of operations. REST has resources instead. */
export type CallDoor = (typeof callDoors)[number];

export type LivingDoor = CallDoor | "rest";

export function isCallDoor(name: string): name is CallDoor {
  return (callDoors as readonly string[]).includes(name);
}

/** Relative to the base address. The slash at the end avoids a redirect by the living system. */
export const doorPaths: Readonly<Record<CallDoor, string>> = {
  xmlrpc: "/api/xmlrpc/",
  soap: "/api/soap/",
  soap_v2: "/api/v2_soap/",
  jsonrpc: "/api/jsonrpc",
};

/** The door of a path; undefined if it has none. @param path including the query */
export function doorOf(path: string): LivingDoor | undefined {
  const [address = ""] = path.split("?");
  const plain = address.replace(/\/+$/, "");
  const xml = doorAt(plain, path);
  if (xml) return xml;
  if (/^(\/index\.php)?\/api\/jsonrpc(\/index)?$/.test(plain)) return "jsonrpc";
  return /^(\/index\.php)?\/api\/rest(\/|$)/.test(plain) ? "rest" : undefined;
}

const doorTail = /\/(api\.php|api(\/(xmlrpc|soap|v2_soap|jsonrpc|rest)(\/.*)?|\/index(\/.*)?)?)?\/*$/;

/** The base address, without a slash at the end, of a server or of one of its doors. Undefined for anything but HTTP. */
export function baseAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const credentials = url.username === "" ? "" : `${url.username}:${url.password}@`;
  return `${url.protocol}//${credentials}${url.host}${url.pathname.replace(doorTail, "")}`;
}
