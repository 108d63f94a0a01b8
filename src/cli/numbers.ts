/** Parses numbers in options. */
import { CommandError } from "./connection.js";

export function wholeNumber(text: string, name: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CommandError(2, `${name} must be a whole number from 0 on, not ${text}`);
}
