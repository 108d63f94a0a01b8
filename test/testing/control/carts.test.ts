/**
 * `/control/coupons`, `/control/agreements`, `/control/carts`: data that carts need and no operation creates
 * (beyond 20).
 */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const post = (path: string, body: unknown) => shop.http("POST", `/control/${path}`, { body });

/** The status, and the refused members. */
async function refusal(path: string, body: unknown): Promise<unknown[]> {
  const { status, json } = await post(path, body);
  const { errors = [] } = json as { errors?: { field?: string }[] };
  return [status, ...errors.map(({ field }) => field)];
}

async function cartWith(...codes: readonly string[]): Promise<unknown[]> {
  const id = await shop.call("cart.create", ["default"]);
  await shop.call("cart_product.add", [id, [{ sku: "mug-01", qty: 2 }]]);
  const session = await shop.session();
  const answers: unknown[] = [];
  for (const code of codes) {
    const { result, error } = await shop.rpc("call", [session, "cart_coupon.add", [id, code]]);
    answers.push(error?.code ?? result);
  }
  const { coupon_code, applied_rule_ids } = (await shop.call("cart.info", [id])) as Record<string, unknown>;
  return [...answers, coupon_code, applied_rule_ids];
}

describe("coupons", () => {
  test("are returned as they were set, and apply to carts of their website and dates", async () => {
    const { status, json } = await post("coupons", {
      code: " Half ",
      percent: 50,
      uses: 3,
      from: "2025-06-01",
    });
    expect([status, json]).toEqual([
      201,
      {
        ...{ code: "Half", percent: 50, fixed: null, free_shipping: false, uses: 3, used: 0 },
        ...{ from: "2025-06-01", to: null, website: null },
      },
    ]);
    for (const body of [
      { code: "past", fixed: 1, to: "2025-05-31" },
      { code: "soon", fixed: 1, from: "2025-06-02" },
      { code: "there", fixed: 1, website: "second" },
      { code: "here", fixed: 1, website: "base", to: "2025-06-01" },
    ])
      expect((await post("coupons", body)).status).toBe(201);
    // A wrong code removes the previous one; each coupon is a separate rule.
    expect(await cartWith("half", "HERE")).toEqual([true, true, "HERE", "5"]);
    expect(await cartWith("half", "past")).toEqual([true, 1083, null, null]);
    expect(await cartWith("soon", "there", "half")).toEqual([1083, 1083, true, "half", "1"]);
  });

  test("disappear when all are removed, from carts with their next change", async () => {
    await post("coupons", { code: "TEN", percent: 10 });
    const id = await shop.call("cart.create", ["default"]);
    await shop.call("cart_product.add", [id, [{ sku: "mug-01" }]]);
    await shop.call("cart_coupon.add", [id, "ten"]);
    expect((await shop.http("DELETE", "/control/coupons")).status).toBe(204);
    await shop.call("cart_product.add", [id, [{ sku: "mug-01" }]]);
    expect(await shop.call("cart.totals", [id])).toEqual([
      { title: "Subtotal", amount: 25 },
      { title: "Grand Total", amount: 25 },
    ]);
    expect(await cartWith("ten")).toEqual([1083, null, null]);
  });

  test("are at most 1,000", async () => {
    const coupons = Array.from({ length: 1000 }, (_, nth) => ({
      ...{
        rule_id: nth + 1,
        code: `C${nth}`,
        percent: 5,
        fixed: null,
        free_shipping: 0,
        uses: null,
        used: 0,
      },
      ...{ from: null, to: null, website_id: null },
    }));
    await shop.reset({ extends: "sample", settings: { coupons: { coupons } } });
    expect(await cartWith("c999")).toEqual([true, "c999", "1000"]);
    expect(await refusal("coupons", { code: "more", percent: 5 })).toEqual([422, "code"]);
  });

  test.each([
    { body: { code: "x" }, want: [422, "percent"] },
    { body: { code: " ", percent: 5 }, want: [422, "code"] },
    { body: { code: "x", percent: 5, fixed: 5 }, want: [422, "fixed"] },
    { body: { code: "x", free_shipping: false }, want: [422, "percent"] },
    { body: { code: "x", percent: 5, from: "2025-02-30" }, want: [422, "from"] },
    { body: { code: "x", percent: 5, from: "2025-02-03", to: "2025-02-02" }, want: [422, "to"] },
    { body: { code: "x", percent: 5, website: "nowhere" }, want: [422, "website"] },
    { body: { code: "TEN", percent: 5 }, want: [422, "code"] },
    { body: { code: "x", percent: 101 }, want: [400, "percent"] },
    { body: { code: "x", percent: 5, uses: 0 }, want: [400, "uses"] },
    { body: { code: "x", percent: 5, more: 1 }, want: [400, "more"] },
  ])("$body is refused", async ({ body, want }) => {
    await post("coupons", { code: "ten", percent: 10 });
    expect(await refusal("coupons", body)).toEqual(want);
  });
});

describe("agreements", () => {
  const terms = { name: "Terms", content: "You pay.", checkbox_text: "I agree" };

  test("apply to all views, or to the named ones", async () => {
    expect((await post("agreements", terms)).json).toEqual({ agreement_id: 1 });
    const german = { ...terms, name: "AGB", is_html: true, stores: ["german"] };
    expect((await post("agreements", german)).json).toEqual({ agreement_id: 2 });
    const license = async (store: string) =>
      shop.call("cart.license", [await shop.call("cart.create", [store])]);
    const first = {
      ...{ agreement_id: 1, ...terms, content_height: null },
      ...{ is_active: true, is_html: false, position: 0 },
    };
    expect(await license("default")).toEqual([first]);
    expect(await license("german")).toMatchObject([first, { agreement_id: 2, is_html: true }]);
    expect((await shop.http("DELETE", "/control/agreements")).status).toBe(204);
    expect(await license("german")).toEqual([]);
  });

  test("are at most 100", async () => {
    for (let nth = 0; nth < 100; nth += 1) expect((await post("agreements", terms)).status).toBe(201);
    expect(await refusal("agreements", terms)).toEqual([422, "name"]);
  });

  test("of an unknown view are refused", async () => {
    expect(await refusal("agreements", { ...terms, stores: ["default", "nowhere"] })).toEqual([
      422,
      "stores",
    ]);
    expect(await refusal("agreements", { name: "Terms" })).toEqual([400, "content"]);
  });
});

describe("carts of customers", () => {
  test("are active, one for each website", async () => {
    const open = async (store?: string) =>
      (await post("carts", { customer_id: 1, ...(store === undefined ? {} : { store }) })).json as {
        quote_id: number;
      };
    const carts = [await open(), await open("german"), await open("second_default")];
    const info = await Promise.all(carts.map(({ quote_id }) => shop.call("cart.info", [quote_id])));
    expect(info).toMatchObject([
      { is_active: false, store_id: 1 },
      { is_active: true, store_id: 3, customer_id: 1, checkout_method: "customer" },
      { is_active: true, store_id: 2 },
    ]);
  });

  test("of an unknown customer or website are refused", async () => {
    expect(await refusal("carts", { customer_id: 999 })).toEqual([422, "customer_id"]);
    expect(await refusal("carts", { customer_id: 1, store: "nowhere" })).toEqual([422, "store"]);
  });
});
