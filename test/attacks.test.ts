/**
 * The short form of `npm run torture -- --attacks` and `--values`, which only checks processor time and
 * limits, not the clock.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attacks } from "./attacks/attacks.js";
import { carryOut, carryOutOn } from "./attacks/attack.js";
import { Probe } from "./attacks/probe.js";
import { sampleValues, sendAwkwardRequests } from "./attacks/sampling.js";

/** A server starts for each attack, which takes long on a busy machine. */
const timeout = 180_000;

/** Milliseconds of processor time of one turn: the service allows itself a third of it. */
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

describe.concurrent("attacks on servers with special settings", () => {
  test.each(attacks.filter(({ server }) => server))("$title", { timeout }, async (attack) => {
    expect((await carryOut(attack, "short")).violations).toEqual([]);
  });
});

describe("hostile values", () => {
  test("do not block the event loop for long, in any position", { timeout }, async () => {
    const bytes = { call: 3_000_000, http: 200_000 };
    const [worst] = await sampleValues({ seed: 1, isOver: (round) => round > 0, placesEach: 1, bytes });
    expect(worst?.cpuMs, JSON.stringify(worst)).toBeLessThan(longestTurn);
  });

  test("and neither do hostile headers, addresses and documents", { timeout }, async () => {
    const [worst] = await sendAwkwardRequests(false, 1_000_000);
    expect(worst?.cpuMs, JSON.stringify(worst)).toBeLessThan(longestTurn);
  });
});
