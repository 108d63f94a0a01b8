/** The values of properties follow from the seed of test/support/seed.ts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import config from "../../vitest.config.js";
import { noise, seed } from "./seed.js";

test("each project sets it", () => {
  const projects = (config as { test: { projects: { test: { setupFiles?: string[] } }[] } }).test.projects;
  expect(projects.length).toBeGreaterThan(1);
  for (const { test } of projects) expect(test.setupFiles).toContain("test/support/seed.ts");
});

test("a property has it", () => {
  expect(fc.check(fc.property(fc.nat(), () => false)).seed).toBe(seed);
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { seed, numRuns: 5 }));
});

test("so has noise", () => {
  expect(noise(64)).toEqual(noise(64));
  expect(new Set(noise(4096)).size).toBe(256);
});
