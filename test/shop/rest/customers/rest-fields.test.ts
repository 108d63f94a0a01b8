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
import {
  validateRestData,
  labelOf,
  shapeProblems,
  writableData,
} from "../../../../src/shop/rest/customers/rest-data.js";
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
  const required = ["website_id", "group_id", "firstname", "lastname", "email", "password"];

  test.each([
    {
      title: "a new customer",
      writing: writableOnCreate(attributes),
      fields: `website_id ${forAdmins} ${flags}`,
      required,
      own: attributes,
    },
    {
      title: "an update by an API user",
      writing: writableOnUpdate("admin", attributes),
      fields: `${forAdmins} ${flags}`,
      required: [],
      own: attributes,
    },
    {
      title: "an update by the customer",
      writing: writableOnUpdate("customer", attributes),
      fields: "prefix middlename suffix firstname lastname email dob taxvat gender",
      required: [],
      own: [level],
    },
  ])("$title", ({ writing, fields, required, own }) => {
    expect(writing).toEqual({ fields: fields.split(" "), required, attributes: own });
  });

  test.each([
    [true, "1"],
    [false, "0"],
    [5, "5"],
    [1e21, 1e21],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [" a ", "a"],
    ["a\u0007", "a\u0007"],
    [null, ""],
    [["a"], ["a"]],
  ])("%j is read as %j", (given, want) => {
    const writing = writableOnUpdate("admin", attributes);
    const body = { firstname: given, level: given, website_id: 1, nonsense: 1 };
    expect({ ...writableData(body, writing) }).toEqual({ firstname: want, level: want });
  });

  test("values other than text and numbers are reported", () => {
    const data = { firstname: "a", lastname: ["a"], email: {}, dob: 5 };
    expect(shapeProblems(data)).toEqual(
      ["lastname", "email"].map((field) => ({ field, message: "must be text or a number" })),
    );
  });
});

describe("problems of a new customer", () => {
  const right = {
    ...{ website_id: "1", group_id: "1", firstname: "Ada", lastname: "King" },
    ...{ email: "ada@shop.test", password: "secret77" },
  };
  const surroundings = { hasWebsite: (id: number) => id === 1, hasGroup: (id: number) => id < 3 };
  const problems = (data: object, ...misfits: string[]) =>
    validateRestData(
      { ...right, ...data },
      writableOnCreate(attributes),
      surroundings,
      new Set(misfits),
    ).problems.map(({ field, message }) => `${labelOf(field)} ${message}.`);

  test.each([
    { data: {}, want: [] },
    { data: { website_id: "2" }, want: ["The website does not exist."] },
    { data: { group_id: "3" }, want: ["The group does not exist."] },
    { data: { website_id: "", group_id: "" }, want: ["The website is required.", "The group is required."] },
    { data: { website_id: "x" }, want: ["The website must be a whole number."] },
    { data: { email: "x" }, want: ["The e-mail address must have the form name@host.tld."] },
    {
      data: { gender: "3", email: "", firstname: " ", website_id: "9" },
      want: [
        "The website does not exist.",
        "The first name is required.",
        "The e-mail address is required.",
        "The gender must be 1 (male) or 2 (female).",
      ],
    },
    { data: { level: "x" }, want: ["level must be a whole number."] },
  ])("$data: $want", ({ data, want }) => expect(problems(data)).toEqual(want));

  test("a refusal of the contract is reported if no rule has reported the field", () => {
    expect(problems({ email: "x" }, "email", "taxvat")).toEqual([
      "The e-mail address must have the form name@host.tld.",
      "The tax number has an invalid value.",
    ]);
  });
});
