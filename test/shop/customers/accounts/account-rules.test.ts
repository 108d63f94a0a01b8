/** Validation of e-mail addresses, passwords and customer data by REST. customers 1.4, 1.6, 8.1. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  restCreateForm,
  restUpdateForm,
  updateForm,
  validateCustomer,
  type CustomerForm,
} from "../../../../src/shop/customers/accounts/customer-data.js";
import type { CustomAttribute } from "../../../../src/shop/data/entities/customer.js";
import { installedShop } from "../../../../src/shop/states/installed/shop.js";
import { ShopDirectory } from "../../../../src/shop/stores/directory.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { isEmail } from "../../../../src/engine/values/email.js";
import { normalPassword, passwordProblem } from "../../../../src/shop/customers/accounts/password.js";

/** Website 1 with the groups 1 to 3, and website 2. */
const shop = new ShopDirectory({
  ...installedShop,
  websites: [
    ...installedShop.websites,
    { ...installedShop.websites[0], website_id: 2, code: "second" } as never,
  ],
  views: [
    ...installedShop.views,
    { ...installedShop.views[0], store_id: 2, website_id: 2, code: "second" } as never,
  ],
});

describe("e-mail", () => {
  test.each([
    "mila@shop.test",
    "mila.novak+tag@sub.shop.co",
    "o'brien_#!$%&*/=?^`{|}~-@shop.test",
    "用户@例子.测试",
    "jörg@münchen.de",
    "a@1.2",
    "a@x-y.example",
    `${"x".repeat(64)}@shop.test`,
  ])("%s is one", (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    "",
    "mila",
    "@shop.test",
    "mila@",
    "a@b",
    "a@b.",
    "a@.b",
    "a@b..c",
    "a@-b.c",
    "a@b-.c",
    "a@b_c.de",
    "a@@b.c",
    "a@b@c.de",
    ".a@b.de",
    "a.@b.de",
    "a..b@c.de",
    "a b@c.de",
    '"a b"@c.de',
    "a@b c.de",
    "a\n@b.de",
    "a@[127.0.0.1]",
    `${"x".repeat(65)}@shop.test`,
  ])("%s is none", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test("long text is also checked", () => {
    // What backtracks would not end before the test's time is over.
    expect(isEmail(`${"a.".repeat(50_000)}@${"a-".repeat(50_000)}`)).toBe(false);
  });
});

test("the length of a password is counted in characters, without spaces around it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const password = normalPassword(text);
      if (password === undefined) return;
      const length = [...password].length;
      expect(passwordProblem(password) === undefined).toBe(length >= 7 && length <= 256);
      expect(normalPassword(password)).toBe(password);
    }),
  );
});

describe("the REST form", () => {
  const form: CustomerForm = {
    fields: [
      "website_id",
      "group_id",
      "firstname",
      "email",
      "gender",
      "is_active",
      "reward_warning_notification",
    ],
    required: ["website_id", "group_id", "firstname", "email"],
    isRest: true,
  };
  const judge = (data: object, by = form) =>
    validateCustomer(data as Record<string, unknown>, { ...by, shop, attributes: [] });

  test("reports all problems in its own order", () => {
    const { problems } = judge({ website_id: "x", email: "y", gender: "z", is_active: 2 });
    const named = problems.map(({ field }) => field);
    expect(named).toEqual(["website_id", "group_id", "firstname", "email", "gender", "is_active"]);
  });

  test("an empty gender is unset and an empty flag is 0", () => {
    const { given } = judge({ gender: "", reward_warning_notification: "" });
    expect(given).toMatchObject({ gender: null, reward_warning_notification: 0 });
    expect(judge({ gender: "" }, updateForm).problems).toHaveLength(1);
  });

  test.each([
    [true, "1"],
    [false, "0"],
    [5, "5"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [" a ", "a"],
    [null, null],
  ])("%j is read as the text of XML", (value, want) => {
    expect(judge({ taxvat: value }, restUpdateForm)).toMatchObject({ given: { taxvat: want }, problems: [] });
  });

  test("a number whose text would differ from what was sent is refused", () => {
    const problem = (field: string) => ({ field, message: "has an invalid value" });
    expect(judge({ taxvat: 1e21 }, restUpdateForm).problems).toEqual([problem("taxvat")]);
    expect(judge({ taxvat: 2 ** 53 }, restUpdateForm).problems).toEqual([problem("taxvat")]);
  });

  test.each([
    { data: {}, want: [] },
    { data: { website_id: "9" }, want: ["website_id does not exist"] },
    { data: { group_id: 0 }, want: ["group_id does not exist"] },
    { data: { website_id: "", group_id: null }, want: ["website_id is required", "group_id is required"] },
    { data: { website_id: "x" }, want: ["website_id must be a whole number"] },
    {
      data: { gender: "3", email: "", firstname: " ", website_id: "9" },
      want: [
        ...["website_id does not exist", "firstname is required", "email is required"],
        "gender must be 1 (male) or 2 (female)",
      ],
    },
  ])("all problems of a new customer are reported together: $data", ({ data, want }) => {
    const right = { website_id: "1", group_id: "1", firstname: "Ada", lastname: "King" };
    const secrets = { email: "ada@shop.test", password: "secret77" };
    const { structure, content } = judge({ ...right, ...secrets, ...data }, restCreateForm);
    expect(structure).toEqual([]);
    expect(content.map(({ field, message }) => `${field} ${message}`)).toEqual(want);
  });

  test("an empty password is refused", () => {
    const put: CustomerForm = { fields: ["password"], required: [], isRest: true };
    expect(judge({ password: " " }, put).problems).toHaveLength(1);
    expect(judge({ password: "" }, updateForm)).toMatchObject({ given: {}, problems: [] });
  });
});

describe("members of customer data", () => {
  const views = [0, 1, 2].map((id) => shop.view(id));
  const judge = (data: object, form: CustomerForm = updateForm, more: object = {}) =>
    validateCustomer(data as Record<string, unknown>, {
      ...{ ...form, attributes: [], shop },
      ...more,
    });

  test.each([
    { data: {}, given: {} },
    { data: { firstname: null, confirmation: "x", dob: undefined }, given: {} },
    { data: { confirmation: "" }, given: { confirmation: null } },
    { data: { dob: " " }, given: { dob: null } },
    { data: { dob: "1990-05-01" }, given: { dob: "1990-05-01" } },
    // Days to come as well (conventions 10.2).
    { data: { dob: "0001-01-01" }, given: { dob: "0001-01-01" } },
    { data: { dob: "9999-12-31" }, given: { dob: "9999-12-31" } },
    { data: { gender: "2", is_active: false }, given: { gender: 2, is_active: 0 } },
    { data: { password: "" }, given: {} },
    { data: { store_id: 0, website_id: 2 }, given: { store_id: views[0], website_id: 2 } },
    { data: { store_id: 2, website_id: "2" }, given: { store_id: views[2], website_id: 2 } },
    { data: { store: 1 }, given: { store: views[1] } },
  ])("$data", ({ data, given }) => {
    const judged = judge(data);
    expect(judged).toMatchObject({ structure: [], content: [], problems: [] });
    expect({ ...judged.given }).toEqual(given);
  });

  test.each([
    { data: { gender: [] }, structure: "gender must be 1 or 2" },
    { data: { dob: [] }, structure: "dob must be text" },
    { data: { password: {} }, structure: "password must be text" },
    { data: { password: "secret\u000777" }, content: "password must not contain control characters" },
    { data: { gender: 3 }, content: "gender must be 1 (male) or 2 (female)" },
    { data: { dob: "0000-01-01" }, content: "dob must be a day that exists, as YYYY-MM-DD" },
    { data: { dob: "10000-01-01" }, content: "dob must be a day that exists, as YYYY-MM-DD" },
    { data: { dob: "1990-02-30" }, content: "dob must be a day that exists, as YYYY-MM-DD" },
    { data: { store_id: 9 }, content: "store_id must be the number or the code of a store view" },
    { data: { store_id: 1, website_id: 2 }, content: "store_id belongs to another website" },
  ])("$data: $structure$content", ({ data, structure, content }) => {
    const texts = (problems: readonly Problem[]) => problems.map((one) => `${one.field} ${one.message}`);
    const judged = judge(data);
    expect(texts(judged.structure)).toEqual(structure ? [structure] : []);
    expect(texts(judged.content)).toEqual(content ? [content] : []);
    expect(texts(judged.problems)).toEqual([structure ?? content]);
  });

  test("a store view must belong to the website of the customer", () => {
    expect(judge({ store_id: 1 }, updateForm, { websiteId: 1 }).problems).toEqual([]);
    expect(judge({ store_id: 1 }, updateForm, { websiteId: 2 }).problems).toHaveLength(1);
    expect(judge({ store_id: 1, website_id: 1 }, updateForm, { websiteId: 2 }).problems).toEqual([]);
  });
});

describe("attributes of the shop", () => {
  const form: CustomerForm = { fields: [], required: [], isRest: false };
  const read = (type: CustomAttribute["type"], value: unknown, required = false) => {
    const attributes = [{ code: "own", type, visible_on_front: true, required }];
    const data = { own: value };
    const { custom, problems } = validateCustomer(data, { ...form, attributes, shop });
    return problems[0]?.message ?? custom.own;
  };

  test.each([
    ["boolean", true, 1],
    ["boolean", false, 0],
    ["boolean", "1", 1],
    ["boolean", 0, 0],
    ["boolean", "yes", "must be 0 or 1"],
    ["boolean", [], "must be text or a number"],
    ["int", "12", 12],
    ["int", 12, 12],
    ["int", "1.5", "must be a whole number"],
    ["int", true, "must be text or a number"],
    ["text", " a ", "a"],
    ["text", true, "must be text or a number"],
    ["text", " ", null],
    ["text", null, undefined],
    ["date", "1990-05-01", "1990-05-01"],
    ["date", "soon", "must be a day that exists, as YYYY-MM-DD"],
    ["int", "", null],
    ["int", " ", null],
  ] as const)("%s %j is %j", (type, given, want) => expect(read(type, given)).toBe(want));

  test.each(["", " ", "\t"])("what is required is not %j", (given) => {
    expect(read("text", given, true)).toBe("is required");
  });
});
