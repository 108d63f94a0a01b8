/**
 * The limits that `npm run contract:diff` does not count as breaking (scripts/diff/written-limits.ts): the service refuses what is beyond
 * them, and the schema refuses nothing that the service accepts.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { writtenLimits } from "../scripts/diff/written-limits.js";
import { readChapters } from "../scripts/spec/chapters.js";
import { bundle } from "../src/engine/chapters/bundle.js";
import { addComponents, newAjv } from "../src/engine/chapters/checks.js";
import { soundArguments } from "./engine/calls/argument-cases.js";
import { withValueAt } from "./support/members.js";
import { bearer, startShop } from "./support/shop.js";

const contract = bundle(readChapters());
const ajv = newAjv();
addComponents(ajv, contract);

const shop = await startShop({ dataset: "sample" });
let session: string;
beforeEach(async () => {
  await shop.reset("sample");
  session = await shop.session();
});

const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry);
const sound = Symbol("the value of the example");

interface Case {
  readonly operation: string;
  /** Parameter and members below it; 0 is the first entry of a list. */
  readonly path: readonly [parameter: string, ...members: (string | 0)[]];
  readonly beyond: readonly unknown[];
  readonly within: readonly unknown[];
}

const stores = { beyond: [[], many(1001, 0)], within: [0, many(1000, 0)] };
const ids = (id: number) => ({ beyond: [many(1001, id)], within: [[], many(1000, id)] });
const labels = (text: string) => {
  const label = { store_id: 0, [text]: "Fabric" };
  return { beyond: [many(1001, label)], within: [many(1000, label)] };
};

/** The same members of `create` and of `update`. */
function both(
  name: string,
  namespace: string,
  parameter: string,
  members: Readonly<Record<string, Pick<Case, "beyond" | "within">>>,
): Record<string, Case> {
  const places = [
    [`New${name}`, "create"],
    [`${name}Changes`, "update"],
  ] as const;
  return Object.fromEntries(
    places.flatMap(([type, verb]) =>
      Object.entries(members).map(([member, values]) => [
        `${type}.${member}`,
        { operation: `${namespace}.${verb}`, path: [parameter, member], ...values },
      ]),
    ),
  );
}

const cases: Readonly<Record<string, Case>> = {
  AttributeCodes: {
    operation: "catalog_product.info",
    path: ["attributes"],
    beyond: [many(10_001, "name")],
    within: [[], many(10_000, "name")],
  },
  ...both("Attribute", "catalog_product_attribute", "data", { frontend_label: labels("label") }),
  CartAddressList: {
    operation: "cart_customer.addresses",
    path: ["addresses"],
    beyond: [[]],
    within: [sound],
  },
  CartProductEntries: { operation: "cart_product.add", path: ["products"], beyond: [[]], within: [sound] },
  ...both("Category", "catalog_category", "categoryData", {
    image: { beyond: ["a b.png", "a/b.png", "ä.png"], within: ["A-b_1.png", ""] },
  }),
  CustomerAddressInputCountry: {
    operation: "customer_address.create",
    path: ["addressData", "country_id"],
    beyond: ["DEU", "D", "D1", "D E"],
    within: ["US", " us "],
  },
  CustomerAddressInputStreet: {
    operation: "customer_address.create",
    path: ["addressData", "street"],
    beyond: ["", " \n ", []],
    within: ["1 Main St\nFloor 2", ["1 Main St"], ["", "1 Main St"]],
  },
  CustomerInputEmail: {
    operation: "customer.create",
    path: ["customerData", "email"],
    beyond: ["a", "a@b", "a@b@c.de", "@b.de"],
    within: ["a@b.example", " a+b@c-d.example "],
  },
  CustomerInputPassword: {
    operation: "customer.create",
    path: ["customerData", "password"],
    beyond: ["abc 12", "   abc123   ", "a".repeat(600)],
    within: ["a c\n123", "  abc1234 ", "😀".repeat(256)],
  },
  "NewOption.label": {
    operation: "catalog_product_attribute.addOption",
    path: ["data", "label"],
    ...labels("value"),
  },
  OptionStores: {
    operation: "catalog_product_attribute.addOption",
    path: ["data", "label", 0, "store_id"],
    ...stores,
  },
  ...both("Product", "catalog_product", "productData", {
    category_ids: ids(3),
    country_of_manufacture: { beyond: ["de", "DEU", "D"], within: ["DE", ""] },
    meta_description: { beyond: ["ä".repeat(256)], within: ["😀".repeat(255), ""] },
    website_ids: ids(1),
  }),
  ProductTagMembers: {
    operation: "catalog_product_tag.update",
    path: ["data"],
    beyond: [{}],
    within: [sound],
  },
  TierPriceInputList: {
    operation: "catalog_product_attribute_tier_price.update",
    path: ["tierPrices"],
    beyond: [many(1001, { qty: 2, price: 1 })],
    within: [[], [{ qty: 2, price: 1 }]],
  },
};

test("each limit has its values", () =>
  expect(Object.keys(cases).sort()).toEqual(Object.keys(writtenLimits).sort()));

async function newCart(): Promise<{ readonly quoteId: unknown }> {
  const quoteId = await shop.call("cart.create", ["default"]);
  const guest = { mode: "guest", email: "ada@example.com", firstname: "Ada", lastname: "King" };
  await shop.call("cart_customer.set", { quoteId, customer: guest });
  return { quoteId };
}

describe.each(Object.entries(cases))("%s", (_, { operation, path, beyond, within }) => {
  const [parameter] = path;
  const method = contract.methods.find(({ name }) => name === operation);
  const ref = method?.params.find(({ name }) => name === parameter)?.schema.$ref as string;
  const fits = ajv.getSchema(ref.slice(ref.lastIndexOf("/") + 1))!;

  async function outcome(value: unknown) {
    const cart = operation.startsWith("cart") ? await newCart() : {};
    const args: Readonly<Record<string, unknown>> = { ...soundArguments(operation), ...cart };
    const given = value === sound ? args : withValueAt(args, { operation, path, schema: {} }, value);
    const answer = await shop.rpc(operation, given, bearer(session));
    return { value, isValid: fits(given[parameter]), fault: answer.error?.data.fault };
  }

  test.each(beyond.map((value) => [value]))("%# beyond", async (value) =>
    expect(await outcome(value)).toEqual({ value, isValid: false, fault: expect.any(String) as string }),
  );

  test.each(within.map((value) => [value]))("%# within", async (value) =>
    expect(await outcome(value)).toEqual({ value, isValid: true, fault: undefined }),
  );
});
