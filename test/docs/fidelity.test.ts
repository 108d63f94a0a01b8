/** The result in docs/fidelity.md matches a replay of the shipped recordings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shippedFidelity } from "../../scripts/recordings/shipped-fidelity.js";
import { packageRoot } from "../../src/engine/config/package.js";

test("the page is that of `npm run fidelity`", async () => {
  const page = readFileSync(join(packageRoot, "docs/fidelity.md"), "utf8");
  expect(await shippedFidelity(page)).toBe(page);
});
