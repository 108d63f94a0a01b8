/** The choices of configurable products and bundles, set by the test control (catalog 6.2). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const [mugs, boxTea] = [8, 48];
const address = (id: number | string) => `/control/products/${id}/composition`;
const read = async (id: number | string) => shop.http("GET", address(id));
const compose = async (id: number | string, body: unknown) => shop.http("PUT", address(id), { body });

/** The status, and the errors by their paths. */
async function refusal(id: number | string, body: unknown) {
  const { status, json } = await compose(id, body);
  const { errors = [] } = json as { errors?: { field?: string; message: string }[] };
  return [status, ...errors.map(({ field, message }) => (field ? `${field}: ${message}` : message))];
}

const sand = { sku: "mug-glaze-sand" };
const moss = { sku: "mug-glaze-moss" };
const selection = { sku: "mug-02" };
const option = { title: "Cups", selections: [selection] };

test("the sample shop has one of each type", async () => {
  expect((await read(mugs)).json).toEqual({
    product_id: mugs,
    type: "configurable",
    attributes: [
      {
        attribute_id: 141,
        code: "tone",
        prices: [{ option_id: 13, label: "Moss", price: 2, is_percent: false }],
      },
    ],
    children: [
      { product_id: 9, sku: "mug-glaze-sand", super_attribute: { 141: 12 } },
      { product_id: 10, sku: "mug-glaze-moss", super_attribute: { 141: 13 } },
    ],
    options: [],
  });
  const { type, options } = (await read(boxTea)).json as { type: string; options: unknown[] };
  expect(type).toBe("bundle");
  expect(options).toMatchObject([
    { option_id: 1, title: "Pot", type: "radio", required: true, selections: [{}, {}] },
    { option_id: 2, title: "Cups", selections: [{ sku: "mug-02", qty: 4, can_change_qty: true }] },
    { option_id: 3, title: "Extras", type: "checkbox", required: false },
  ]);
});

test("a bundle without a composition has empty lists", async () => {
  expect((await read(47)).json).toEqual({
    ...{ product_id: 47, type: "bundle" },
    ...{ attributes: [], children: [], options: [] },
  });
});

test("the previous composition is replaced, and IDs are new", async () => {
  const { status, json } = await compose(boxTea, { options: [option] });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    options: [
      {
        ...{ option_id: 4, title: "Cups", type: "select", required: true },
        selections: [{ selection_id: 6, product_id: 2, sku: "mug-02", qty: 1, can_change_qty: false }],
      },
    ],
  });
  expect((await read(boxTea)).json).toEqual(json);
});

test("prices by the ID of the option, as a number and as text, in percent", async () => {
  const priced = (option: unknown) => ({
    attributes: ["tone"],
    children: [{ ...sand, pricing: { tone: { option, price: -5, is_percent: true } } }],
  });
  for (const named of [12, "12", "Sand"]) {
    const { json } = await compose(mugs, priced(named));
    expect(json).toMatchObject({
      attributes: [{ prices: [{ option_id: 12, label: "Sand", price: -5, is_percent: true }] }],
    });
  }
});

test("two attributes, and the same price for two children", async () => {
  const dear = { pricing: { material: { option: "Stoneware", price: 1 } } };
  const { status, json } = await compose(mugs, {
    attributes: ["tone", "material"],
    children: [
      { ...sand, ...dear },
      { ...moss, ...dear },
    ],
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    attributes: [{ prices: [] }, { code: "material", prices: [{ label: "Stoneware", price: 1 }] }],
    children: [{ super_attribute: { 141: 12 } }, { super_attribute: { 141: 13 } }],
  });
});

describe("refused with 422 and the path", () => {
  const tone = (...children: readonly object[]) => ({ attributes: ["tone"], children });
  const of = (...attributes: readonly string[]) => ({ attributes, children: [] });
  const bundle = (...selections: readonly object[]) => ({ options: [{ title: "A", selections }] });
  const sandPriced = (pricing: object) => tone({ ...sand, pricing });
  const noComposition = "id: must be the ID of a configurable product or a bundle: this one is";
  const ownOptions = "attributes[0]: must have the input select and options of its own";

  test.each<[id: number, body: object, message: string]>([
    [1, {}, `${noComposition} simple`],
    [21, {}, `${noComposition} grouped; a grouped product consists of its links of type grouped`],
    [mugs, { ...tone(), options: [] }, "options: must be omitted: the product is a configurable product"],
    [mugs, of("no"), "attributes[0]: must be the code of a product attribute"],
    [mugs, of("tone", "tone"), "attributes[1]: is given twice"],
    [mugs, of("status"), ownOptions],
    // It has several values.
    [mugs, of("care"), ownOptions],
    [mugs, tone(sand, { sku: "no" }), "children[1].sku: must be the SKU of a product"],
    [mugs, tone(sand, sand), "children[1].sku: is given twice"],
    [mugs, tone({ sku: "box-tea" }), "children[0].sku: must be one of these types: simple, virtual"],
    [
      mugs,
      tone({ sku: "mug-03" }),
      "children[0].sku: must be a product with a value of tone: set it by catalog_product.update",
    ],
    [
      mugs,
      { attributes: ["material"], children: [sand, moss] },
      'children[1].sku: has the same material as "mug-glaze-sand"',
    ],
    [
      mugs,
      sandPriced({ material: { option: 1, price: 1 } }),
      "children[0].pricing.material: is not among attributes",
    ],
    [
      mugs,
      sandPriced({ tone: { option: "Moss", price: 1 } }),
      'children[0].pricing.tone.option: must be the option that the product has: "Sand" (12)',
    ],
    [boxTea, { options: [], children: [] }, "children: must be omitted: the product is a bundle product"],
    [boxTea, bundle(selection, { sku: "no" }), "options[0].selections[1].sku: must be the SKU of a product"],
    [boxTea, bundle({ ...selection, qty: 0 }), "options[0].selections[0].qty: must be more than 0"],
    [
      boxTea,
      bundle({ ...selection, qty: 0.5 }),
      "options[0].selections[0].qty: must be whole: the product is sold by the piece",
    ],
  ])("product %i by %j", async (id, body, message) => {
    const before = (await shop.http("GET", "/control/state")).text;
    expect(await refusal(id, body)).toEqual([422, message]);
    const after = (await shop.http("GET", "/control/state")).json as { collections: object };
    expect(after.collections).toEqual((JSON.parse(before) as typeof after).collections);
  });

  test("not lists", async () => {
    expect(await refusal(mugs, {})).toEqual([
      422,
      "attributes: is required: the product is a configurable product",
      "children: is required: the product is a configurable product",
    ]);
    expect(await refusal(boxTea, {})).toEqual([422, "options: is required: the product is a bundle product"]);
  });

  test("two prices of one option", async () => {
    const at = (price: number) => ({ material: { option: "Stoneware", price } });
    const children = [
      { ...sand, pricing: at(1) },
      { ...moss, pricing: at(2) },
    ];
    expect(await refusal(mugs, { attributes: ["tone", "material"], children })).toEqual([
      422,
      "children[1].pricing.material: differs from the price that was given for this option before",
    ]);
  });
});

test.each([
  [{ options: {} }, "options: must be array"],
  [{ options: [{ ...option, sort: 1 }] }, "options[0].sort: is unknown"],
  [{ options: [{ selections: [selection] }] }, "options[0].title: is required"],
  [{ options: [{ title: "A", selections: [] }] }, "options[0].selections: must have at least 1 items"],
  [
    { options: [{ ...option, type: "drop_down" }] },
    "options[0].type: must be one of select, radio, checkbox, multi",
  ],
  [
    { options: [{ title: "A", selections: [{ ...selection, qty: "2" }] }] },
    "options[0].selections[0].qty: must be number",
  ],
])("%j is refused with 400 and the place", async (body, message) => {
  expect(await refusal(boxTea, body)).toEqual([400, message]);
});

test("an unknown product is 404, an invalid ID 400", async () => {
  expect(await refusal(999, { options: [] })).toEqual([404, "There is no product 999."]);
  expect((await read(999)).status).toBe(404);
  expect((await read("mug-glaze")).status).toBe(400);
  expect(await read(1)).toMatchObject({ status: 422 });
});

test("a deleted product is removed from compositions", async () => {
  await shop.call("catalog_product.delete", [9]);
  await shop.call("catalog_product.delete", [2]);
  expect((await read(mugs)).json).toMatchObject({ children: [{ product_id: 10 }] });
  expect((await read(boxTea)).json).toMatchObject({ options: [{}, { selections: [] }, {}] });
  await shop.call("catalog_product.delete", [mugs]);
  expect((await read(mugs)).status).toBe(404);
  const left = (await shop.http("GET", "/control/state")).json as { collections: Record<string, unknown[]> };
  expect(left.collections.compositions).toMatchObject([{ id: boxTea }]);
  expect((await shop.http("PUT", "/control/state", { body: left })).status).toBe(204);
});

test("an attribute that buyers choose by cannot be removed before the product", async () => {
  await expect(shop.call("catalog_product_attribute.remove", ["tone"])).rejects.toMatchObject({
    fault: "can_not_delete",
  });
  await shop.call("catalog_product.delete", [mugs]);
  expect(await shop.call("catalog_product_attribute.remove", ["tone"])).toBe(true);
});

test("a child with a changed option is chosen by the new option, and a removed option has no price", async () => {
  await shop.call("catalog_product.update", [9, { tone: "13" }]);
  expect((await read(mugs)).json).toMatchObject({
    children: [{ super_attribute: { 141: 13 } }, { super_attribute: { 141: 13 } }],
  });
  await shop.call("catalog_product_attribute.removeOption", ["tone", 13]);
  expect((await read(mugs)).json).toMatchObject({
    attributes: [{ prices: [] }],
    children: [{ super_attribute: {} }, { super_attribute: {} }],
  });
});

describe("in datasets", () => {
  const dataset = (calls: readonly unknown[]) => ({ extends: "sample", calls });
  const put = (calls: readonly unknown[]) => shop.http("PUT", "/control/state", { body: dataset(calls) });
  const created = {
    call: "catalog_product.create",
    params: { type: "bundle", set: 4, sku: "box-new", productData: { name: "Box", website_ids: [1] } },
    as: "box",
  };

  test("a composition of a product of an earlier call", async () => {
    const composed = { composition: { options: [option] }, product: "$box", as: "composed" };
    const { status } = await put([created, composed]);
    expect(status).toBe(204);
    expect((await read(50)).json).toMatchObject({ options: [{ title: "Cups" }] });
  });

  test.each([
    [
      { composition: { options: [{ ...option, title: 5 }] }, product: boxTea },
      "calls[0].composition.options[0].title",
    ],
    [{ composition: { options: 5 }, product: boxTea }, "calls[0].composition"],
    [
      { composition: { options: [{ title: "A", selections: [{ sku: "no" }] }] }, product: boxTea },
      "calls[0].composition.options[0].selections[0].sku",
    ],
    [{ composition: {}, product: 999 }, "calls[0].product"],
    [{ composition: {}, product: 1 }, "calls[0].product"],
    [{ composition: {}, product: "$nobody" }, "calls[0].product"],
  ])("%j is refused by its place", async (call, place) => {
    const { status, json } = await put([call]);
    expect(status).toBe(422);
    expect((json as { errors: { field: string }[] }).errors[0]?.field).toBe(place);
  });
});
