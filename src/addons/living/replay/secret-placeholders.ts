/** Placeholders for the masked secrets of a recording. */
import { isObject } from "../../../engine/values/coercion.js";
import { stars } from "../recording/exchange-line.js";

/** @param name of the member or parameter */
export function withPlaceholders(value: unknown, name = ""): unknown {
  if (value === stars) return placeholder(name);
  if (Array.isArray(value)) return value.map((one) => withPlaceholders(one, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withPlaceholders(member, key)]),
  );
}

function placeholder(name: string): string {
  if (/mail/i.test(name)) return "masked@example.com";
  if (/hash$/i.test(name)) return "5f4dcc3b5aa765d61d8327deb882cf99:ab";
  // A registration by a cart requires the password and the same confirmation.
  return /password|^confirmation$/i.test(name) ? "Masked-secret-1" : "masked";
}
