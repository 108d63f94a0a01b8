/** The base address of a server, and where its doors are. */
import { doorAt } from "../../../engine/doors/door-addresses.js";

export const callDoors = ["xmlrpc", "soap", "soap_v2", "jsonrpc"] as const;

/** A door for calls of operations. REST is another thing: resources. */
export type CallDoor = (typeof callDoors)[number];

export type LivingDoor = CallDoor | "rest";

export function isCallDoor(name: string): name is CallDoor {
  return (callDoors as readonly string[]).includes(name);
}

/** From the base address. With a slash at the end the living system answers, too, and needs no redirect. */
export const doorPaths: Readonly<Record<CallDoor, string>> = {
  xmlrpc: "/api/xmlrpc/",
  soap: "/api/soap/",
  soap_v2: "/api/v2_soap/",
  jsonrpc: "/api/jsonrpc",
};

/** The door that a path belongs to; undefined for anything else. @param path with its query */
export function doorOf(path: string): LivingDoor | undefined {
  const [address = ""] = path.split("?");
  const plain = address.replace(/\/+$/, "");
  const xml = doorAt(plain, path);
  if (xml) return xml;
  if (/^(\/index\.php)?\/api\/jsonrpc(\/index)?$/.test(plain)) return "jsonrpc";
  return /^(\/index\.php)?\/api\/rest(\/|$)/.test(plain) ? "rest" : undefined;
}

const doorTail = /\/(api\.php|api(\/(xmlrpc|soap|v2_soap|jsonrpc|rest)(\/.*)?|\/index(\/.*)?)?)?\/*$/;

/** An address without a slash at the end; that of a door is cut to its base. Undefined where it is none of HTTP. */
export function baseAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const credentials = url.username === "" ? "" : `${url.username}:${url.password}@`;
  return `${url.protocol}//${credentials}${url.host}${url.pathname.replace(doorTail, "")}`;
}
