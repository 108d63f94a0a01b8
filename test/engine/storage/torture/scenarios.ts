/** All that the storage is put through, in the order of the table that scripts/torture.ts prints. */
import { damageFiles } from "./damage.js";
import { failCalls } from "./failing-calls.js";
import { losePower } from "./power-loss.js";
import { killServers } from "./server-deaths.js";
import { killStorages } from "./storage-deaths.js";
import type { Tally } from "./tally.js";

export interface Scenario {
  /** A pass of a few seconds. Other seeds give other passes. */
  readonly run: (seed: number) => Promise<Tally>;
  /** A control shows that the torture finds what is wrong: its violations are wanted. */
  readonly isControl?: boolean;
}

export const scenarios: readonly Scenario[] = [
  { run: (seed) => losePower({ seed, writes: 25, oneIn: 3 }) },
  { run: (seed) => losePower({ seed, writes: 10, oneIn: 7, ignoresSyncs: true }), isControl: true },
  { run: (seed) => failCalls({ seed, writes: 15, oneIn: 2 }) },
  { run: (seed) => damageFiles({ seed, everyBytes: 29 }) },
  { run: (seed) => killStorages({ seed, rounds: 3 }) },
  { run: (seed) => killServers({ seed, rounds: 2, lifetime_ms: 1_500 }) },
];
