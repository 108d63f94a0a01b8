/** Parsers of the values of options and arguments. Each throws a `CommandError` that names the option. */
import { CommandError } from "./connection.js";

export function wholeNumber(name: string) {
  return (text: string): number => {
    if (/^\d+$/.test(text)) return Number(text);
    throw new CommandError(2, `${name} must be a whole number from 0 on, not ${text}`);
  };
}

export function decimal(name: string) {
  return (text: string): number => {
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
    throw new CommandError(2, `${name} must be a number, not ${text}`);
  };
}

export function json(name: string) {
  return (text: string): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new CommandError(2, `${name} is not JSON (${(error as Error).message})`);
    }
  };
}
