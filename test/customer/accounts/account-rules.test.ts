/** E-mail addresses, passwords and the data of customers as REST judges them. customers.md 1.4, 1.6, 8.1. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  judgeCustomer,
  updateForm,
  type CustomerForm,
} from "../../../src/customer/accounts/customer-data.js";
import { isEmail } from "../../../src/values/email.js";
import { normalPassword, passwordProblem } from "../../../src/customer/accounts/password.js";

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

  test("long text is judged at once", () => {
    const started = performance.now();
    isEmail(`${"a.".repeat(50_000)}@${"a-".repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

test("a password counts characters, without spaces around it", () => {
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
    emptyIsGiven: true,
  };
  const judge = (data: object, by = form) =>
    judgeCustomer(data as Record<string, unknown>, { ...by, view: () => undefined, attributes: [] });

  test("names all problems in its own order", () => {
    const { problems } = judge({ website_id: "x", email: "y", gender: "z", is_active: 2 });
    const named = problems.map(({ field }) => field);
    expect(named).toEqual(["website_id", "group_id", "firstname", "email", "gender", "is_active"]);
  });

  test("an empty gender is unset and an empty flag is 0", () => {
    const { given } = judge({ gender: "", reward_warning_notification: "" });
    expect(given).toMatchObject({ gender: null, reward_warning_notification: 0 });
    expect(judge({ gender: "" }, updateForm).problems).toHaveLength(1);
  });

  test("an empty password is refused", () => {
    const put: CustomerForm = { fields: ["password"], required: [], emptyIsGiven: true };
    expect(judge({ password: " " }, put).problems).toHaveLength(1);
    expect(judge({ password: "" }, updateForm)).toMatchObject({ given: {}, problems: [] });
  });
});
