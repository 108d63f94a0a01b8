/** Tests in a working place of their own, concurrent or not: `test("…", async ({ place }) => …)`. */
import { test } from "vitest";
import { workingPlace, type Place } from "./process.js";

export const inPlace = test.extend<{ place: Place }>({
  place: async ({ onTestFinished }, use) => use(await workingPlace({ onTestFinished })),
});
