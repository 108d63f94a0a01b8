/** The core without what stands beside it. `test/removed-addons.test.ts` removes the code as well. */
import { expect, test } from "vitest";
import { createProgram } from "../src/cli/program.js";
import { addons } from "../src/addons.js";
import { startShop } from "./support/shop.js";

const quiet = { write: () => {}, fail: () => {} };
const none = { commands: [], sources: [], pages: [] };

test("without pages, the server answers calls, and errors where the pages were", async () => {
  const shop = await startShop({ dataset: "sample", addons: none });
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ product_id: 1 });
  const browser = { headers: { Accept: "text/html" } };
  for (const path of ["/", "/console", "/docs", "/nowhere"]) {
    const answer = await fetch(shop.url + path, browser);
    expect([path, answer.status, answer.headers.get("Content-Type")]).toEqual([
      path,
      404,
      expect.stringContaining("application/json"),
    ]);
  }
});

test("without add-ons, store-api has the commands of the core", async () => {
  const names = async (given: Parameters<typeof createProgram>[1]) =>
    (await createProgram(quiet, given)).commands.map((command) => command.name());
  const [all, core] = [await names(addons), await names(none)];
  expect(all.filter((name) => !core.includes(name)).sort()).toEqual([
    "conform",
    "fault-texts",
    "generate",
    "mcp",
    "record",
    "replay",
  ]);
  const program = await createProgram(quiet, none);
  await expect(program.parseAsync(["import", "--from", "x"], { from: "user" })).rejects.toMatchObject({
    code: "commander.unknownOption",
  });
});
