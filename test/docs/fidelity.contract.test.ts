/** The result in docs/fidelity.md matches a replay of the shipped recordings. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shippedFidelity } from "../../scripts/docs/fidelity.js";
import { packageRoot } from "../../src/engine/config/package.js";
import { isWriting } from "../support/golden.js";

test("the page is that of `npm run fidelity`", async () => {
  const file = join(packageRoot, "docs/fidelity.md");
  const page = readFileSync(file, "utf8");
  const made = await shippedFidelity(page);
  if (isWriting) writeFileSync(file, made);
  else expect(made).toBe(page);
});
