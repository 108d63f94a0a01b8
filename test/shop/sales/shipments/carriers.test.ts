/** Carriers of tracking numbers: the installed ones, those of CARRIERS and those of a dataset (sales 9.3). */
import { beforeEach, describe, expect, test } from "vitest";
import { carrierTitle, carrierTitles } from "../../../../src/shop/sales/shipments/carriers.js";
import { carrierList } from "../../../../src/shop/settings.js";
import { startShop } from "../../../support/shop.js";

const none = { settings: { carriers: {} }, shop: { doc: {} } };

test("the six carriers with tracking come first, in this order", () => {
  expect(Object.entries(carrierTitles(none))).toEqual([
    ["custom", "Custom Value"],
    ["dhl", "DHL (Deprecated)"],
    ["fedex", "Federal Express"],
    ["ups", "United Parcel Service"],
    ["usps", "United States Postal Service"],
    ["dhlint", "DHL"],
  ]);
});

test.each([
  { code: "ups", want: "United Parcel Service" },
  { code: "UPS", want: undefined },
  { code: "flatrate", want: undefined },
  { code: "toString", want: undefined },
])("$code: $want", ({ code, want }) => expect(carrierTitle(none, code)).toBe(want));

describe("CARRIERS", () => {
  test.each([
    ["", {}],
    ["dpd:DPD,gls:GLS", { dpd: "DPD", gls: "GLS" }],
    [" dpd : DPD Direct: Paket ", { dpd: "DPD Direct: Paket" }],
  ])("%j", (text, want) => expect(carrierList(text)).toEqual(want));

  test.each(["dpd", "dpd:", ":DPD", "DPD:DPD", "d p:DPD", "dpd:DPD,", `dpd:${"x".repeat(256)}`])(
    "%j is refused",
    (text) => expect(() => carrierList(text)).toThrow("must be code:title separated by commas"),
  );
});

describe("a shop with carriers of both kinds", async () => {
  const shop = await startShop({ dataset: "sample", settings: { carriers: { dpd: "DPD" } } });
  beforeEach(() => shop.reset({ extends: "sample", settings: { carriers: { gls: "GLS" } } }));

  const shipment = async () =>
    ((await shop.call("sales_order_shipment.list")) as { increment_id: string }[])[0]?.increment_id;

  test("lists them after the installed ones", async () => {
    const carriers = await shop.call("sales_order_shipment.getCarriers", ["100000001"]);
    expect(Object.keys(carriers as object).slice(-3)).toEqual(["dhlint", "dpd", "gls"]);
  });

  test("takes their tracks, with their titles", async () => {
    const id = await shipment();
    for (const carrier of ["dpd", "gls"])
      await shop.call("sales_order_shipment.addTrack", [id, carrier, "", "42"]);
    const { tracks } = (await shop.call("sales_order_shipment.info", [id])) as { tracks: object[] };
    expect(tracks.slice(-2)).toMatchObject([{ title: "DPD" }, { title: "GLS" }]);
  });

  test("names the settings where it refuses another", async () => {
    const params = [
      await shop.session(),
      "sales_order_shipment.addTrack",
      [await shipment(), "hermes", "", "42"],
    ];
    const { error } = await shop.rpc("call", params);
    expect(error?.message).toMatch(
      /dhlint, dpd, gls; the setting CARRIERS and settings.carriers of a dataset/,
    );
  });

  test("an export has those of the dataset", async () => {
    const { json } = await shop.http("GET", "/control/state");
    const { settings } = (json as { collections: { settings: object[] } }).collections;
    expect(settings).toContainEqual(expect.objectContaining({ id: "shop", carriers: { gls: "GLS" } }));
  });
});
