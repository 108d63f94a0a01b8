/** POST, PUT and DELETE on customers: bodies, fields, problems (customers 5.2, 7.3, 8). */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";
import { anna, asAdmin, asAnna, customers, least, messagesOf, Rest, xmlBody } from "./rest.js";

const shop = await startShop({ dataset: "sample" });
const rest = new Rest(shop);
beforeEach(() => shop.reset());

/** The beginning of a text that is too long, as messages show it. */
const long = `"${"x".repeat(79)}…`;
const noEmail = 'The e-mail address must have the form name@host.tld, not "x".';
const closing = "The data did not pass validation.";

describe("creating", () => {
  test("returns an empty 200 with the path of the customer", async () => {
    const answer = await rest.send("POST", "", least);
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(answer.headers.get("Location")).toBe(`${customers}/9`);
    expect(await shop.call("customer.info", [9])).toMatchObject({
      ...{ email: "mila@shop.test", group_id: 2, website_id: 1, created_in: "Admin", is_active: 1 },
      ...{ confirmation: null, default_billing: null, taxvat: "" },
    });
  });

  test("accepts all fields of the API document, in XML", async () => {
    const fields = {
      ...least,
      prefix: "Dr.",
      middlename: "M",
      suffix: "II",
      taxvat: "007",
      dob: "1990-02-11 10:11:12",
      ...{ gender: 2, disable_auto_group_change: 1, reward_update_notification: 1 },
      reward_warning_notification: 0,
    };
    const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
    const body = `<?xml version="1.0"?><service_api>${elements.join("")}</service_api>`;
    const { status } = await rest.send("POST", "", body, xmlBody);
    expect(status).toBe(200);
    const names = Object.keys(fields).filter((name) => name !== "password");
    expect(await rest.fields(9, names.join(","))).toEqual({
      ...{ website_id: "1", email: "mila@shop.test", group_id: "2", disable_auto_group_change: "1" },
      ...{ firstname: "Mila", lastname: "Novak", prefix: "Dr.", suffix: "II", taxvat: "007" },
      ...{ dob: "1990-02-11 00:00:00", reward_update_notification: "1", reward_warning_notification: "0" },
      ...{ gender: "2", middlename: "M" },
    });
  });

  test("ignores read-only fields, whatever their value", async () => {
    const foreign = {
      ...{ entity_id: 1, created_at: "2000-01-01", created_in: "x", is_active: 0, password_hash: "x" },
      ...{ default_billing: 1, confirmation: "x", store_id: 2, unknown: { nested: [1] } },
    };
    const id = await rest.create({ ...foreign, __proto__x: 1, constructor: "x" });
    expect(id).toBe(9);
    expect(await shop.call("customer.info", [9])).toMatchObject({
      ...{ is_active: 1, created_in: "Admin", confirmation: null, created_at: "2025-06-01 12:00:00" },
    });
    expect(await shop.call("customer.info", [1])).toMatchObject({ email: anna.email });
  });

  test.each([
    [{ website_id: undefined }, ["The website is required."]],
    [{ website_id: "" }, ['The website is required ("").']],
    [{ website_id: null }, ["The website is required."]],
    [{ website_id: "abc" }, ['The website must be a whole number, not "abc".']],
    [{ website_id: 0 }, ["The website does not exist (0)."]],
    [{ website_id: 99 }, ["The website does not exist (99)."]],
    [{ group_id: undefined }, ["The group is required."]],
    [{ group_id: 0 }, ["The group does not exist (0)."]],
    [{ group_id: " 99 " }, ['The group does not exist (" 99 ").']],
    [{ firstname: "  " }, ['The first name is required ("  ").']],
    [{ lastname: "x".repeat(256) }, [`The last name must have at most 255 characters, not ${long}.`]],
    [{ email: "a@b" }, ['The e-mail address must have the form name@host.tld, not "a@b".']],
    [{ email: ["a@b.cd"] }, ['The e-mail address must be text or a number, not ["a@b.cd"].']],
    [
      { email: "ANNA.becker@example.com" },
      ['The e-mail address is already in use ("ANNA.becker@example.com").'],
    ],
    [{ password: "123456" }, ["The password must have at least 7 characters."]],
    [{ password: "  123456  " }, ["The password must have at least 7 characters."]],
    [{ password: "x".repeat(257) }, ["The password must have at most 256 characters."]],
    [{ password: undefined }, ["The password is required."]],
    [
      { dob: "1990-02-30" },
      ['The date of birth must be a day that exists, as YYYY-MM-DD, not "1990-02-30".'],
    ],
    [{ gender: 3 }, ["The gender must be 1 (male) or 2 (female), not 3."]],
    [{ disable_auto_group_change: 2 }, ["disable_auto_group_change must be 0 or 1, not 2."]],
    [{ taxvat: {} }, ["The tax number must be text or a number, not {}."]],
    [
      { prefix: "a\u0007b" },
      ['The prefix must not contain control characters or invalid characters, such as U+0007 ("a\\u0007b").'],
    ],
    [
      { website_id: 99, firstname: "", email: "x", password: "x", group_id: 99 },
      [
        ...["The website does not exist (99).", "The group does not exist (99)."],
        ...['The first name is required ("").', noEmail, "The password must have at least 7 characters."],
      ],
    ],
    [{ password: 12345 }, ["The password must have at least 7 characters."]],
    // The text of such a number differs from the sent text.
    [{ password: 1e21 }, ["The password has an invalid value."]],
    [
      { email: "x", suffix: "x".repeat(256), lastname: "", middlename: "x".repeat(256), firstname: "" },
      [
        ...[
          `The middle name must have at most 255 characters, not ${long}.`,
          `The suffix must have at most 255 characters, not ${long}.`,
        ],
        ...['The first name is required ("").', 'The last name is required ("").', noEmail],
      ],
    ],
    // The address is only checked for uniqueness if everything else is valid.
    [{ email: anna.email, firstname: "" }, ['The first name is required ("").']],
  ])("refuses %j", async (data, want) => {
    const answer = await rest.send("POST", "", { ...least, ...data });
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toEqual([...want, closing]);
    expect((await rest.get("?limit=1")).headers.get("X-Total-Count")).toBe("8");
  });

  test("reports everything that is missing", async () => {
    const answer = await rest.send("POST", "", { taxvat: "x" }, { Accept: "text/xml" });
    expect(messagesOf(answer)).toHaveLength(7);
    expect(answer.text).toContain("<code>400</code>");
  });

  test("gives an address to only one of two concurrent calls", async () => {
    const answers = await Promise.all([rest.send("POST", "", least), rest.send("POST", "", least)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("accepts booleans and numbers", async () => {
    const id = await rest.create({ disable_auto_group_change: true, taxvat: 12.5, firstname: 7 });
    expect(await rest.fields(id, "disable_auto_group_change,taxvat,firstname")).toEqual({
      ...{ disable_auto_group_change: "1", taxvat: "12.5", firstname: "7" },
    });
  });

  test("with a base path returns it in Location", async () => {
    const based = await startShop({ settings: { baseUrl: "https://shop.test/store" } });
    const { headers } = await new Rest(based).send("POST", "", least);
    expect(headers.get("Location")).toBe("/store/api/rest/customers/1");
  });
});

describe("changing", () => {
  test("keeps omitted fields and updates updated_at", async () => {
    expect(await rest.update(1, { taxvat: "DE1" })).toBe(200);
    expect(await rest.fields(1, "taxvat,firstname,prefix,updated_at")).toEqual({
      ...{ taxvat: "DE1", firstname: "Anna", prefix: "Ms", updated_at: "2025-06-01 12:00:00" },
    });
  });

  test("clears fields by empty elements and by null, but no required field", async () => {
    await rest.update(1, { taxvat: "DE1", gender: 1 });
    const body = "<service_api><taxvat/><gender></gender><dob> </dob></service_api>";
    expect((await rest.send("PUT", "/1", body, xmlBody)).status).toBe(200);
    expect(await rest.update(1, { prefix: null, disable_auto_group_change: "" })).toBe(200);
    expect(await rest.fields(1, "taxvat,gender,dob,prefix,disable_auto_group_change")).toEqual({
      ...{ taxvat: null, gender: null, dob: null, prefix: null, disable_auto_group_change: "0" },
    });
    for (const field of ["firstname", "lastname", "email", "group_id", "password"]) {
      expect(await rest.update(1, { [field]: "" })).toBe(400);
      expect(await rest.update(1, { [field]: null })).toBe(400);
    }
  });

  test("never changes the website or the origin", async () => {
    expect(await rest.update(1, { website_id: 2, created_in: "x", suffix: "x" })).toBe(200);
    expect(await rest.fields(1, "website_id,created_in")).toEqual({
      ...{ website_id: "1", created_in: "Default Store View" },
    });
  });

  test.each([{}, { website_id: 2 }, { entity_id: 9, created_in: "x" }, { nothing: [1] }])(
    "%j contains no writable field: 400",
    async (data) => {
      expect(await rest.update(1, data)).toBe(400);
      expect(await rest.update(999, data)).toBe(400);
    },
  );

  test("the customer's own address is not a conflict, another customer's is", async () => {
    expect(await rest.update(1, { email: "Anna.BECKER@example.com" })).toBe(200);
    expect(messagesOf(await rest.send("PUT", "/1", { email: "jonas.maier@example.com" }))).toEqual([
      ...['The e-mail address is already in use ("jonas.maier@example.com").', closing],
    ]);
  });

  test("an unknown customer is 404 once the body has a valid form, whatever the values", async () => {
    expect(await rest.update(999, { firstname: "" })).toBe(404);
    expect(await rest.update(999, { firstname: "x", unknown: { nested: [1] } })).toBe(404);
    expect(await rest.update(999, { firstname: { nested: 1 } })).toBe(400);
    const twice = "<a><suffix>x</suffix><suffix>y</suffix></a>";
    expect((await rest.send("PUT", "/999", twice, xmlBody)).status).toBe(400);
  });

  test("a password may be a number and is then its decimal text", async () => {
    expect(await rest.update(1, { password: 12345678 })).toBe(200);
    expect((await rest.get("/1", basic(anna.email, "12345678"))).status).toBe(200);
  });

  test("a customer changes its own fields, the rest is ignored", async () => {
    const change = (data: object) => rest.update(1, data, asAnna);
    expect(await change({ firstname: "Anne", group_id: 3, password: "stolen token" })).toBe(200);
    expect(await rest.fields(1, "firstname,group_id")).toEqual({ firstname: "Anne", group_id: "1" });
    expect((await rest.get("/1", asAnna)).status).toBe(200);
    for (const field of ["group_id", "password", "disable_auto_group_change", "reward_update_notification"]) {
      expect(await change({ [field]: "1" })).toBe(400);
    }
    expect(await change({ gender: "", dob: "", taxvat: "x", email: "anne@x.test" })).toBe(200);
  });
});

describe("deleting", () => {
  test("also deletes the addresses, once, and ignores a body", async () => {
    const answer = await rest.send("DELETE", "/1", "<<<", { "Content-Type": "image/png" });
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect((await rest.send("DELETE", "/1", undefined)).status).toBe(404);
    await expect(shop.call("customer_address.info", [1])).rejects.toMatchObject({
      fault: "address_not_exists",
    });
  });
});

describe("bodies", () => {
  const put = (body: unknown, headers: Record<string, string> = xmlBody) =>
    shop.http("PUT", `${customers}/1`, { body, headers: { ...asAdmin, ...headers } });
  const taxvat = async () => ((await rest.fields(1, "taxvat")) as { taxvat: string }).taxvat;
  const xml = "<service_api><taxvat>1</taxvat></service_api>";

  test.each([
    "application/xml",
    "text/xml",
    "text/xml; charset=UTF-8",
    'text/xml; x=1; charset="utf-8"',
    'text/xml; x="a;charset=latin1"; charset=utf-8',
    'text/xml; x="\\";charset=latin1"; charsets=latin1',
    undefined,
  ])("%s is read as XML", async (type) =>
    expect((await put(xml, type === undefined ? {} : { "Content-Type": type })).status).toBe(200),
  );

  test.each([
    ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html"],
    ...["application/xhtml+xml", "text/xml; charset=latin1", "application/json; charset=utf-16", "nonsense"],
    ...['text/xml; x="a;b"; charset=latin1', "text/xml; charset=utf-8; charset=latin1", "text/xml; charset"],
  ])("%s is 400", async (type) => expect((await put(xml, { "Content-Type": type })).status).toBe(400));

  test.each([
    ["another root", "<magento_api><taxvat>x</taxvat></magento_api>", "x"],
    [
      "a declaration and comments",
      '<?xml version="1.0"?><!-- c --><a><?p i?><taxvat>x<!-- y -->z</taxvat></a>',
      "xz",
    ],
    [
      "references",
      "<a><taxvat>&#233;&#x1F600;&amp;lt;&#38;amp;&lt;&quot;&apos;</taxvat></a>",
      "é😀&lt;&amp;<\"'",
    ],
    ["CDATA", "<a><taxvat><![CDATA[<&amp;]]>&amp;<![CDATA[>]]></taxvat></a>", "<&amp;&>"],
    ["attributes", '<a taxvat="no"><taxvat x="1 > 2">x</taxvat></a>', "x"],
    ["leading zeros", "<a><taxvat>007.00</taxvat></a>", "007.00"],
    ["what is unknown, with elements in it", "<a><b><c/></b><b/><taxvat>x</taxvat></a>", "x"],
    ["names of JavaScript", "<a><__proto__>y</__proto__><constructor/><taxvat>x</taxvat></a>", "x"],
    ["line breaks", "<a><taxvat>x\r\ny&#13;\nz</taxvat></a>", "x\ny\r\nz"],
  ])("XML with %s", async (_, body, want) => {
    expect((await put(body)).status).toBe(200);
    expect(await taxvat()).toBe(want);
  });

  test.each([
    ["nothing", ""],
    ["spaces", " \n "],
    ["text", "taxvat"],
    ["an open element", "<a><taxvat>x</taxvat>"],
    ["crossed elements", "<a><taxvat>x</a></taxvat>"],
    ["two roots", "<a/><b/>"],
    ["a DOCTYPE", "<!DOCTYPE a><a><taxvat>x</taxvat></a>"],
    ["entities", '<!DOCTYPE a [<!ENTITY e "x">]><a><taxvat>&e;</taxvat></a>'],
    ["an unknown entity", "<a><taxvat>&nbsp;</taxvat></a>"],
    ["an unknown entity elsewhere", '<a x="&nbsp;"><taxvat>x</taxvat></a>'],
    ["a bare ampersand", "<a><taxvat>a & b</taxvat></a>"],
    ["a reference to a control character", "<a><taxvat>&#7;</taxvat></a>"],
    ["a reference to half a character", "<a><taxvat>&#xD800;</taxvat></a>"],
    ["a control character", "<a><taxvat>\u0007</taxvat></a>"],
    ["a nested field", "<a><taxvat><b>x</b></taxvat></a>"],
    ["a repeated field", "<a><taxvat>x</taxvat><taxvat>y</taxvat></a>"],
    ["a list", "<a><data_item><taxvat>x</taxvat></data_item></a>"],
    ["17 levels", `${"<a>".repeat(17)}${"</a>".repeat(17)}`],
    ["1001 elements", `<a>${"<b/>".repeat(1000)}<taxvat>x</taxvat></a>`],
    ["another encoding", '<?xml version="1.0" encoding="ISO-8859-1"?><a><taxvat>x</taxvat></a>'],
    ["bytes that are not UTF-8", Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x3c, 0x2f, 0x61, 0x3e])],
  ])("XML with %s is 400", async (_, body) => {
    expect((await put(body)).status).toBe(400);
    expect(await taxvat()).toBeNull();
  });

  test("16 levels and 1000 elements are accepted", async () => {
    const deep = `<b>${"<c>".repeat(14)}${"</c>".repeat(14)}</b>`;
    expect((await put(`<a>${deep}<taxvat>x</taxvat></a>`)).status).toBe(200);
    expect((await put(`<a>${"<b/>".repeat(998)}<taxvat>x</taxvat></a>`)).status).toBe(200);
  });

  test.each([
    ...[
      "",
      "null",
      "1",
      '"text"',
      "true",
      "[]",
      '[{"taxvat":"x"}]',
      '{"0":{"taxvat":"x"}}',
      ' { "007" : 1, "taxvat":"x"}',
      '{"\\u0037":1,"taxvat":"x"}',
      "{",
      '{"taxvat":{}}',
    ],
    ...[
      '{"taxvat":["x"]}',
      `{"taxvat":"x","deep":${"[".repeat(64)}${"]".repeat(64)}}`,
      '{"taxvat":"\\ud800"}',
    ],
  ])("JSON %s is 400", async (body) => {
    expect((await put(body, { "Content-Type": "application/json" })).status).toBe(400);
    expect(await taxvat()).toBeNull();
  });

  test("JSON with a number as a later name is not a list", async () => {
    expect((await put('{"taxvat":"x","5":1}', { "Content-Type": "application/json" })).status).toBe(200);
    expect(await taxvat()).toBe("x");
  });

  test("the form of the body does not affect the form of the answer", async () => {
    const answer = await put("{}", { "Content-Type": "application/json" });
    expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  });
});
