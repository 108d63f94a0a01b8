/** What a request is addressed to: the areas of the address space, each with its own form of answers and errors. */
import type { IncomingMessage } from "node:http";
import { doorAt } from "../doors/door-addresses.js";
import type { XmlDoorName } from "../doors/fault-text.js";
import { isRepeated } from "./headers.js";

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

/**
 * What keeps a request from being addressed to anything here, if anything. An address in the absolute form, as for a
 * proxy, is brought into the usual one; it has to name the host that the header names.
 */
export function targetProblem(request: IncomingMessage): string | undefined {
  if (isRepeated(request.rawHeaders, "host")) return "The request has several Host headers.";
  const { url = "" } = request;
  if (url.startsWith("/")) return undefined;
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || target === undefined) return "The request names no address of this server.";
  if (host.toLowerCase() !== request.headers.host?.toLowerCase()) {
    return "The request names one host in its address and another in its Host header.";
  }
  request.url = target.startsWith("/") ? target : `/${target}`;
  return undefined;
}

/** The path without the query and without a slash at the end. */
export function pathOf(url: string): string {
  if (url === rpcAddress) return url;
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A part of a path as it was meant. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
