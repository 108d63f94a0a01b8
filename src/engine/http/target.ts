/** What a request is addressed to. */
import type { IncomingMessage } from "node:http";
import { rpcAddress } from "./areas.js";
import { isRepeated } from "./sender.js";

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
