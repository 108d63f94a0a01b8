/** IP addresses. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
}
