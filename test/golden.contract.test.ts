/**
 * Replays test/golden: every file on a fresh shop, its exchanges in order, with exactly the expected answers.
 */
import { describe, expect, test } from "vitest";
import { operationHandlers } from "../src/shop/operations.js";
import { declaredFaults } from "./support/contract.js";
import { readGoldenFiles } from "../src/addons/living/conformance/golden.js";
import { isWriting, shownBy } from "./support/golden.js";
import { replay, rewrite } from "./support/replay.js";
import { startShop, type Shop } from "./support/shop.js";
import { isWanted } from "./support/wanted.js";

const files = readGoldenFiles().filter(({ operation }) => isWanted(operation));

/** One shop for each version of the installed data that the files name. */
const shops = new Map<number | undefined, Shop>();
for (const dataVersion of new Set(files.map(({ version }) => version))) {
  shops.set(dataVersion, await startShop({ dataVersion }));
}

describe.each([...new Set(files.map(({ operation }) => operation))])("%s", (operation) => {
  for (const file of files.filter((one) => one.operation === operation)) {
    const { title, path, version } = file;
    test(`${title} (${path})`, async () => {
      await (isWriting ? rewrite : replay)(shops.get(version) as Shop, file);
    });
  }
});

describe("every operation has an exchange for a success and for each declared fault", () => {
  const shown = new Map<string, Set<string>>();
  for (const file of files) {
    const known = shown.get(file.operation) ?? new Set();
    shown.set(file.operation, new Set([...known, ...shownBy(file)]));
  }

  test.each([...operationHandlers().keys()].filter(isWanted))("%s", (operation) => {
    const wanted = ["success", ...(declaredFaults.get(operation) ?? [])];
    const missing = wanted.filter((one) => !shown.get(operation)?.has(one));
    expect(missing, `not shown by test/golden/${operation}/*.io`).toEqual([]);
  });
});
