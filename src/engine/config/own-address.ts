/** Checks whether a text is an address that this machine can listen on. */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Shells and build tools put all sorts of names into HOST; those that are not an address of this machine are ignored. */
export function isOwnAddress(text: string): boolean {
  if (["localhost", "0.0.0.0", "::"].includes(text)) return true;
  if (isIP(text) === 0) return false;
  if (/^127\./.test(text) || text === "::1") return true;
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === text));
}
