import { expect, test } from "vitest";
import { Turn } from "../../src/http/turn.js";

const unexpected = (error: unknown) => {
  throw error;
};

test("what arrives in one turn goes on together, what arrives later in the next", async () => {
  const turn = new Turn(unexpected);
  const order: string[] = [];
  const handle = async (name: string) => {
    await turn.gathered();
    order.push(`${name} goes on`);
    turn.answer(() => order.push(`${name} is answered`));
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

test("an answer that cannot be sent keeps none of the others back", async () => {
  const failures: unknown[] = [];
  const turn = new Turn((error) => failures.push(error));
  const sent: number[] = [];
  turn.answer(() => sent.push(1));
  turn.answer(() => unexpected("broken"));
  turn.answer(() => sent.push(3));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([1, 3]);
  expect(failures).toEqual(["broken"]);
});
