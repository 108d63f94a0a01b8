/** Hashes of passwords and keys: what they cost, and that each can be verified whatever the cost of today. */
import { describe, expect, test, vi } from "vitest";
import { Secrets } from "../../../src/engine/access/secrets.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { collections } from "../../../src/shop/data/collections.js";
import { cheapSamplePasswordHash, samplePasswordHash } from "../../../src/shop/states/sample/password.js";
import { basic, startShop } from "../../support/shop.js";

/** What scrypt does meanwhile, in units of its time. */
async function workOf(task: () => Promise<unknown>): Promise<number> {
  const derive = vi.spyOn(Secrets.prototype as unknown as { derive: Derive }, "derive");
  await task();
  const work = derive.mock.calls.map(([, , { N, r, p }]) => N * r * p).reduce((sum, one) => sum + one, 0);
  derive.mockRestore();
  return work;
}

type Derive = (secret: string, salt: Buffer, cost: Record<"N" | "r" | "p", number>) => Promise<Buffer>;

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

describe("the time of a check does not tell whether a name exists, nor how its secret is hashed", () => {
  const dear = 2 ** 15 * 8;

  test("as soon as a hash was checked", async () => {
    const secrets = Secrets.by({ storage: memory, production: false, passwordHashCost: undefined });
    for (const stored of [samplePasswordHash, cheapSamplePasswordHash, undefined]) {
      expect(await workOf(() => secrets.verify("another1", stored))).toBe(dear);
    }
    expect(await secrets.verify("sample123", cheapSamplePasswordHash)).toBe(true);
  });

  test.each(["api_users", "customers"] as const)("as soon as it is stored among %s", async (collection) => {
    const storage = new MemoryStorage({ collections });
    const doc = { id: 7, key_hash: samplePasswordHash, password_hash: samplePasswordHash };
    const cheap = { id: 6, key_hash: cheapSamplePasswordHash, password_hash: cheapSamplePasswordHash };
    await storage.write(async (tx) => {
      await tx.put(collection, cheap as never);
      await tx.put(collection, doc as never);
    });
    const secrets = new Secrets({ N: 16, r: 1, p: 1 });
    await secrets.learnCosts(storage);
    expect(await workOf(() => secrets.verify("another1", undefined))).toBe(dear);
  });

  test("after a restored state, too, and a good login makes a hash of today's cost", async () => {
    const shop = await startShop({ dataset: "sample" });
    const signIn = (name: string, password: string) =>
      shop.http("GET", "/api/rest/customers/1", {
        headers: { ...basic(name, password), Accept: "application/json" },
      });
    const of = (name: string) => workOf(() => signIn(name, "another1"));
    expect(await of("nobody@example.com")).toBe(2 ** 10 * 8);

    const state = (await shop.http("GET", "/control/state")).text;
    const older = state.replaceAll(cheapSamplePasswordHash, samplePasswordHash);
    expect(older).not.toBe(state);
    const headers = { "Content-Type": "application/json" };
    expect((await shop.http("PUT", "/control/state", { headers, body: older })).status).toBe(204);
    expect(await of("nobody@example.com")).toBe(dear);
    expect(await of("anna.becker@example.com")).toBe(dear);

    expect((await signIn("anna.becker@example.com", "sample123")).status).toBe(200);
    expect((await shop.http("GET", "/control/state")).text).toContain(cheapSamplePasswordHash);
    expect(await of("anna.becker@example.com")).toBe(dear);
  });
});
