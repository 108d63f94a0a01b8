import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deadlines, untilLate, type TimedCall } from "../../../src/engine/guard/deadlines.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A call that ends on command. */
function call(deadlines: Deadlines) {
  let end: (result: string) => void = () => {};
  const timed = { isLate: false };
  const outcome = deadlines.limit(timed, new Promise<string>((resolve) => (end = resolve)));
  Promise.resolve(outcome).catch(() => {});
  return { outcome, end: (result: string) => end(result), isLate: () => timed.isLate };
}

describe("deadlines", () => {
  test("a call in time returns its result or its error", async () => {
    const deadlines = new Deadlines(1000);
    await expect(deadlines.limit({ isLate: false }, Promise.resolve("done"))).resolves.toBe("done");
    const refused = Promise.reject(new Error("refused"));
    await expect(deadlines.limit({ isLate: false }, refused)).rejects.toThrow("refused");
  });

  test("a call is abandoned when the limit has passed", async () => {
    const slow = call(new Deadlines(1000));
    vi.advanceTimersByTime(999);
    expect(slow.isLate()).toBe(false);
    vi.advanceTimersByTime(101);
    expect(slow.isLate()).toBe(true);
    await expect(slow.outcome).rejects.toThrow("took longer than 1000 ms");
  });

  test("each call has its own limit, whatever the order in which they end", async () => {
    const deadlines = new Deadlines(1000);
    const [first, second] = [call(deadlines), call(deadlines)];
    vi.advanceTimersByTime(500);
    const third = call(deadlines);
    second.end("second");
    await expect(second.outcome).resolves.toBe("second");
    vi.advanceTimersByTime(600);
    await expect(first.outcome).rejects.toThrow();
    expect(third.isLate()).toBe(false);
    third.end("third");
    await expect(third.outcome).resolves.toBe("third");
  });

  test("a call that ends after it was abandoned ends no other call", async () => {
    const deadlines = new Deadlines(1000);
    const [late, ...others] = [call(deadlines), call(deadlines), call(deadlines)];
    vi.advanceTimersByTime(1100);
    const next = call(deadlines);
    late.end("late");
    await Promise.all(others.map(({ outcome }) => expect(outcome).rejects.toThrow()));
    expect(next.isLate()).toBe(false);
    vi.advanceTimersByTime(1100);
    expect(next.isLate()).toBe(true);
  });

  test("work that never ends is ended with its call", async () => {
    const deadlines = new Deadlines(1000);
    const timed: TimedCall = { isLate: false };
    const work = untilLate(timed, () => new Promise<never>(() => {}));
    const outcomes = Promise.allSettled([work, deadlines.limit(timed, work)]);
    vi.advanceTimersByTime(1100);
    const tooLong = { status: "rejected", reason: { message: "the call took longer than 1000 ms" } };
    expect(await outcomes).toMatchObject([tooLong, tooLong]);
    const begun = vi.fn();
    await expect(untilLate(timed, async () => void begun())).rejects.toThrow(
      "the time limit of this call was reached",
    );
    expect(begun).not.toHaveBeenCalled();
  });

  test("work in time returns its result or its error", async () => {
    const timed: TimedCall = { isLate: false };
    await expect(untilLate(timed, async () => "done")).resolves.toBe("done");
    await expect(untilLate(timed, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  });

  test("no timer remains", async () => {
    const deadlines = new Deadlines(1000);
    expect(vi.getTimerCount()).toBe(0);
    call(deadlines);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
