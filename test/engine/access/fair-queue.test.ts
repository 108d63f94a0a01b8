import { expect, test } from "vitest";
import { FairQueue, QueueFull } from "../../../src/engine/guard/fair-queue.js";

/** Tasks that end on command, and the order in which they began. */
function tasks(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (lane: string | undefined, name: string) =>
    queue.run(lane, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, run, endNext };
}

test("lanes take turns, even if one of them is long", async () => {
  const { begun, run, endNext } = tasks(new FairQueue(1, 10));
  const all = ["a1", "a2", "a3", "a4", "b1", "c1", "c2"].map((name) => run(name[0], name));
  for (const _ of all) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "c2", "a4"]);
});

test("a limited number runs at once", async () => {
  const { begun, run, endNext } = tasks(new FairQueue(2, 10));
  const all = ["a", "b", "c"].map((name) => run(name, name));
  expect(begun).toEqual(["a", "b"]);
  await endNext();
  expect(begun).toEqual(["a", "b", "c"]);
  await endNext();
  await endNext();
  await Promise.all(all);
});

test("when too many wait, the latest of the longest lane is refused in favour of another lane", async () => {
  const { begun, run, endNext } = tasks(new FairQueue(1, 3));
  const first = run("a", "a1");
  const [second, third, fourth] = [run("a", "a2"), run("a", "a3"), run("a", "a4")];
  await expect(run("a", "a5")).rejects.toThrow(QueueFull);
  const other = run("b", "b1");
  await expect(fourth).rejects.toThrow(QueueFull);
  for (let ended = 0; ended < 4; ended += 1) await endNext();
  await Promise.all([first, second, third, other]);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("tasks of the server itself are never refused", async () => {
  const { run, endNext } = tasks(new FairQueue(1, 0));
  const own = [run(undefined, "1"), run(undefined, "2"), run(undefined, "3")];
  await expect(run("a", "a1")).rejects.toThrow(QueueFull);
  for (const _ of own) await endNext();
  await Promise.all(own);
});
