/**
 * Strict handling accepts nothing without effect (conventions 4): for every member of every data object of the contract,
 * two different values either lead to different shops, or one of them is refused by its name.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations, type Members, type OperationRow } from "../../../generated/tables.js";
import { bundle } from "../../../src/engine/chapters/bundle.js";
import type { Schema } from "../../../src/engine/chapters/chapter.js";
import { resolveReference } from "../../../src/engine/chapters/bundle.js";
import { collectionNames } from "../../../src/shop/data/collections.js";
import { readChapters } from "../../../scripts/spec/chapters.js";
import { exampleState } from "../../support/example-state.js";
import { basic, startShop, type Shop } from "../../support/shop.js";
import { soundArguments } from "./argument-cases.js";

const document = bundle(readChapters());

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});
afterAll(() => shop.close());

function resolved({ $ref, ...schema }: Schema): Schema {
  return typeof $ref === "string" ? resolved(resolveReference(document, $ref) as Schema) : schema;
}

/** Values of a schema, and values that operations may refuse; more than two, since some are refused. */
function valuesOf(given: Schema): readonly unknown[] {
  const schema = resolved(given);
  const branches = [schema.oneOf, schema.anyOf].flatMap((one) => (one ?? []) as Schema[]);
  if (branches.length > 0) return branches.flatMap(valuesOf);
  if (schema.enum) return schema.enum as unknown[];
  switch (schema.type) {
    case "boolean":
      return [true, false];
    case "integer":
    case "number":
      return [7, 11, 1, 2, 3, 0, 4];
    case "string":
      return [
        "strict",
        "slips",
        "2031-02-03",
        "2032-04-05",
        "1",
        "2",
        "US",
        "IE",
        "a@example.com",
        "b@example.com",
      ];
    default:
      return [];
  }
}

interface MemberCase {
  readonly operation: string;
  readonly param: string;
  /** Path from the argument. */
  readonly path: readonly string[];
  readonly values: readonly unknown[];
}

/** The members of an argument that hold single values or lists of them, and those of objects in it. */
function casesOf(members: Members, schema: Schema, at: Omit<MemberCase, "values">): readonly MemberCase[] {
  const { properties = {} } = resolved(schema) as { properties?: Record<string, Schema> };
  const names = [...Object.keys(members.known), ...(members.fixed ?? [])];
  return names.flatMap((name) => {
    const here = { ...at, path: [...at.path, name] };
    const own = properties[name] ?? { type: "string" };
    const { type, items } = resolved(own) as { type?: string; items?: Schema };
    const inner = Object.hasOwn(members.known, name) ? members.known[name] : undefined;
    if (inner) return inner.isList ? [] : casesOf(inner, own, here);
    const values = type === "array" ? valuesOf(items ?? {}).map((value) => [value]) : valuesOf(own);
    return values.length < 2 ? [] : [{ ...here, values }];
  });
}

const cases = document.methods.flatMap(({ name: operation, params }) => {
  const row = (operations as Record<string, OperationRow>)[operation];
  return (row?.params ?? []).flatMap(({ name: param, members }) => {
    const { schema = {} } = params.find(({ name }) => name === param) ?? {};
    return members && !members.isList
      ? casesOf(members, schema as Schema, { operation, param, path: [] })
      : [];
  });
});

/** Arguments with one more member. */
function withMember({ operation, param, path }: MemberCase, value: unknown): object {
  const sound = soundArguments(operation);
  const put = (data: unknown, [name = "", ...rest]: readonly string[]): object => {
    const object = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>;
    return { ...object, [name]: rest.length === 0 ? value : put(object[name], rest) };
  };
  return { ...sound, [param]: put(sound[param], path) };
}

/** Set by the server at random or by the clock. The hash of a password is salted, but exists for a password only. */
const incidental: ReadonlySet<string> = new Set(["updated_at", "protect_code"]);

async function shopText(): Promise<string> {
  return shop.storage.read(async (tx) => {
    const docs: unknown[] = [];
    for (const name of collectionNames) if (name !== "sessions") docs.push(await tx.find(name, {}));
    return JSON.stringify(docs, (key, value: unknown) => (incidental.has(key) ? undefined : value));
  });
}

const restore = () => shop.http("POST", "/control/snapshots/before/restore");

async function outcomeOf(one: MemberCase, value: unknown): Promise<{ shop: string } | { refused: string }> {
  await restore();
  const headers = { ...basic(), Prefer: "handling=strict" };
  const { error } = await shop.rpc(one.operation, withMember(one, value), headers);
  return error ? { refused: JSON.stringify([error.message, error.data]) } : { shop: await shopText() };
}

/**
 * Members that some records do not use, by operation: what else the data or the record holds decides. Strict handling does
 * not refuse them yet, but for those of products and links. A member that is handled must leave this list.
 */
const dependent: Readonly<Record<string, readonly string[]>> = {
  "catalog_product_attribute.create": [
    ...["additional_fields.frontend_class", "additional_fields.is_html_allowed_on_front"],
    "additional_fields.is_wysiwyg_enabled",
  ],
  "catalog_product_attribute.update": [
    ...["additional_fields.frontend_class", "additional_fields.is_html_allowed_on_front"],
    "additional_fields.is_wysiwyg_enabled",
  ],
  // The documented names, which the example has, win over these.
  "catalog_product.create": ["websites", "categories"],
  // The region ID wins over its name.
  "customer_address.create": ["region"],
  "customer_address.update": ["region"],
  // A guest has none; the order makes the account of a new customer.
  "cart_customer.set": [
    ...["customer_id", "entity_id", "dob", "gender", "password", "password_confirmation", "confirmation"],
  ],
  "cart_payment.method": ["cc_cid", "cc_exp_year", "cc_exp_month"],
  // The example is a link with a file.
  "catalog_product_downloadable_link.add": [
    ...["link_url", "sample_url", "sample.file.name", "sample.file.base64_content"],
  ],
};

describe.each([...new Set(cases.map(({ operation }) => operation))])("%s", (operation) => {
  beforeAll(async () => {
    await shop.reset(exampleState(operation) as never);
    await shop.http("POST", "/control/snapshots", { body: { name: "before" } });
  });

  test.each(
    cases.filter((one) => one.operation === operation).map((one) => [one.path.join("."), one] as const),
  )("%s", async (path, one) => {
    const shops: string[] = [];
    for (const value of one.values) {
      const outcome = await outcomeOf(one, value);
      if ("refused" in outcome) continue;
      shops.push(outcome.shop);
      if (shops.length === 2) break;
    }
    const isDependent = dependent[operation]?.includes(path) ?? false;
    expect(
      isDependent || shops.length < 2 || shops[0] !== shops[1],
      `${path} is accepted without effect`,
    ).toBe(true);
  });
});
