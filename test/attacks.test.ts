/** The short form of `npm run torture -- --attacks` and `--values`, in processor time and bounds alone: no clock decides. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attacks } from "./attacks/attacks.js";
import { carryOut, carryOutOn } from "./attacks/attack.js";
import { Probe } from "./attacks/probe.js";
import { sampleValues, sendAwkwardRequests } from "./attacks/sampling.js";

/** A server starts for each; on a busy machine that takes long. */
const timeout = 180_000;

/** Milliseconds of processor time of one turn: a third of it is what the service allows itself. */
const longestTurn = 150;

describe("attacks, one after the other on one server", () => {
  let probe: Probe;
  beforeAll(async () => {
    probe = await Probe.start();
  }, timeout);
  afterAll(() => probe.stop());

  test.each(attacks.filter(({ server }) => !server))("$title", { timeout }, async (attack) => {
    expect((await carryOutOn(probe, attack, "short")).violations).toEqual([]);
    await probe.reset();
  });
});

describe.concurrent("attacks on servers with settings of their own", () => {
  test.each(attacks.filter(({ server }) => server))("$title", { timeout }, async (attack) => {
    expect((await carryOut(attack, "short")).violations).toEqual([]);
  });
});

describe("awkward values", () => {
  test("hold the event loop for no long turn, wherever they stand", { timeout }, async () => {
    const bytes = { call: 3_000_000, http: 200_000 };
    const [worst] = await sampleValues({ seed: 1, isOver: (round) => round > 0, placesEach: 1, bytes });
    expect(worst?.cpuMs, JSON.stringify(worst)).toBeLessThan(longestTurn);
  });

  test("and neither do awkward headers, addresses and documents", { timeout }, async () => {
    const [worst] = await sendAwkwardRequests(false, 1_000_000);
    expect(worst?.cpuMs, JSON.stringify(worst)).toBeLessThan(longestTurn);
  });
});
