/** A client whose answers were lost in a crash repeats its calls: in the end, each was executed once. */
import { expect, test } from "vitest";
import { workingPlace } from "../../support/process.js";
import { basic } from "../../support/shop.js";

const clients = 20;
const count = 200;

test("kill -9 while calls are in progress: with their keys they are repeated without duplicates", async ({
  onTestFinished,
}) => {
  const place = await workingPlace({ onTestFinished });
  const settings = ["--port", "0", "--storage", "file:./shop", "--dataset", "minimal"];
  const victim = place.start(settings);
  const address = await victim.address();
  let answered = 0;
  const unsent = numbers();
  const client = async (): Promise<void> => {
    for (let number = unsent.shift(); number !== undefined; number = unsent.shift()) {
      await create(address, number);
      answered += 1;
      // The calls of the other clients are arriving, waiting for the disk, or on disk without an answer.
      if (answered === count / 4) victim.kill("SIGKILL");
    }
  };
  await Promise.allSettled(Array.from({ length: clients }, client));
  expect(await victim.ended).toBe("SIGKILL");
  expect(answered).toBeLessThan(count);

  const next = await place.start(settings).address();
  const again = await Promise.all(numbers().map((number) => create(next, number)));
  expect(again.filter(({ replayed }) => replayed).length).toBeGreaterThanOrEqual(answered);
  expect(new Set(again.map(({ id }) => id)).size).toBe(count);
  expect(await namesOf(next)).toEqual(numbers().map((number) => `Shelf ${number}`));
});

function numbers(): number[] {
  return Array.from({ length: count }, (_, number) => 100 + number);
}

async function create(address: string, number: number): Promise<{ id: unknown; replayed: boolean }> {
  const categoryData = {
    ...{ name: `Shelf ${number}`, is_active: 1, include_in_menu: 1 },
    ...{ available_sort_by: ["position"], default_sort_by: "position" },
  };
  const response = await fetch(`${address}/api/rpc/catalog_category.create`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...basic(), "Idempotency-Key": `shelf ${number}` },
    body: JSON.stringify({ parentId: 2, categoryData }),
  });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return { id: await response.json(), replayed: response.headers.has("Idempotent-Replayed") };
}

async function namesOf(address: string): Promise<string[]> {
  const response = await fetch(`${address}/api/rpc/catalog_category.tree`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...basic() },
    body: JSON.stringify({ parentId: 2 }),
  });
  const { children } = (await response.json()) as { children: { name: string }[] };
  return children.map(({ name }) => name).sort();
}
