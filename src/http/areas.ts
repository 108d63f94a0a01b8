/** The areas of the address space; each has its own form of answers and errors. */

export const rpcAddress = "/api/jsonrpc";
export const plainAddress = "/api/rpc/";
const restAddress = "/api/rest";

/** Who answers an address: JSON-RPC, its plain form, the customers resource, or Express. */
export type Area = "rpc" | "plain" | "rest" | "other";

/** @param path without the query and without a slash at the end */
export function areaOf(path: string): Area {
  if (path === rpcAddress) return "rpc";
  if (path.startsWith(plainAddress)) return "plain";
  return path === restAddress || path.startsWith(`${restAddress}/`) ? "rest" : "other";
}
