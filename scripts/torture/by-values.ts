/** Sends unusual values in every position of the contracts, and measures how long each blocks the event loop. */
import { largest, sampleValues, sendAwkwardRequests } from "../../test/attacks/sampling.js";

/** Milliseconds of processor time that one turn may take. */
const longestTurn = 50;
const shown = 20;

/** Whether no turn took too long. Sends each value at least once, and in other positions until the time is over. */
export async function tortureByValues(seed: number, until: number): Promise<boolean> {
  const isOver = (round: number) => round > 0 && performance.now() > until;
  const sampled = await sampleValues({ seed, isOver, placesEach: 4, bytes: largest });
  const awkward = await sendAwkwardRequests(true, largest.call);
  const all = [...sampled, ...awkward].sort((one, other) => other.cpuMs - one.cpuMs);
  const rows = all.slice(0, shown).map(({ place, value, cpuMs, wallMs, answer }) => ({
    place,
    value,
    "CPU ms": Math.round(cpuMs * 10) / 10,
    "clock ms": Math.round(wallMs),
    answer,
  }));
  console.table(rows);
  const tooLong = all.filter(({ cpuMs }) => cpuMs > longestTurn).length;
  console.log(
    `${all.length} requests, seed ${seed}; ${tooLong} blocked the event loop for more than ${longestTurn} ms.`,
  );
  return tooLong === 0;
}
