/**
 * `conform --write` at a healthy shop that is laxer than this service, with the answers of a living OpenMage 20.18: each is
 * decided by a rule, and would fail without.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ForeignConformance } from "../../../../src/addons/living/conformance/foreign.js";
import { readGoldenFiles } from "../../../../src/addons/living/conformance/golden.js";
import type { CallDoor } from "../../../../src/addons/living/doors/addresses.js";
import { shippedGoldenRules } from "../../../../src/addons/living/recording/shipped.js";
import type { DifferenceRule } from "../../../../src/addons/living/replay/rules.js";
import { shopContract } from "../../../../src/shop/contract.js";
import { admin, startShop, type Shop } from "../../../support/shop.js";
import { startLaxShop, type LaxAnswer, type LaxFault, type LaxShop } from "../lax-shop.js";

type Doors = readonly CallDoor[];
const xml: Doors = ["xmlrpc", "soap"];
const soap: Doors = ["soap"];
const json: Doors = ["jsonrpc"];
const v2: Doors = ["soap_v2"];
const untyped: Doors = [...xml, ...json];

type Fact = readonly [
  golden: string,
  doors: Doors,
  /** The fault of this service, a part of its result, or any result. */
  here: number | RegExp | "any",
  there: string | LaxFault,
  /** The operation that answers otherwise, if it is another one than that of the file, and requests that are answered as here. */
  but?: { readonly by?: string; readonly unless?: RegExp },
];

const crash = (text: string): LaxFault => ({ text });
const fault = (code: number, text: string): LaxFault => ({ code, text });
const email = fault(100, "Customer email is required");

const facts: readonly Fact[] = [
  ["catalog_category.level/not_exists", untyped, 102, "result"],
  ["catalog_category.level/store_not_exists", xml, 100, fault(101, "store_not_exists")],
  [
    "catalog_category.tree/not_exists",
    soap,
    102,
    crash("Argument #1 ($node) must be of type Varien_Data_Tree_Node, null given"),
  ],
  ["catalog_category_attribute.options/success", json, /"value":"1"/, '"value":1'],
  ["catalog_product.create/data_invalid", xml, 102, fault(104, "Product type is not in allowed types.")],
  ["catalog_product.create/full", json, /"(mug-1\w*)"/, '" $1 "', { by: "catalog_product.info" }],
  ["catalog_product.currentStore/remembered", json, /"Mug"/, '"Becher"', { by: "catalog_product.info" }],
  ["catalog_product.info/store", json, /"price":12.5/, '"price":11'],
  ["catalog_product.listOfAdditionalAttributes/bundle", v2, /<type[^>]*>\s*<\/type>/, ""],
  [
    "catalog_product.multiUpdate/product_not_exists",
    json,
    /"status":1/,
    '"status":null',
    { by: "catalog_product.info" },
  ],
  ["catalog_product_attribute.create/invalid_frontend_input", untyped, 104, "result"],
  ["catalog_product_attribute.create/invalid_parameters", xml, 102, fault(104, "Incorrect attribute type.")],
  ["catalog_product_attribute.create/unable_to_save", untyped, 105, "result"],
  [
    "catalog_product_custom_option.add/invalid_data",
    soap,
    102,
    crash("Cannot access offset of type string on string"),
  ],
  [
    "catalog_product_custom_option.info/option_not_exists",
    soap,
    105,
    crash("Call to a member function getTitle() on null"),
  ],
  [
    "catalog_product_downloadable_link.add/coercions",
    untyped,
    "any",
    crash("array_key_exists(): Argument #2 ($array) must be of type array, null given"),
    { unless: /\bsample\b/ },
  ],
  ["catalog_product_tag.add/product_not_exists", xml, 102, fault(103, "Requested customer does not exist.")],
  ["catalog_product_tag.list/product_not_exists", xml, 102, fault(101, "Requested store does not exist.")],
  ["core_store.info/store_not_exists", soap, 100, crash("Call to a member function getId() on null")],
  ["customer.create/customer_data_invalid", xml, 104, email],
  ["customer.create/customer_exists", xml, 105, fault(100, "This customer email already exists")],
  ["customer.create/everything", json, /"firstname":"Mila"/, '"firstname":" Mila "', { by: "customer.info" }],
  [
    "customer.create/everything",
    json,
    /"dob":"1990-02-11"/,
    '"dob":"1990-02-11 10:00:00"',
    { by: "customer.info" },
  ],
  ["customer.create/group_not_exists", untyped, 107, "result"],
  [
    "customer.create/server_fields",
    json,
    /"confirmation":null/,
    '"confirmation":"x"',
    { by: "customer.info" },
  ],
  ["customer.create/store_not_exists", xml, 108, email],
  ["customer.create/website_not_exists", json, 106, "result"],
  ["customer.info/store_not_exists", json, 108, "result"],
  ["customer.list/store_not_exists", xml, 108, fault(101, "Invalid attribute name: nonsense")],
  ["customer.update/data_invalid", xml, 100, fault(102, "Customer not exists.")],
  ["customer.update/group_not_exists", untyped, 107, "result"],
  ["customer.update/store_not_exists", untyped, 108, "result"],
  ["customer.update/website_not_exists", untyped, 106, "result"],
  ["customer_address.create/data_invalid", untyped, 100, "result"],
  [
    "customer_address.create/postcode",
    [...xml, ...v2],
    "any",
    fault(100, "Please enter the zip/postal code."),
  ],
  [
    "customer_address.info/everything",
    json,
    /1 Main Street\\n\\nFlat 2/,
    "1 Main Street\\r\\n\\r\\n Flat 2 ",
  ],
  [
    "customer_address.update/country",
    json,
    /"region_id":null/,
    '"region_id":12',
    { by: "customer_address.info" },
  ],
  ["customer_address.update/data_invalid", untyped, 100, "result"],
  [
    "customer_address.update/some_fields",
    json,
    /"is_default_billing":false/,
    '"is_default_billing":true',
    { by: "customer_address.info" },
  ],
  [
    "directory_region.list/country_not_exists",
    soap,
    101,
    crash("strlen(): Argument #1 ($string) must be of type string, array given"),
  ],
  ["sales_order.list/store_not_exists", untyped, 105, "result"],
  ["sales_order.addComment/placed", untyped, 104, "result"],
  [
    "sales_order_creditmemo.create/whole_life",
    untyped,
    "any",
    fault(106, "Credit memo for requested order can not be created."),
  ],
  ["sales_order_shipment.create/placed", untyped, "any", fault(102, "Cannot create an empty shipment.")],
];

describe.each<CallDoor>(["xmlrpc", "soap", "soap_v2", "jsonrpc"])("by %s", (door) => {
  let shop: Shop;
  let lax: LaxShop;
  beforeAll(async () => {
    shop = await startShop({ dataset: "sample" });
    lax = await startLaxShop(shop.url);
  });
  afterAll(async () => {
    lax.close();
    await shop.close();
  });

  const own = facts.filter(([, doors]) => doors.includes(door));
  const places = [...new Set(own.map(([golden]) => `test/golden/${golden}.io`))];
  const files = readGoldenFiles().filter(({ path }) => places.includes(path));

  /** Conform, with the answers of the living shop to each file. */
  async function judged(rules: readonly DifferenceRule[]) {
    const untold: string[] = [];
    let at = 0;
    const begin = () => {
      lax.given = 0;
      lax.answers = own
        .filter(([golden]) => files[at]?.path === `test/golden/${golden}.io`)
        .map(([golden, , here, instead, { by, unless } = {}]) => {
          const operation = by ?? golden.replace(/\/.*/, "");
          return {
            ...{ operation, instead, unless },
            [typeof here === "number" ? "fault" : "result"]: here,
          } as LaxAnswer;
        });
    };
    begin();
    const target = { door, url: lax.url, contract: shopContract };
    const user = { username: admin.username, key: admin.key, writes: true, writesOrders: true };
    const onFile = () => {
      if (lax.given === 0) untold.push(files[at]?.path ?? "");
      at += 1;
      begin();
    };
    const report = await new ForeignConformance({ target, ...user, rules, onFile }).run(files);
    expect(untold).toEqual([]);
    expect(report).toMatchObject({ reasons: {}, left: [] });
    return report;
  }

  test("every answer is decided by a rule", async () => {
    const { rows, failures, unanswered } = await judged(shippedGoldenRules());
    expect([failures, unanswered]).toEqual([[], []]);
    expect(rows.reduce((sum, { decided }) => sum + decided, 0)).toBe(places.length);
  });

  test("without rules, each of them fails, or counts as unanswered", async () => {
    const { failures, unanswered } = await judged([]);
    const told = [...failures.map(({ place }) => place), ...unanswered];
    expect(told.map((place) => place.replace(/:\d+.*$/, "")).sort()).toEqual(
      files.map(({ path }) => path).sort(),
    );
  });
});
