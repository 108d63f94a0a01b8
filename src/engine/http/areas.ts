/** The areas of the address space; each has its own form of answers and errors. */
import type { XmlDoorName } from "../doors/fault-text.js";
import { doorAt } from "../doors/door-addresses.js";

export const rpcAddress = "/api/jsonrpc";
export const plainAddress = "/api/rpc/";
const restAddress = "/api/rest";

/** Who answers an address: JSON-RPC, its plain form, the customers resource, an XML door, or Express. */
export type Area = "rpc" | "plain" | "rest" | XmlDoorName | "other";

/** @param path without the query and without a slash at the end */
export function areaOf(path: string, url: string): Area {
  if (path === rpcAddress) return "rpc";
  if (path.startsWith(plainAddress)) return "plain";
  if (path === restAddress || path.startsWith(`${restAddress}/`)) return "rest";
  return doorAt(path, url) ?? "other";
}
