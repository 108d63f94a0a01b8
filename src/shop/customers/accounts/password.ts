/** Passwords of customers (customers 1.6). Nothing here repeats a password in a message. */
import { cleanText } from "../../../engine/values/coercion.js";
import { isLonger } from "../../../engine/values/text.js";

/** Characters. */
const minPassword = 7;
export const maxPassword = 256;

/** The form in which a password is checked, hashed and compared; undefined when it can be no password. */
export function normalPassword(text: string): string | undefined {
  return cleanText(text)?.trim();
}

/** What keeps a password, in its normal form, from being used. */
export function passwordProblem(password: string): string | undefined {
  if (!isLonger(password, minPassword - 1)) return `must have at least ${minPassword} characters`;
  return isLonger(password, maxPassword) ? `must have at most ${maxPassword} characters` : undefined;
}
