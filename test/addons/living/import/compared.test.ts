/** The copy of a whole OpenMage, imported by XML-RPC, asked the same reads by four doors: every difference is explained. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Connection } from "../../../../src/cli/connection.js";
import { importLiving } from "../../../../src/addons/living/commands/import.js";
import { callDoors, type CallDoor, type LivingDoor } from "../../../../src/addons/living/doors/addresses.js";
import { callOperation, login } from "../../../../src/addons/living/doors/call.js";
import { Recorder } from "../../../../src/addons/living/record/recorder.js";
import { shippedFile, shippedRules } from "../../../../src/addons/living/recording/shipped.js";
import type { AnswerDifference } from "../../../../src/addons/living/replay/differences.js";
import { readRecording, type NumberedLine } from "../../../../src/addons/living/replay/recording-lines.js";
import { LivingReplay } from "../../../../src/addons/living/replay/replay.js";
import { shopContract } from "../../../../src/shop/contract.js";
import { startShop, type Shop } from "../../../support/shop.js";
import { sellingTape } from "../selling-tape.js";
import { startTape, type Tape } from "../tape.js";

/** Why values differ, by operation and path; `isUnset`: null there, and zero or nothing here. */
const explanations: readonly (readonly [why: string, operation: RegExp, path: RegExp])[] = [
  [
    "lists that belong to the installation, not to the shop's data",
    /^(catalog_product_attribute|catalog_category_attribute|directory_country|resources|resourceFaults|globalFaults)/,
    /./,
  ],
  [
    "categories that never had a mode of display have the default",
    /^catalog_category\.info$/,
    /display_mode/,
  ],
  ["categories of the same position: the database orders them", /^catalog_category\.info$/, /all_children/],
  ["parts of configurable products and bundles do not come", /^catalog_product\.info$/, /_options$/],
  ["numbers of tier prices are counted anew for each product", /^catalog_product\.info$/, /price_id/],
  ["images were not read", /^catalog_product_attribute_media\./, /./],
  [
    "rules and locks of rows have no place, which the report counts",
    /^sales_order\.info$/,
    /applied_rule_ids|locked_do_ship/,
  ],
  [
    "computed from shipping_amount, which the report counts",
    /^sales_order_creditmemo\./,
    /shipping_incl_tax/,
  ],
  ["an ID that is not set there", /^sales_order_shipment\.list$/, /shipment_id/],
];

function explanationOf(
  operation: string,
  { path, recorded, received }: AnswerDifference,
): string | undefined {
  const isUnset = recorded === "null" && ["[]", '"0"', "0"].includes(received ?? "");
  if (isUnset) return "flags and lists that were never set are zero or empty here";
  return explanations.find(([, of, at]) => of.test(operation) && at.test(path))?.[0];
}

describe("the copy and the shop", () => {
  let tape: Tape;
  let shop: Shop;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "compared-"));
    tape = await startTape();
    shop = await startShop({ dataset: "minimal", settings: { compatValues: "strings" } });
    await importLiving(
      { from: tape.url, user: "user", key: "key", keepPeople: true, images: false, url: shop.url },
      {
        server: new Connection({ url: shop.url }, {}),
        output: { json: true, write: () => {} },
        signal: new AbortController().signal,
        folder,
      },
    );
  });
  afterAll(async () => {
    tape.close();
    await shop.close();
    await rm(folder, { recursive: true });
  });

  /** The reads of the tape by this door; those by XML-RPC also stand for doors of which there is no tape. */
  async function* reads(door: LivingDoor): AsyncGenerator<NumberedLine> {
    const taped = door === "soap_v2" ? door : "xmlrpc";
    for await (const { number, line } of readRecording(shippedFile("openmage-reads.jsonl.gz")))
      if (line.door === taped) yield { number, line: { ...line, door } };
  }

  test.each([
    ["xmlrpc", 756],
    ["soap_v2", 542],
    ["soap", 756],
    ["jsonrpc", 756],
  ] as const)("by %s, %i reads", { timeout: 600_000 }, async (door, count) => {
    const replay = new LivingReplay({
      ...{ contract: shopContract, url: shop.url, username: "admin", key: "admin123", rules: shippedRules() },
      ...{ withValues: true, readsOnly: true },
    });
    const { totals, different } = await replay.run(reads(door));
    expect(totals.same + totals.decided + totals.different).toBe(count);
    const unexplained = different.flatMap(({ operation, args, differences }) =>
      differences
        .filter((one) => explanationOf(operation, one) === undefined)
        .map(
          ({ path, recorded, received }) =>
            `${operation} ${JSON.stringify(args)} ${path}: ${recorded} ${received}`,
        ),
    );
    expect(unexplained).toEqual([]);
    expect(different.length).toBeLessThan(count / 3);
  });

  /** What a program of a merchant calls in a day: reads, an order by a cart, and what becomes of it. */
  async function day(door: CallDoor, url: string): Promise<void> {
    const target = { door, url, contract: shopContract };
    const { value: session } = (await login(target, "api", "key-of-api")) as { value: string };
    const call = async (path: string, args: unknown): Promise<unknown> => {
      const answer = await callOperation(target, session, path, args);
      if (answer.outcome !== "result") throw new Error(`${door} ${path}: ${JSON.stringify(answer)}`);
      return answer.value;
    };
    await call("catalog_product.info", ["4"]);
    await call("customer_address.list", ["1"]);
    await call("sales_order.info", ["100000001"]);
    await call("sales_order_invoice.info", ["100000001"]);
    const data = {
      ...{ name: "Pen", status: "1", price: "10", weight: "1", description: "d", short_description: "s" },
      ...{ website_ids: ["1"], stock_data: { qty: "100", is_in_stock: 1 } },
    };
    const product = String(await call("catalog_product.create", ["simple", "4", `pen-${door}`, data]));
    const cart = await call("cart.create", ["default"]);
    await call("cart_product.add", [cart, [{ product_id: product, qty: 2 }]]);
    const guest = { mode: "guest", firstname: "Ada", lastname: "King", email: "ada@example.com" };
    await call("cart_customer.set", [cart, guest]);
    const address = {
      ...{ firstname: "Ada", lastname: "King", street: "1 Main Street", city: "Berlin", postcode: "10115" },
      ...{ country_id: "DE", region_id: "82", telephone: "030 123456" },
    };
    const modes = ["billing", "shipping"].map((mode) => ({ mode, ...address }));
    await call("cart_customer.addresses", [cart, modes]);
    await call("cart_shipping.method", [cart, "flatrate_flatrate"]);
    await call("cart_payment.method", [cart, { method: "checkmo" }]);
    const order = await call("cart.order", [cart]);
    const { items } = (await call("sales_order.info", [order])) as { items: { item_id: string }[] };
    const item = items[0]?.item_id as string;
    const invoice = await call("sales_order_invoice.create", [order, { [item]: 1 }, "A part.", false, false]);
    await call("sales_order_invoice.create", [order]);
    const shipment = await call("sales_order_shipment.create", [order]);
    const track = await call("sales_order_shipment.addTrack", [shipment, "ups", "UPS", "1Z"]);
    await call("sales_order_shipment.info", [shipment]);
    await call("sales_order_shipment.removeTrack", [shipment, track]);
    await call("sales_order_invoice.info", [invoice]);
    const part = { qtys: [{ order_item_id: item, qty: 1 }], shipping_amount: 0 };
    await call("sales_order_creditmemo.create", [order, part, "Back.", false, false]);
    await call("sales_order_creditmemo.create", [order]);
    await call("sales_order.info", [order]);
    await call("sales_order.list", [{ increment_id: order }]);
    await call("catalog_product.delete", [product]);
  }

  test("a day of selling by four doors, recorded and replayed, has no difference", async () => {
    const selling = await startTape({ instead: sellingTape().instead });
    const out = join(folder, "day.jsonl");
    const recorder = await Recorder.start({
      ...{ contract: shopContract, target: selling.url, out, overwrite: true, host: "127.0.0.1", port: 0 },
      ...{ redact: [], rewritesWsdl: false, warn: () => {} },
    });
    for (const door of callDoors) await day(door, recorder.url);
    await recorder.stop();
    selling.close();
    const replay = new LivingReplay({
      ...{ contract: shopContract, url: shop.url, username: "admin", key: "admin123", rules: shippedRules() },
      ...{ withValues: false, readsOnly: false },
    });
    const { totals, different } = await replay.run(readRecording(out));
    expect(different).toEqual([]);
    expect(totals).toMatchObject({ different: 0, not_replayed: 0 });
    expect(totals.same).toBeGreaterThan(70);
  });
});
