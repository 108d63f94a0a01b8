/** Passwords of customers (customers 1.6). No message contains a password. */
import { cleanText } from "../../../engine/values/coercion.js";
import { isLonger } from "../../../engine/values/text.js";

/** Characters. */
const minPassword = 7;
export const maxPassword = 256;

/** The normalized password, which is checked, hashed and compared; undefined if it has control characters. */
export function normalPassword(text: string): string | undefined {
  return cleanText(text)?.trim();
}

/** The problem of a normalized password; undefined if it is valid. */
export function passwordProblem(password: string): string | undefined {
  if (!isLonger(password, minPassword - 1)) return `must have at least ${minPassword} characters`;
  return isLonger(password, maxPassword) ? `must have at most ${maxPassword} characters` : undefined;
}
