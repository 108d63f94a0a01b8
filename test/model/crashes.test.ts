/** The short form of `npm run walk -- crash`: one run with one client, one with several. */
import { expect, test } from "vitest";
import { seed } from "../support/seed.js";
import { crash } from "./crashes.js";

test(`kill -9 during walks, seed ${seed}`, async () => {
  const { rounds, violations } = await crash({ seed, rounds: 2 });
  expect(violations).toEqual([]);
  expect(rounds).toBe(2);
});
