import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { killRound } from "../test/storage/support/torture.js";

/**
 * Kills a writing process again and again: `tsx scripts/torture.ts --rounds 200`. Fails when a write is lost.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "200" } } });
const folder = await mkdtemp(join(tmpdir(), "torture-"));
let acknowledged = 0;
let lost = 0;
let torn = 0;
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const result = await killRound(folder, Math.random() * 500);
  acknowledged += result.acknowledged;
  lost += result.missing.length;
  torn += result.reports.length;
  if (result.missing.length > 0)
    console.error(`round ${round}: lost ${result.missing.slice(0, 10).join(", ")}`);
}
console.log(
  `${values.rounds} deaths, ${acknowledged} acknowledged, ${lost} lost, ${torn} torn tails cut off`,
);
if (lost > 0) console.error(`the folder is kept: ${folder}`);
else await rm(folder, { recursive: true });
process.exitCode = lost > 0 ? 1 : 0;
