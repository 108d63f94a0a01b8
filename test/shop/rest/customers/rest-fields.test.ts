/** The fields of a customer that REST reads and writes, by role (customers 7, 8.1). */
import type { RestFormat } from "../../../../src/engine/doors/rest/answer.js";
import { describe, expect, test } from "vitest";
import {
  customerFieldNames,
  writableOnCreate,
  ReadableFields,
  writableOnUpdate,
  type RestKind,
} from "../../../../src/shop/rest/customers/rest-fields.js";
import { customAttributes } from "../../../../src/shop/customers/accounts/custom-attributes.js";
import type { CustomAttribute, CustomerDoc } from "../../../../src/shop/data/entities/customer.js";

const level: CustomAttribute = { code: "level", type: "int", visible_on_front: true, required: false };
const note: CustomAttribute = { code: "note", type: "text", visible_on_front: false, required: false };
const attributes = [level, note];

const [admin, customer] = [
  new ReadableFields("admin", attributes),
  new ReadableFields("customer", attributes),
];

test.each(customerFieldNames)("an own attribute cannot be called %s", (code) => {
  expect(() => customAttributes([], [{ code, type: "text" }])).toThrow(code);
});

describe("fields that are read", () => {
  const collection =
    "entity_id website_id email group_id created_at disable_auto_group_change firstname lastname created_in";
  const single =
    "entity_id website_id email group_id created_at disable_auto_group_change created_in firstname lastname";
  const json = "prefix suffix taxvat dob reward_update_notification reward_warning_notification gender level";
  test.each<{ kind: RestKind; format: RestFormat; want: string }>([
    { kind: "collection", format: "xml", want: `${collection} level` },
    { kind: "collection", format: "json", want: `${collection} ${json}` },
    { kind: "single", format: "xml", want: `${single} last_logged_in level` },
    { kind: "single", format: "json", want: `${single} level` },
  ])("$kind in $format", ({ kind, format, want }) => {
    for (const fields of [admin, customer])
      expect(fields.select(kind, format, undefined).map(({ name }) => name)).toEqual(want.split(" "));
  });

  test.each([
    { names: ["lastname", "email"], want: ["email", "lastname"] },
    { names: ["middlename", "email", "nonsense"], want: ["email", "middlename"] },
    { names: ["level", "note"], want: ["level", "note"], byCustomer: ["level"] },
    { names: ["confirmation", "gender"], want: ["gender", "confirmation"], byCustomer: ["gender"] },
  ])("named $names", ({ names, want, byCustomer = want }) => {
    const named = (fields: ReadableFields) =>
      fields.select("single", "json", new Set(names)).map(({ name }) => name);
    expect(named(admin)).toEqual(want);
    expect(named(customer)).toEqual(byCustomer);
  });

  test.each([
    { name: "dob", doc: { dob: "1990-05-01" }, want: "1990-05-01 00:00:00" },
    { name: "dob", doc: { dob: null }, want: null },
    { name: "gender", doc: { gender: 1 }, want: "1" },
    { name: "entity_id", doc: { id: 7 }, want: "7" },
    { name: "level", doc: { custom: { level: 0 } }, want: "0" },
    { name: "level", doc: { custom: { level: null } }, want: null },
    { name: "level", doc: { custom: {} }, want: null },
    { name: "level", doc: { custom: Object.create({ level: 5 }) as object }, want: null },
  ])("$name of $doc is $want", ({ name, doc, want }) => {
    expect(admin.get(name)?.text(doc as unknown as CustomerDoc)).toBe(want);
  });

  test("attributes of the shop are returned only if they are set", () => {
    expect(admin.get("level")).toMatchObject({ path: "custom.level", type: "number", onlyWhenSet: true });
    expect(admin.get("email")).not.toHaveProperty("onlyWhenSet");
    expect(customer.get("note")).toBeUndefined();
  });
});

describe("fields that are written", () => {
  const forAdmins = "group_id prefix middlename suffix firstname lastname email password dob taxvat gender";
  const flags = "disable_auto_group_change reward_update_notification reward_warning_notification";

  test.each([
    ["a new customer", writableOnCreate(attributes), `website_id ${forAdmins} ${flags} level note`],
    ["an update by an API user", writableOnUpdate("admin", attributes), `${forAdmins} ${flags} level note`],
    [
      "an update by the customer",
      writableOnUpdate("customer", attributes),
      "prefix middlename suffix firstname lastname email dob taxvat gender level",
    ],
  ])("%s", (_title, names, want) => expect(names).toEqual(want.split(" ")));
});
