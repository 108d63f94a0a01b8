/**
 * Strict handling accepts nothing without effect (conventions 4): for every member of every data object of the contract,
 * two different values either lead to different shops, or one of them is refused by its name.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { operations, type Members, type OperationRow } from "../../../generated/tables.js";
import { bundle } from "../../../src/engine/chapters/bundle.js";
import type { Schema } from "../../../src/engine/chapters/chapter.js";
import { resolveReference } from "../../../src/engine/chapters/bundle.js";
import { collectionNames } from "../../../src/shop/data/collections.js";
import { readChapters } from "../../../scripts/spec/chapters.js";
import { exampleState } from "../../support/example-state.js";
import { basic, startShop } from "../../support/shop.js";
import { soundArguments } from "./argument-cases.js";

const document = bundle(readChapters());

const shop = await startShop({ dataset: "sample" });

function resolved({ $ref, ...schema }: Schema): Schema {
  return typeof $ref === "string" ? resolved(resolveReference(document, $ref) as Schema) : schema;
}

/** Values of a schema, and values that operations may refuse; more than two, since some are refused. */
function valuesOf(given: Schema): readonly unknown[] {
  const schema = resolved(given);
  const branches = [schema.oneOf, schema.anyOf].flatMap((one) => (one ?? []) as Schema[]);
  if (branches.length > 0) return branches.flatMap(valuesOf);
  if (schema.enum) return [...(schema.enum as unknown[]), "strict"];
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
  /** Path from the argument; a number is a place in a list. */
  readonly path: readonly (string | number)[];
  readonly values: readonly unknown[];
}

/** The members of an argument that hold single values or lists of them, and those of objects and lists in it. */
function casesOf(members: Members, given: Schema, at: Omit<MemberCase, "values">): readonly MemberCase[] {
  if (members.isList) {
    const { items = {} } = resolved(given) as { items?: Schema };
    return casesOf({ ...members, isList: undefined } as never, items, { ...at, path: [...at.path, 0] });
  }
  const { properties = {} } = resolved(given) as { properties?: Record<string, Schema> };
  const names = [...Object.keys(members.known), ...(members.fixed ?? [])];
  return names.flatMap((name) => {
    const here = { ...at, path: [...at.path, name] };
    const own = properties[name] ?? { type: "string" };
    const { type, items } = resolved(own) as { type?: string; items?: Schema };
    const inner = Object.hasOwn(members.known, name) ? members.known[name] : undefined;
    if (inner) return casesOf(inner, own, here);
    const values = type === "array" ? valuesOf(items ?? {}).map((value) => [value]) : valuesOf(own);
    return values.length < 2 ? [] : [{ ...here, values }];
  });
}

const cases = document.methods.flatMap(({ name: operation, params }) => {
  const row = (operations as Record<string, OperationRow>)[operation];
  return (row?.params ?? []).flatMap(({ name: param, members }) => {
    const { schema = {} } = params.find(({ name }) => name === param) ?? {};
    return members ? casesOf(members, schema, { operation, param, path: [] }) : [];
  });
});

/** Arguments with one more member. */
function withMember({ operation, param, path }: MemberCase, value: unknown): object {
  const sound = soundArguments(operation);
  const put = (data: unknown, [name, ...rest]: MemberCase["path"]): unknown => {
    if (name === undefined) return value;
    if (typeof name === "number") {
      const [first, ...others] = Array.isArray(data) ? (data as unknown[]) : [];
      return [put(first, rest), ...others];
    }
    const object = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>;
    return { ...object, [name]: put(object[name], rest) };
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

const restore = () => shop.restore("before");

async function outcomeOf(one: MemberCase, value: unknown): Promise<{ shop: string } | { refused: string }> {
  await restore();
  const headers = { ...basic(), Prefer: "handling=strict" };
  const { error } = await shop.rpc(one.operation, withMember(one, value), headers);
  return error ? { refused: JSON.stringify([error.message, error.data]) } : { shop: await shopText() };
}

/** Members without effect that are accepted all the same, with the reason. One that has an effect must leave this list. */
const dependent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "cart_customer.addresses": {
    "0.use_for_shipping": "the shipping address of the example is the billing address already",
  },
  "catalog_product_custom_option.add": {
    "additional_fields.0.value_id":
      "the server owns it: the entries of an option that was read are those of a new one",
  },
  "catalog_product_custom_option.update": {
    "additional_fields.0.value_id": "the server owns it, and the option of the example has no values",
  },
};

test("every exception is a member of the contract", () => {
  const known = cases.map(({ operation, path }) => `${operation} ${path.join(".")}`);
  const listed = Object.entries(dependent).flatMap(([operation, paths]) =>
    Object.keys(paths).map((path) => `${operation} ${path}`),
  );
  expect(listed.filter((one) => !known.includes(one))).toEqual([]);
});

describe.each([...new Set(cases.map(({ operation }) => operation))])("%s", (operation) => {
  beforeAll(async () => {
    await shop.reset(exampleState(operation));
    await shop.http("POST", "/control/snapshots", { body: { name: "before" } });
  });

  test.each(
    cases.filter((one) => one.operation === operation).map((one) => [one.path.join("."), one] as const),
  )("%s", async (path, one) => {
    const shops: string[] = [];
    const refusals: string[] = [];
    const sent = new Set<string>();
    for (const value of one.values) {
      // A number and its digits are the same value.
      if (sent.has(String(value))) continue;
      const outcome = await outcomeOf(one, value);
      if ("refused" in outcome) refusals.push(outcome.refused);
      else {
        shops.push(outcome.shop);
        sent.add(String(value));
      }
      if (shops.length === 2) break;
    }
    const [first, second] = shops;
    const hasEffect = second === undefined ? refusals.length > 0 : first !== second;
    expect(hasEffect, `${path} has an effect or is refused`).toBe(dependent[operation]?.[path] === undefined);
    const names = [one.param, ...one.path.map(String)];
    const unnamed = refusals.filter((refusal) => !names.some((name) => refusal.includes(name)));
    if (second === undefined) expect(unnamed).toEqual([]);
  });
});
