/** Reads options that are numbers. */
import { InvalidArgumentError } from "commander";

export function amount(text: string): number {
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number.");
  return Number(text);
}

export function randomSeed(bound: number): number {
  return Math.floor(Math.random() * bound);
}
