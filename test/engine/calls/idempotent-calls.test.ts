/** The records of calls with a key: their transaction, lifetime and size. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { IdempotencyKey } from "../../../src/engine/access/idempotency-key.js";
import { AdjustableClock } from "../../../src/engine/clock.js";
import {
  IdempotentCalls,
  KeyRefused,
  type IdempotentCall,
} from "../../../src/engine/calls/idempotent-calls.js";
import { requestDigest } from "../../../src/engine/calls/request-digest.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { collections } from "../../../src/shop/data/collections.js";

type Answer = { readonly number: number } | { readonly fault: string };

let storage: MemoryStorage;
let clock: AdjustableClock;
beforeEach(() => {
  storage = new MemoryStorage({ collections, freeze: true });
  clock = new AdjustableClock();
  clock.freeze("2025-06-01 12:00:00");
});

/** The same call by HTTP at every address. */
const later = { status: 503, retryAfterSeconds: 60 };
const callsOf = (maxKeys = 100) => new IdempotentCalls(storage, clock, maxKeys);
const numbersGiven = async () => (await storage.version()).sequences.get("given") ?? 0;
const kept = () => storage.read((tx) => tx.find("idempotency_keys"));

/** A call whose effect can be counted. */
function giveNumber(key: string, more: Partial<IdempotentCall<Answer>> = {}): IdempotentCall<Answer> {
  return {
    key: new IdempotencyKey(key, () => {}),
    owner: "user 1",
    operation: "give",
    args: { a: 1 },
    execute: (keep) =>
      storage.write(async (tx) => {
        const answer = { number: await tx.next("given") };
        await keep(tx, answer);
        return answer;
      }),
    refusal: (error) => (error instanceof Error ? { fault: error.message } : undefined),
    ...more,
  };
}

describe("the transaction of the effect stores the answer", () => {
  test("one commit contains both", async () => {
    const before = storage.write.bind(storage);
    let writes = 0;
    storage.write = (work) => ((writes += 1), before(work));
    await callsOf().run(giveNumber("k"));
    expect([writes, await numbersGiven(), (await kept()).length]).toEqual([1, 1, 1]);
  });

  test("a call that fails without a declared answer stores nothing", async () => {
    const failing = giveNumber("k", {
      execute: () => Promise.reject(new Error("no disk")),
      refusal: () => undefined,
    });
    await expect(callsOf().run(failing)).rejects.toThrow("no disk");
    expect(await kept()).toEqual([]);
    expect(await callsOf().run(giveNumber("k"))).toEqual({ number: 1 });
  });

  test("two processes with the same key at once: the effect of the second is undone", async () => {
    const [one, other] = [callsOf(), callsOf()];
    const answers = await Promise.all([one.run(giveNumber("k")), other.run(giveNumber("k"))]);
    expect(answers).toEqual([{ number: 1 }, { number: 1 }]);
    expect(await numbersGiven()).toBe(1);
  });

  test("two processes, one of which refuses: the first stored answer is the answer of both", async () => {
    const refusing = giveNumber("k", { execute: () => Promise.reject(new Error("refused")) });
    const [one, other] = [callsOf(), callsOf()];
    const [first, second] = await Promise.allSettled([
      one.run(refusing),
      // Some turns of the event loop later.
      other.run(
        giveNumber("k", {
          execute: async (keep) => {
            await new Promise((resolve) => setTimeout(resolve, 20));
            return giveNumber("k").execute(keep);
          },
        }),
      ),
    ]);
    expect(first).toMatchObject({ status: "rejected", reason: { message: "refused" } });
    expect(second).toEqual({ status: "fulfilled", value: { fault: "refused" } });
    expect(await numbersGiven()).toBe(0);
  });

  test("a read-only storage still answers with the refusal", async () => {
    const refusing = giveNumber("k", { execute: () => Promise.reject(new Error("refused")) });
    storage.write = () => Promise.reject(new Error("read-only"));
    await expect(callsOf().run(refusing)).rejects.toThrow("refused");
  });
});

describe("lifetime and size", () => {
  test("a key is free after exactly 24 hours, and its record is replaced", async () => {
    await callsOf().run(giveNumber("k"));
    clock.advance(24 * 3600 - 0.001);
    expect(await callsOf().run(giveNumber("k"))).toEqual({ number: 1 });
    clock.advance(0.001);
    expect(await callsOf().run(giveNumber("k"))).toEqual({ number: 2 });
    expect(await kept()).toHaveLength(1);
  });

  test("setting the clock back removes nothing", async () => {
    await callsOf().run(giveNumber("k"));
    clock.advance(-7 * 24 * 3600);
    expect(await callsOf().run(giveNumber("k"))).toEqual({ number: 1 });
  });

  test("the sweep removes only records that are too old", async () => {
    const calls = callsOf(10_000);
    for (let number = 0; number < 1203; number += 1) await calls.run(giveNumber(`old ${number}`));
    clock.advance(3600);
    await calls.run(giveNumber("young"));
    clock.advance(23 * 3600);
    await calls.sweep();
    expect(await kept()).toHaveLength(1);
    expect(await calls.run(giveNumber("young"))).toEqual({ number: 1204 });
  });

  test("the records of one user are limited in bytes, and leave room for the next user", async () => {
    const bytes = 1024 * 1024;
    const calls = new IdempotentCalls(storage, clock, 1_000_000, bytes);
    const refusing = (owner: string, key: string) =>
      giveNumber(key, { owner, execute: () => Promise.reject(new Error("r".repeat(60_000))) });
    const fill = async (owner: string) => {
      for (let nth = 0; ; nth += 1) {
        const error: unknown = await calls.run(refusing(owner, `${nth}`)).catch((error: unknown) => error);
        if (!(error instanceof Error) || error.message.startsWith("r")) continue;
        expect(error).toMatchObject(later);
        return nth;
      }
    };
    const counts = [await fill("user 1"), await fill("user 2"), await fill("user 3")];
    expect(counts).toEqual([9, 5, 2]);
    await expect(calls.run(giveNumber("k", { owner: "user 4" }))).resolves.toEqual({ number: 1 });
    const held = (await kept()).reduce((sum, { answer }) => sum + (answer?.length ?? 0), 0);
    expect(held).toBeLessThan(bytes);
    // Stored answers are still returned.
    await expect(calls.run(refusing("user 1", "0"))).resolves.toHaveProperty("fault");
    // A process that starts later counts the same.
    const other = new IdempotentCalls(storage, clock, 1_000_000, bytes);
    await expect(other.run(giveNumber("new", { owner: "user 1" }))).rejects.toMatchObject(later);
  });

  test("when the maximum number is stored, a new key is refused before anything happens", async () => {
    const calls = callsOf(2);
    await calls.run(giveNumber("1"));
    await calls.run(giveNumber("2", { owner: "user 2" }));
    await expect(calls.run(giveNumber("3", { owner: "user 3" }))).rejects.toMatchObject(later);
    expect(await numbersGiven()).toBe(2);
    expect(await calls.run(giveNumber("1"))).toEqual({ number: 1 });
    // A process that starts later counts again.
    await expect(callsOf(2).run(giveNumber("3", { owner: "user 3" }))).rejects.toMatchObject(later);
    clock.advance(24 * 3600);
    expect(await calls.run(giveNumber("3"))).toEqual({ number: 3 });
  });

  test("no user has more keys than are left for others, also in a process that starts later", async () => {
    const fill = async (owner: string) => {
      const calls = callsOf(16);
      for (let nth = 0; ; nth += 1) {
        const error: unknown = await calls.run(giveNumber(`${nth}`, { owner })).catch((one: unknown) => one);
        if (!(error instanceof Error)) continue;
        expect(error).toMatchObject(later);
        return nth;
      }
    };
    expect([await fill("user 1"), await fill("user 2"), await fill("user 3")]).toEqual([8, 4, 2]);
  });

  test("an answer over 64 Ki characters is not stored, and its call is not executed again", async () => {
    const long = { fault: "x".repeat(64 * 1024) };
    const calls = callsOf();
    const call = giveNumber("k", {
      execute: (keep) => storage.write(async (tx) => (await tx.next("given"), await keep(tx, long), long)),
    });
    expect(await calls.run(call)).toBe(long);
    await expect(calls.run(call)).rejects.toThrow("too long to store");
    expect(await numbersGiven()).toBe(1);
  });

  test("the same key twice at once is refused while the first call is in progress", async () => {
    const calls = callsOf();
    const [one, other] = await Promise.allSettled([calls.run(giveNumber("k")), calls.run(giveNumber("k"))]);
    expect(one).toMatchObject({ status: "fulfilled" });
    expect(other).toMatchObject({ status: "rejected", reason: { status: 409 } });
    expect((other as PromiseRejectedResult).reason).toBeInstanceOf(KeyRefused);
  });
});

describe("whether two calls are the same", () => {
  const same = async (one: Record<string, unknown>, other: Record<string, unknown>) =>
    (await requestDigest("o", one)) === (await requestDigest("o", other));

  test.each([
    { what: "the order of members", one: { a: 1, b: { c: 2, d: 3 } }, other: { b: { d: 3, c: 2 }, a: 1 } },
    { what: "null, which is as good as nothing", one: { a: 1, b: null, c: undefined }, other: { a: 1 } },
    { what: "digits or a number", one: { a: ["7", 1.5] }, other: { a: [7, "1.5"] } },
    { what: "1 or true", one: { a: true, b: false }, other: { a: 1, b: "0" } },
  ])("does not depend on $what", async ({ one, other }) => expect(await same(one, other)).toBe(true));

  test.each([
    { what: "another value", one: { a: 1 }, other: { a: 2 } },
    { what: "another member", one: { a: 1 }, other: { b: 1 } },
    { what: "a list for a value", one: { a: [1] }, other: { a: 1 } },
    { what: "an empty text for nothing", one: { a: "" }, other: {} },
    { what: "an element that is null", one: { a: [1, null] }, other: { a: [1] } },
    { what: "a list for an object", one: { a: [] }, other: { a: {} } },
    { what: "other cuts between texts", one: { a: ["ab", "c"] }, other: { a: ["a", "bc"] } },
    { what: "halves of a character", one: { a: "\ud800" }, other: { a: "\udbff" } },
  ])("depends on $what", async ({ one, other }) => expect(await same(one, other)).toBe(false));

  test("for any two values: equal as JSON with sorted members, or different", async () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.string(), tie("list"), tie("object")),
      list: fc.array(tie("value"), { maxLength: 3 }),
      object: fc.dictionary(fc.string({ maxLength: 2 }), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    })).value;
    await fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        expect(await same({ a: one }, { a: other })).toBe(sorted(one) === sorted(other));
        expect(await same({ a: one }, { a: structuredClone(one) })).toBe(true);
      }),
    );
  });

  test("another operation is another call", async () => {
    expect(await requestDigest("one", { a: 1 })).not.toBe(await requestDigest("other", { a: 1 }));
  });
});

function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
