/** Hashes of passwords and keys: what they cost, and that each can be verified whatever the cost of today. */
import { expect, test } from "vitest";
import { Secrets } from "../../../src/engine/access/secrets.js";

const [memory, file] = [{ kind: "memory" }, { kind: "file" }];

test.each([
  ["on disk", { storage: file, production: false, passwordHashCost: undefined }, 2 ** 15],
  ["in memory", { storage: memory, production: false, passwordHashCost: undefined }, 2 ** 10],
  ["in memory, in production", { storage: memory, production: true, passwordHashCost: undefined }, 2 ** 15],
  ["on disk, cheaper", { storage: file, production: false, passwordHashCost: 11 }, 2 ** 11],
  ["dearer", { storage: file, production: true, passwordHashCost: 16 }, 2 ** 16],
])("the cost of a new hash: %s", async (_where, settings, N) => {
  const hash = await Secrets.by(settings).hash("analytical1");
  expect(hash).toMatch(new RegExp(`^scrypt\\$${N}\\$8\\$1\\$`));
  const other = Secrets.by({ storage: file, production: false, passwordHashCost: 10 });
  expect(await other.verify("analytical1", hash)).toBe(true);
  expect(await other.verify("analytical2", hash)).toBe(false);
});
