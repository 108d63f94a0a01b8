/** `npm run torture`: puts the server through what hurts, and prints a table. */
import { tortureByAttacks } from "./torture/by-attacks.js";
import { tortureByValues } from "./torture/by-values.js";
import { tortureStorage } from "./torture/storage.js";
import { amount, count, script, seedOption } from "./usage.js";

const summary = `Puts the server through what hurts, and prints a table: without --attacks or --values the storage, by loss of power,
failing calls to the disk, damaged files and deaths of the process. Ends with 1 when something did not hold.`;

interface Options {
  readonly attacks?: true;
  readonly values?: true;
  readonly minutes: number;
  readonly rounds: number;
  readonly seed: number;
  readonly only?: string;
}

const { attacks, values, minutes, rounds, seed, only } = script("torture", summary, [
  "",
  "--minutes 30",
  "--attacks --rounds 3",
  "--attacks --only unread",
  "--values --minutes 10",
])
  .option("--attacks", "attacks over sockets, each on a server of its own")
  .option("--values", "awkward values everywhere, and the 20 that held the event loop longest")
  .option("--minutes <n>", "go on with other seeds for so long", amount, 0)
  .option("--rounds <n>", "how often each attack", count, 1)
  .addOption(seedOption(2 ** 31))
  .option("--only <name>", "the attacks whose name holds this")
  .parse()
  .opts<Options>();
const until = performance.now() + minutes * 60_000;

const held = attacks
  ? await tortureByAttacks(rounds, only)
  : values
    ? await tortureByValues(seed, until)
    : await tortureStorage(seed, until);
process.exitCode = held ? 0 : 1;
