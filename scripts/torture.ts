/** `npm run torture`: tests the server under extreme conditions, and prints a table. */
import { Command } from "commander";
import { tortureByAttacks } from "./torture/by-attacks.js";
import { tortureByValues } from "./torture/by-values.js";
import { tortureStorage } from "./torture/storage.js";
import { amount, randomSeed } from "./numbers.js";

const summary = `Tests the server under extreme conditions, and prints a table. Without --attacks or --values, tests the storage with power
loss, failing system calls, damaged files and killed processes. The exit code is 1 if a guarantee was violated.`;

interface Options {
  readonly attacks?: true;
  readonly values?: true;
  readonly minutes: number;
  readonly rounds: number;
  readonly seed: number;
  readonly only?: string;
}

const { attacks, values, minutes, rounds, seed, only } = new Command("npm run torture --")
  .description(summary)
  .option("--attacks", "attacks over sockets, each on a separate server")
  .option("--values", "unusual values in every position; shows the 20 that blocked the event loop longest")
  .option("--minutes <n>", "continue with other seeds for this time", amount, 0)
  .option("--rounds <n>", "number of runs of each attack", amount, 1)
  .option("--seed <n>", "repeat an earlier run with this seed", amount, randomSeed(2 ** 31))
  .option("--only <name>", "only attacks whose name contains this text")
  .parse()
  .opts<Options>();
const until = performance.now() + minutes * 60_000;

const held = attacks
  ? await tortureByAttacks(rounds, only)
  : values
    ? await tortureByValues(seed, until)
    : await tortureStorage(seed, until);
process.exitCode = held ? 0 : 1;
