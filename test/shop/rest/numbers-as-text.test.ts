/** Members of REST bodies that the contract declares as numbers take digits as text; one does not (rest 5). */
import { beforeEach, describe, expect, test } from "vitest";
import { writtenContract } from "../../../src/shop/rest/forms/contract.js";
import { basic, startShop } from "../../support/shop.js";
import { messagesOf } from "../../engine/http/rest.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

async function send(method: string, path: string, body?: unknown, type = "application/json") {
  const headers = { ...basic(), Accept: "application/json", "Content-Type": type };
  return shop.http(method, `/api/rest${path}`, { ...(body === undefined ? {} : { body }), headers });
}

const stock = {
  qty: 8,
  min_qty: 0,
  use_config_min_qty: 0,
  is_qty_decimal: 0,
  backorders: 1,
  use_config_backorders: 0,
  ...{ min_sale_qty: 1, use_config_min_sale_qty: 0, max_sale_qty: 9, use_config_max_sale_qty: 0 },
  ...{ is_in_stock: 1, notify_stock_qty: 2, use_config_notify_stock_qty: 0, manage_stock: 1 },
  ...{ use_config_manage_stock: 0, use_config_qty_increments: 0, qty_increments: 2 },
  ...{ use_config_enable_qty_inc: 0, enable_qty_increments: 1, is_decimal_divided: 0 },
};
const tier = { website_id: 0, cust_group: "1", qty: 4, price_qty: 4, price: 2.5, is_percent: 0 };
const change = {
  ...{ weight: 1.5, status: 2, visibility: 3, price: 9.5, special_price: 7, tax_class_id: 2 },
  ...{ website_ids: [1, 2], tier_price: [tier], stock_data: stock },
};
const product = { type_id: "simple", attribute_set_id: 4, sku: "digits", name: "Digits", ...change };
const flags = {
  ...{ disable_auto_group_change: 1, reward_update_notification: 0, reward_warning_notification: 1 },
};
const customer = {
  ...{ website_id: 1, group_id: 2, gender: 1, firstname: "A", lastname: "B" },
  ...{ email: "digits@example.com", password: "sample123", ...flags },
};
const address = { is_default_billing: 1, is_default_shipping: 1 };
const whole = {
  ...{ firstname: "A", lastname: "B", street: ["1 Main Street"], city: "Ely", postcode: "1" },
  ...{ country_id: "GB", telephone: "555", ...address },
};
const image = {
  file_mime_type: "image/png",
  file_content:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};
const placed = { position: 7, exclude: 1 };
const website = { website_id: 2, copy_to_stores: [{ store_from: 3, store_to: 2 }] };

/** The body has every member that is a number. */
const cases: readonly (readonly [id: string, method: string, path: string, body: object])[] = [
  ["createCustomer", "POST", "/customers", customer],
  ["updateCustomer", "PUT", "/customers/1", { group_id: 2, gender: 1, ...flags }],
  ["createCustomerAddress", "POST", "/customers/1/addresses", whole],
  ["updateCustomerAddress", "PUT", "/customers/addresses/1", address],
  ["createProduct", "POST", "/products", product],
  ["createProductInStore", "POST", "/products/store/german", product],
  ["updateProduct", "PUT", "/products/1", change],
  ["updateProductInStore", "PUT", "/products/1/store/german", change],
  ["assignProductWebsite", "POST", "/products/1/websites", website],
  ["addProductImage", "POST", "/products/1/images", { ...image, ...placed }],
  ["addProductImageInStore", "POST", "/products/1/images/store/german", { ...image, ...placed }],
  ["updateProductImage", "PUT", "/products/1/images/1", placed],
  ["updateProductImageInStore", "PUT", "/products/1/images/1/store/german", placed],
  ["updateStockItems", "PUT", "/stockitems", [{ item_id: 2, ...stock }]],
  ["updateStockItem", "PUT", "/stockitems/2", stock],
];

/** Where the effect is visible, if not at the address of the record. */
const places: Readonly<Record<string, string>> = {
  assignProductWebsite: "/products/1/store/second_default",
  updateStockItems: "/stockitems/2",
};

type Schema = Readonly<Record<string, unknown>> & { readonly anyOf?: readonly Schema[] };
const { paths, components } = writtenContract() as unknown as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; requestBody?: Body }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

function resolved(schema: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === "string"
    ? (components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {})
    : schema;
}

const isNumber = ({ type, enum: values }: Schema) =>
  type === "number" || type === "integer" || (Array.isArray(values) && values.includes(1));

/** The paths of members that are numbers: not those that are texts and take numbers, too. */
function numbersIn(written: Schema, path = ""): string[] {
  const schema = resolved(written);
  const { properties, items, anyOf = [schema], title } = schema;
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) => numbersIn(one as Schema, `${path}.${name}`));
  if (items) return numbersIn(items as Schema, path);
  if (title === "RestText" || title === "RestAddressLine") return [];
  return anyOf.map(resolved).some(isNumber) ? [path] : [];
}

const numbersByOperation = new Map(
  Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/rest/"))
    .flatMap(([, item]) => Object.values(item))
    .flatMap(({ operationId = "", requestBody }) => {
      const schema = resolved(requestBody?.content["application/json"]?.schema ?? {});
      const numbers = numbersIn(resolved(schema.anyOf?.[0] ?? schema));
      return numbers.length > 0 ? [[operationId, numbers] as const] : [];
    }),
);

function sentNumbers(value: unknown, path = ""): string[] {
  if (typeof value === "number") return [path];
  if (Array.isArray(value)) return value.flatMap((one) => sentNumbers(one, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => sentNumbers(one, `${path}.${name}`));
}

const asText = (body: object): unknown =>
  JSON.parse(JSON.stringify(body), (_name, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );

test("the cases are all operations with numbers, but one", () => {
  const ids = cases.map(([id]) => id);
  expect([...numbersByOperation.keys()].sort()).toEqual([...ids, "assignProductCategory"].sort());
});

describe.each(cases)("%s", (id, method, path, body) => {
  test("the body has every member that is a number", () => {
    expect([...new Set(sentNumbers(body))].sort()).toEqual([...(numbersByOperation.get(id) ?? [])].sort());
  });

  test("digits as text are the number", async () => {
    const effect = async (sent: unknown) => {
      await shop.reset();
      if (id === "assignProductWebsite") await send("DELETE", "/products/1/websites/2");
      const answer = await send(method, path, sent);
      expect([200, 207], answer.text).toContain(answer.status);
      expect(answer.text).not.toContain('"error"');
      const location = answer.headers.get("Location")?.replace("/api/rest", "");
      const { status, json } = await send("GET", places[id] ?? location ?? path);
      expect(status).toBe(200);
      return json;
    };
    expect(await effect(asText(body))).toEqual(await effect(body));
  });
});

describe("category_id of POST /products/{id}/categories", () => {
  const path = "/products/1/categories";
  const xml = (text: string) => `<magento_api><category_id>${text}</category_id></magento_api>`;
  const mustBe = (sent: string) => [
    `category_id: must be a number, not ${sent}.`,
    "The data did not pass validation.",
  ];

  test.each([
    ["a number in JSON", { category_id: 8 }, "application/json"],
    ["digits in XML", xml("8"), "application/xml"],
    ["digits and spaces in XML", xml(" 8 "), "text/xml"],
  ])("%s is taken", async (_title, body, type) => {
    const answer = await send("POST", path, body, type);
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, `/api/rest${path}/8`]);
  });

  test.each([
    ["digits as text in JSON", { category_id: "8" }, '"8"'],
    ["a text in JSON", { category_id: "eight" }, '"eight"'],
    ["an empty text in JSON", { category_id: "" }, '""'],
    ["null in JSON", { category_id: null }, "null"],
    ["true in JSON", { category_id: true }, "true"],
    ["a text in XML", xml("eight"), '"eight"'],
    ["an empty element", xml(""), '""'],
  ])("%s is refused", async (_title, body, sent) => {
    const type = typeof body === "string" ? "application/xml" : "application/json";
    const answer = await send("POST", path, body, type);
    expect([answer.status, messagesOf(answer)]).toEqual([400, mustBe(sent)]);
  });
});
