/**
 * `npm run torture`: puts the server through what hurts, and prints a table.
 *
 *     npm run torture                              the storage: power, disks, damage, deaths; each scenario once
 *     npm run torture -- --minutes 30              the same with other seeds for so long
 *     npm run torture -- --attacks --rounds 3      attacks over sockets, each on a server of its own
 *     npm run torture -- --values --minutes 10     awkward values everywhere; the 20 that held the event loop longest
 *
 * `--seed 7` repeats what an earlier run found.
 */
import { parseArgs } from "node:util";
import { tortureByAttacks } from "./torture/by-attacks.js";
import { tortureByValues } from "./torture/by-values.js";
import { tortureStorage } from "./torture/storage.js";

const { values } = parseArgs({
  options: {
    attacks: { type: "boolean", default: false },
    values: { type: "boolean", default: false },
    minutes: { type: "string", default: "0" },
    rounds: { type: "string", default: "1" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const until = performance.now() + Number(values.minutes) * 60_000;

const held = values.attacks
  ? await tortureByAttacks(Number(values.rounds), values.only)
  : values.values
    ? await tortureByValues(seed, until)
    : await tortureStorage(seed, until);
process.exitCode = held ? 0 : 1;
