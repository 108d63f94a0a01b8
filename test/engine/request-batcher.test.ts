import { expect, test } from "vitest";
import { RequestBatcher } from "../../src/engine/time-slices.js";

const unexpected = (error: unknown) => {
  throw error;
};

test("requests of one turn form a batch, later ones form the next", async () => {
  const batcher = new RequestBatcher(unexpected);
  const order: string[] = [];
  const handle = async (name: string) => {
    await new Promise<void>((resolve) => batcher.add(resolve));
    order.push(`${name} goes on`);
    batcher.answer(() => order.push(`${name} is answered`));
  };
  const first = [handle("a"), handle("b")];
  expect(order).toEqual([]);
  await Promise.all(first);
  await handle("c");
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([
    ...["a goes on", "b goes on", "a is answered", "b is answered"],
    ...["c goes on", "c is answered"],
  ]);
});

test("an answer that cannot be sent delays no other", async () => {
  const failures: unknown[] = [];
  const batcher = new RequestBatcher((error) => failures.push(error));
  const sent: number[] = [];
  batcher.answer(() => sent.push(1));
  batcher.answer(() => unexpected("broken"));
  batcher.answer(() => sent.push(3));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([1, 3]);
  expect(failures).toEqual(["broken"]);
});
