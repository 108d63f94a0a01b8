/** Order numbers after a crash of the process: an acknowledged number stays, and no number is used twice or skipped. */
import { expect } from "vitest";
import { inPlace as test } from "../../support/place.js";
import { callBy, placeOrderBy, type PlacedOrder, type Program } from "../../support/process.js";

const rounds = 3;
const callers = 8;

const args = ["--port", "0", "--dataset", "sample", "--storage", "file:data", "--log-level", "fatal"];

/** Places orders from several callers at once and kills the program meanwhile. Returns the acknowledged orders. */
async function placeUntilDeath(program: Program, address: string, deathAt: number): Promise<PlacedOrder[]> {
  const acknowledged: PlacedOrder[] = [];
  const caller = async () => {
    for (;;) {
      acknowledged.push(await placeOrderBy(address, "endless"));
      if (acknowledged.length === deathAt) program.kill("SIGKILL");
    }
  };
  await Promise.allSettled(Array.from({ length: callers }, caller));
  await program.ended;
  return acknowledged;
}

test("order numbers have no gap and no duplicate after a crash", async ({ place: home }) => {
  const acknowledged: PlacedOrder[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const program = home.start(args);
    const address = await program.address();
    if (round === 0) {
      // The product has no managed stock, so that it never runs out.
      const data = { name: "Endless", price: 5, website_ids: [1] };
      await callBy(address, "catalog_product.create", ["simple", 4, "endless", data]);
    }
    acknowledged.push(...(await placeUntilDeath(program, address, 10 + 25 * round)));
  }

  const address = await home.start(args).address();
  acknowledged.push(await placeOrderBy(address, "endless"));
  const { result } = await callBy(address, "sales_order.list", [{ store_id: 1 }]);
  const orders = result as PlacedOrder[];
  const numberOf = new Map(orders.map(({ order_id, increment_id }) => [order_id, increment_id]));
  for (const { order_id, increment_id } of acknowledged) expect(numberOf.get(order_id)).toBe(increment_id);

  const numbers = orders.map(({ increment_id }) => Number(increment_id)).sort((a, b) => a - b);
  const first = numbers[0] as number;
  expect(numbers).toEqual(numbers.map((_, at) => first + at));
});
