/** Nonces are remembered in the storage and never forgotten too early. */
import { describe, expect, test } from "vitest";
import { acceptedMs, Nonces } from "../../../../src/engine/access/oauth/nonces.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { collections } from "../../../../src/shop/data/collections.js";

const start = 1_764_000_000_000;

function nonces(most?: number, storage = new MemoryStorage({ collections })) {
  const clock = { now: start };
  const of = () => new Nonces(storage, () => clock.now, most);
  const use = (nonce: string, consumer = "a", given = made, timestamp = clock.now / 1000) =>
    given.use({ consumer, token: "t", timestamp, nonce }).then(
      () => "used",
      (error: Error) => error.message,
    );
  const made = of();
  return { clock, of, use, storage };
}

const twice = "oauth_problem=nonce_used";
const full = "The limit of remembered nonces is reached; try again later.";

test("a nonce counts once for its consumer, token and timestamp", async () => {
  const { use, clock } = nonces();
  expect([await use("1"), await use("1"), await use("2"), await use("1", "b")]).toEqual([
    ...["used", twice, "used", "used"],
  ]);
  clock.now += 1000;
  expect(await use("1")).toBe("used");
});

test("of many uses at once, one succeeds", async () => {
  const { use, of } = nonces();
  const other = of();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => use("1", "a", at % 2 ? other : undefined)),
  );
  expect(all.filter((one) => one === "used")).toHaveLength(1);
  expect(all.filter((one) => one === twice)).toHaveLength(19);
});

test("another server over the same storage knows it", async () => {
  const { use, of } = nonces();
  await use("1");
  expect(await use("1", "a", of())).toBe(twice);
});

describe("with a limit", () => {
  test("a consumer leaves as much room as it takes, and nothing is forgotten", async () => {
    const { use } = nonces(4);
    expect([await use("1"), await use("2"), await use("3")]).toEqual(["used", "used", full]);
    expect(await use("1", "b")).toBe("used");
    expect([await use("2", "b"), await use("1", "c")]).toEqual([full, "used"]);
    expect([await use("1"), await use("1", "d")]).toEqual([full, full]);
  });

  test("there is room again when timestamps are too old anyway", async () => {
    const { clock, of, use, storage } = nonces(2);
    expect([await use("1"), await use("2")]).toEqual(["used", full]);
    clock.now += acceptedMs;
    expect(await use("2", "a", of())).toBe(full);
    clock.now += 1;
    expect(await use("2", "a", of())).toBe("used");
    expect(await storage.read((tx) => tx.count("oauth_nonces"))).toBe(1);
  });

  test("a timestamp ahead of the time is remembered for longer", async () => {
    const { clock, of, use } = nonces();
    const ahead = start / 1000 + 600;
    expect(await use("1", "a", of(), ahead)).toBe("used");
    clock.now += 2 * acceptedMs - 1;
    expect(await use("1", "a", of(), ahead)).toBe(twice);
  });
});
