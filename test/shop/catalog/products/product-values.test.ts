import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { installedAttributes } from "../../../../src/shop/states/installed/attributes.js";
import type { AttributeDoc, ScopedValues } from "../../../../src/shop/data/entities/catalog.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  createdValues,
  isWritable,
  updatedValues,
  type ValueRules,
} from "../../../../src/shop/catalog/products/product-values.js";
import { effectiveValue, scopeInForce } from "../../../../src/shop/catalog/attribute-values/scoped-values.js";
import { toData } from "../../../../src/engine/values/coercion.js";
import type { Scope } from "../../../../src/shop/stores/directory.js";

const attributes: readonly AttributeDoc[] = installedAttributes("product").map(({ doc }) => doc);
const byCode = new Map(attributes.map((attribute) => [attribute.attribute_code, attribute]));

const everywhere: Scope = { store_id: 0, website_id: 0 };
const german: Scope = { store_id: 3, website_id: 1 };
const english: Scope = { store_id: 1, website_id: 1 };
const elsewhere: Scope = { store_id: 2, website_id: 2 };
const scopes = [everywhere, german, english, elsewhere];

function rules(scope: Scope, priceScope: "website" | "global" = "website"): ValueRules {
  return {
    attributes: attributes.filter(isWritable),
    attributeOf: (code) => byCode.get(code),
    choices: () => undefined,
    scope,
    priceScope,
    now: "2025-06-01 12:00:00",
  };
}

function written(write: (problems: Problem[]) => { values: ScopedValues }): ScopedValues {
  const problems: Problem[] = [];
  const { values } = write(problems);
  expect(problems).toEqual([]);
  return values;
}

const create = (data: object, scope = everywhere) =>
  written((problems) => createdValues(toData(data)!, rules(scope), problems));
const update = (values: ScopedValues, data: object, scope = everywhere) =>
  written((problems) => updatedValues(values, toData(data)!, rules(scope), problems));

function read(values: ScopedValues, code: string, scope: Scope) {
  return effectiveValue(values, code, byCode.get(code)!.scope, scope);
}

/** A usable value of a writable attribute. */
const texts = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 }).map((text) => `x${text}`);
const amounts = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);
const member = fc.oneof(
  fc.record({ code: fc.constantFrom("name", "meta_title", "description"), value: texts }),
  fc.record({ code: fc.constantFrom("price", "msrp", "weight"), value: amounts }),
  fc.record({ code: fc.constantFrom("status"), value: fc.constantFrom(1, 2) }),
  fc.record({ code: fc.constantFrom("news_from_date"), value: fc.constantFrom("2025-01-01 00:00:00") }),
);
const anyScope = fc.constantFrom(...scopes);
const history = fc.array(fc.tuple(member, anyScope), { maxLength: 6 });

/** A product that was changed several times. */
function after(steps: readonly (readonly [{ code: string; value: unknown }, Scope])[]): ScopedValues {
  const start = create({ name: "Mug", price: 5 });
  return steps.reduce((values, [{ code, value }, scope]) => update(values, { [code]: value }, scope), start);
}

describe("scopes", () => {
  test("a value that is written at a scope is read there", () => {
    fc.assert(
      fc.property(history, member, anyScope, (steps, { code, value }, scope) => {
        expect(read(update(after(steps), { [code]: value }, scope), code, scope)).toBe(value);
      }),
    );
  });

  test("an update without members changes nothing", () => {
    fc.assert(
      fc.property(history, anyScope, (steps, scope) => {
        const values = after(steps);
        expect(update(values, {}, scope)).toEqual(values);
      }),
    );
  });

  test("removing a value of a view shows the default again", () => {
    fc.assert(
      fc.property(
        history,
        member,
        fc.constantFrom(german, english, elsewhere),
        (steps, { code, value }, scope) => {
          const before = after(steps);
          const values = update(update(before, { [code]: value }, scope), { [code]: false }, scope);
          const expected = byCode.get(code)!.scope === "global" ? null : read(before, code, everywhere);
          expect(read(values, code, scope)).toBe(expected);
        },
      ),
    );
  });

  test("a write at a view affects the views of its website only as far as the scope of the attribute", () => {
    fc.assert(
      fc.property(history, member, (steps, { code, value }) => {
        const before = after(steps);
        const values = update(before, { [code]: value }, german);
        const reach = byCode.get(code)!.scope;
        expect(read(values, code, english)).toBe(reach === "store" ? read(before, code, english) : value);
        expect(read(values, code, elsewhere)).toBe(
          reach === "global" ? value : read(before, code, elsewhere),
        );
      }),
    );
  });
});

describe("a new product at a store view", () => {
  const values = create(
    { name: "Becher", price: 5, visibility: 2, meta_title: "Nur hier", url_key: "" },
    german,
  );

  test.each([
    ["name", "Becher", "Becher"],
    ["price", 5, 5],
    ["visibility", 2, 2],
    ["status", 1, 1],
    ["meta_title", "Nur hier", null],
    ["url_key", "becher", "becher"],
    ["options_container", "container1", "container1"],
    ["image", "no_selection", "no_selection"],
  ])("has %s %j there and %j by default", (code, there, byDefault) => {
    expect([read(values, code, german), read(values, code, everywhere)]).toEqual([there, byDefault]);
  });
});

test("values have only scopes as keys", () => {
  expect(Object.keys(create({ name: "Mug", url_key: "mug" }))).toEqual(["0"]);
  expect(Object.keys(create({ name: "!", price: 5 }))).toEqual(["0"]);
  expect(Object.keys(update(create({ name: "Mug" }), { name: "Cup" }))).toEqual(["0"]);
});

test("global prices are written and read only at store 0", () => {
  const problems: Problem[] = [];
  const { values } = updatedValues(
    create({ name: "A" }),
    toData({ price: 5 })!,
    rules(german, "global"),
    problems,
  );
  expect(values["0"]?.price).toBe(5);
  expect(scopeInForce(byCode.get("price")!, "global")).toBe("global");
});

test.each([
  [{ name: "A", price: "x", weight: -1 }, ["weight", "price"]],
  [{ name: "A", price: "" }, ["price"]],
  [{ name: false }, ["name"]],
  [{ name: "x".repeat(256) }, ["name"]],
  [{ name: "A", price_type: 2, sku_type: 1 }, ["price_type"]],
  [{ name: "A", price_type: 0, sku_type: 0 }, []],
  [{ name: "A", url_key: [], special_from_date: "tomorrow" }, ["url_key", "special_from_date"]],
])("%j is refused at %j", (data, fields) => {
  const problems: Problem[] = [];
  createdValues(toData(data)!, rules(german), problems);
  expect(problems.map(({ field }) => field).sort()).toEqual([...fields].sort());
});
