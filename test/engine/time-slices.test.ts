import { expect, test } from "vitest";
import { isSliceOver, nextSlice, RequestBatcher } from "../../src/engine/time-slices.js";

/** Blocks the event loop. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test("long work of many callers yields to the event loop between its slices", async () => {
  let turns = 0;
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    turns += 1;
  }, 1);
  const worker = async () => {
    for (let step = 0; step < 20; step += 1) {
      if (isSliceOver()) await nextSlice();
      work(1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, async () => nextSlice().then(worker)));
  clearInterval(timer);
  // 400 ms of work in slices of 8 ms, each followed by a turn.
  expect(turns).toBeGreaterThan(20);
});

test("waiting work continues in the order of its arrival, short pieces in one slice", async () => {
  const order: number[] = [];
  const all = [1, 2, 3].map((nth) => nextSlice().then(() => order.push(nth)));
  let turned = false;
  const turn = new Promise<void>((resolve) =>
    setImmediate(() => setImmediate(() => resolve(void (turned = true)))),
  );
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
  expect(turned).toBe(false);
  await turn;
});

test("answers are sent after all work that was ready in the slice", async () => {
  const batcher = new RequestBatcher((error) => expect.unreachable(String(error)));
  const order: string[] = [];
  const one = nextSlice().then(() => {
    batcher.answer(() => order.push("sent"));
    order.push("one");
  });
  const two = nextSlice().then(() => order.push("two"));
  await Promise.all([one, two]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(["one", "two", "sent"]);
});
