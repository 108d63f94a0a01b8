/** What is generated and committed is what `npm run generate` would write now. */
import { expect, test } from "vitest";
import { staleFiles } from "../scripts/lint-contract.js";

test("generated files are fresh", { timeout: 60_000 }, async () => expect(await staleFiles()).toEqual([]));
