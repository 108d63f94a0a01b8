/**
 * Every storage and topology gives the same answers to every golden exchange as the memory storage, with a
 * reset before each file.
 */
import { expect, test } from "vitest";
import { readGoldenFiles } from "../src/addons/living/conformance/golden.js";
import { replay } from "./support/replay.js";
import { startShop } from "./support/shop.js";
import { topologies } from "./support/storages.js";
import { isWanted } from "./support/wanted.js";

const files = readGoldenFiles().filter(({ operation }) => isWanted(operation));

test.each(topologies.filter((one) => one !== "memory"))("%s", { timeout: 600_000 }, async (topology) => {
  const wrong: string[] = [];
  for (const dataVersion of new Set(files.map(({ version }) => version))) {
    const shop = await startShop({ topology, dataVersion });
    try {
      for (const file of files.filter(({ version }) => version === dataVersion)) {
        await replay(shop, file).catch((error: unknown) => wrong.push(`${file.path}: ${String(error)}`));
      }
    } finally {
      await shop.close();
    }
  }
  expect(wrong).toEqual([]);
});
