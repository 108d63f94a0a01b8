/** `npm run generate` would not change the committed files. */
import { expect, test } from "vitest";
import { allTexts } from "../scripts/generate/outputs.js";
import { staleFiles } from "../scripts/lint-contract.js";

test("generated files are up to date", async () => expect(staleFiles(await allTexts())).toEqual([]));
