/** What is sent in place of secrets that a recording does not hold. */
import { isObject } from "../../../engine/values/coercion.js";
import { stars } from "../recording/exchange-line.js";

/** @param name of the member or parameter */
export function withMadeUp(value: unknown, name = ""): unknown {
  if (value === stars) return madeUp(name);
  if (Array.isArray(value)) return value.map((one) => withMadeUp(one, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withMadeUp(member, key)]));
}

function madeUp(name: string): string {
  if (/mail/i.test(name)) return "masked@example.com";
  if (/hash$/i.test(name)) return "5f4dcc3b5aa765d61d8327deb882cf99:ab";
  // Who registers by a cart says the password twice.
  return /password|^confirmation$/i.test(name) ? "Masked-secret-1" : "masked";
}
