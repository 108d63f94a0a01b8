/** Shipments and their tracks beyond the worked examples (sales 9). */
import { beforeAll, describe, expect, test } from "vitest";
import { CallFault } from "../../../support/shop.js";
import { startSalesShop, type PlacedOrder } from "../sales-shop.js";

const sales = await startSalesShop();
let order: PlacedOrder;
let shipment: string;
beforeAll(async () => {
  order = await sales.place([{ sku: "A", qty: 3, price: 10 }]);
  ({ increment_id: shipment } = await order.ship({ A: 1 }));
});

const call = (operation: string, ...args: unknown[]) =>
  sales.shop.call(`sales_order_shipment.${operation}`, args);
const info = async () => (await call("info", shipment)) as { tracks: object[]; updated_at: string };

/** The name of the fault, and the fields of its problems. */
async function refusal(operation: string, ...args: unknown[]): Promise<string> {
  const error: unknown = await call(operation, ...args).catch((thrown: unknown) => thrown);
  if (!(error instanceof CallFault)) throw new Error(`${operation} was not refused`);
  const fields = (error.data.errors as { field: string }[] | undefined)?.map(({ field }) => field);
  return [error.fault, ...(fields ?? [])].join(" ");
}

describe("addTrack", () => {
  test.each([
    { title: "the carrier before title and number", args: ["pigeon", [], []], want: "data_invalid carrier" },
    { title: "the carrier before an empty number", args: ["pigeon", "", " "], want: "data_invalid carrier" },
    { title: "the title before the number", args: ["ups", [], []], want: "data_invalid title" },
    { title: "an empty number", args: ["ups", "", " "], want: "data_invalid trackNumber" },
  ])("checks $title", async ({ args, want }) => {
    expect(await refusal("addTrack", shipment, ...args)).toBe(want);
    expect(await refusal("addTrack", "1", ...args)).toBe("shipment_not_exists");
  });

  test("keeps the given title, or that of the carrier, and trims the number", async () => {
    sales.shop.clock.advance(60);
    const first = await call("addTrack", shipment, "ups", "", " 1Z ");
    const second = await call("addTrack", shipment, "custom", "Van", "7");
    const { tracks, updated_at } = await info();
    expect(tracks).toMatchObject([
      { track_id: first, carrier_code: "ups", title: "United Parcel Service", track_number: "1Z" },
      { track_id: second, carrier_code: "custom", title: "Van", track_number: "7" },
    ]);
    expect(updated_at).toBe("2025-06-01 12:01:00");
  });
});

describe("removeTrack", () => {
  test("removes one track of this shipment, once", async () => {
    const id = await call("addTrack", shipment, "ups", "", "gone");
    const before = (await info()).tracks;
    expect(await call("removeTrack", shipment, id)).toBe(true);
    expect((await info()).tracks).toEqual(before.slice(0, -1));
    expect(await refusal("removeTrack", shipment, id)).toBe("track_not_exists");
  });

  test("does not find the tracks of other shipments", async () => {
    const { increment_id: other } = await order.ship({ A: 1 });
    const id = await call("addTrack", other, "ups", "", "theirs");
    expect(await refusal("removeTrack", shipment, id)).toBe("track_not_exists");
  });
});
