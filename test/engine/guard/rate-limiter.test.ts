/**
 * Counting in windows; access/call-rate.test.ts and access/throttle.test.ts test the behaviour for callers.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { QueueFull } from "../../../src/engine/guard/fair-queue.js";
import { RateExceeded, RateLimiter, type Quota } from "../../../src/engine/guard/rate-limiter.js";
import type { RateWindow, SharedRates } from "../../../src/engine/storage/shared.js";

const options = {
  name: "test",
  windowMs: 60_000,
  refusal: (retryAfterSeconds: number) => new RateExceeded(retryAfterSeconds),
};

const clock = { at: 0, now: () => clock.at };
beforeEach(() => {
  clock.at = 1_000_000;
});

/** The state that several processes share, in the memory of this process. */
class Rates implements SharedRates {
  readonly windows = new Map<string, RateWindow>();
  add = async (keys: readonly string[], now: number, length: number) =>
    keys.map((key) => {
      const known = this.open(key, now, length) ?? { count: 0, until: now + length };
      const window = { ...known, count: known.count + 1 };
      this.windows.set(key, window);
      return window;
    });
  read = async (keys: readonly string[], now: number, length: number) =>
    keys.map((key) => this.open(key, now, length));
  forget = async (key: string) => void this.windows.delete(key);
  clear = async (name: string) => {
    for (const key of this.windows.keys()) if (key.startsWith(`${name} `)) this.windows.delete(key);
  };
  private open(key: string, now: number, length: number) {
    const window = this.windows.get(key);
    return window && window.until > now && window.until <= now + length ? window : undefined;
  }
}

/** "", or the seconds of the refusal. */
async function outcome(work: () => unknown): Promise<number | ""> {
  try {
    await work();
    return "";
  } catch (error) {
    if (!(error instanceof RateExceeded)) throw error;
    return error.retryAfterSeconds;
  }
}

describe.each([
  { title: "in one process", shared: () => undefined },
  { title: "in several processes", shared: () => new Rates() },
])("$title", ({ shared }) => {
  let limiter: RateLimiter;
  beforeEach(() => {
    limiter = new RateLimiter(clock, options, shared());
  });
  const count = (key = "a", limit = 2) => outcome(() => limiter.count({ key, limit }));
  const fail = (...quotas: Quota[]) =>
    outcome(() => limiter.attempt(quotas, () => Promise.resolve(undefined)));
  const succeed = (...quotas: Quota[]) =>
    outcome(() => limiter.attempt(quotas, () => Promise.resolve("found")));

  test("a window begins with the first event and ends for all of them together", async () => {
    expect(await count()).toBe("");
    clock.at += 59_000;
    expect([await count(), await count(), await count("b")]).toEqual(["", 1, ""]);
    clock.at += 1000;
    expect([await count(), await count(), await count()]).toEqual(["", "", 60]);
  });

  test("a clock that was set back ends windows in the future", async () => {
    expect([await count(), await count(), await count()]).toEqual(["", "", 60]);
    clock.at -= 1000;
    expect(await count()).toBe("");
  });

  test("only failures of attempts count, and refused attempts do not", async () => {
    const name = { key: "name", limit: 2 };
    expect([await succeed(name), await fail(name), await fail(name)]).toEqual(["", "", ""]);
    clock.at += 30_000;
    expect([await fail(name), await succeed(name)]).toEqual([30, 30]);
    clock.at += 30_000;
    expect([await fail(name), await fail(name), await fail(name)]).toEqual(["", "", 60]);
  });

  test("a success resets the failures of a quota with that option", async () => {
    const [name, address] = [
      { key: "name", limit: 2, isClearedBySuccess: true },
      { key: "address", limit: 3 },
    ];
    expect([await fail(name, address), await succeed(name, address)]).toEqual(["", ""]);
    expect([await fail(name, address), await succeed(name, address)]).toEqual(["", ""]);
    expect([await fail(name, address), await succeed(name, address)]).toEqual(["", 60]);
    expect(await succeed(name)).toBe("");
  });

  test("of several reached limits the longest wait counts", async () => {
    const [first, second] = [
      { key: "first", limit: 1 },
      { key: "second", limit: 1 },
    ];
    await fail(first);
    clock.at += 20_000;
    await fail(second);
    expect([await succeed(first), await succeed(first, second)]).toEqual([40, 60]);
  });

  test("an error of the check is not a failure", async () => {
    const name = { key: "name", limit: 1 };
    const broken = limiter.attempt([name], () => Promise.reject(new Error("broken")));
    await expect(broken).rejects.toThrow("broken");
    expect(await succeed(name)).toBe("");
  });

  test("a reset removes all counts", async () => {
    const name = { key: "name", limit: 1 };
    await fail(name);
    await limiter.clear();
    expect(await succeed(name)).toBe("");
  });
});

describe("concurrent attempts", () => {
  const limiter = () => new RateLimiter(clock, options);
  const name = { key: "name", limit: 2 };
  const later = (found?: string) => () =>
    new Promise<string | undefined>((resolve) => setImmediate(resolve, found));

  test("wait if they could all be failures beyond the limit", async () => {
    const one = limiter();
    let checks = 0;
    const wrong = () => {
      checks += 1;
      return later()();
    };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcome(() => one.attempt([name], wrong))),
    );
    expect(checks).toBe(2);
    expect(outcomes.filter((seconds) => seconds === 60)).toHaveLength(8);
  });

  test("that succeed are all accepted, but at most a hundred wait", async () => {
    const one = limiter();
    const right = (times: number) =>
      Promise.all(Array.from({ length: times }, () => outcome(() => one.attempt([name], later("found")))));
    expect(new Set(await right(102))).toEqual(new Set([""]));
    const attempts = Array.from({ length: 110 }, () => one.attempt([name], later("found")));
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter((settled) => settled.status === "rejected");
    expect(refused.map(({ reason }) => reason as unknown)).toEqual(Array(8).fill(expect.any(QueueFull)));
  });
});

test("limiters that share state count separately by name", async () => {
  const shared = new Rates();
  const limiters = ["calls", "logins"].map((name) => new RateLimiter(clock, { ...options, name }, shared));
  for (const limiter of limiters) await limiter.count({ key: "a", limit: 1 });
  expect([...shared.windows.keys()]).toEqual(["calls a", "logins a"]);
  await limiters[0]?.clear();
  expect([...shared.windows.keys()]).toEqual(["logins a"]);
});

test("beyond a hundred thousand windows the oldest is removed", async () => {
  const limiter = new RateLimiter(clock, options);
  for (let key = 0; key <= 100_000; key += 1) void limiter.count({ key: String(key), limit: 1 });
  expect(await outcome(() => limiter.count({ key: "100000", limit: 1 }))).toBe(60);
  expect(await outcome(() => limiter.count({ key: "0", limit: 1 }))).toBe("");
});
