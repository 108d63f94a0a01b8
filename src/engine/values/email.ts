/** The syntax of e-mail addresses (customers 1.4). */
import { isLonger } from "./text.js";

const maxLocalPart = 64;

/** Unquoted: letters, digits and the signs of RFC 5322; dots only between other characters. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** One label of a domain: letters and digits of any script, with hyphens in between. */
const label = /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** @param text trimmed, its length already checked */
export function isEmail(text: string): boolean {
  const [local = "", domain, ...more] = text.split("@");
  if (domain === undefined || more.length > 0) return false;
  const labels = domain.split(".");
  return (
    localPart.test(local) &&
    !isLonger(local, maxLocalPart) &&
    labels.length >= 2 &&
    labels.every((part) => label.test(part))
  );
}
