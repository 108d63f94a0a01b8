/** `GET /customers`: paging, order, selection, filters (customers 9), and both documents (5.3, 5.4). */
import { beforeAll, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";
import { asAdmin, asAnna, customers, messagesOf, Rest } from "./rest.js";

const shop = await startShop({
  dataset: "sample",
  customerAttributes: [
    { code: "loyalty", type: "int", visible_on_front: true, required: false },
    { code: "credit_note", type: "text", visible_on_front: false, required: false },
  ],
});
const rest = new Rest(shop);
beforeAll(async () => {
  // Twelve in all; the sample shop has eight.
  for (const name of ["émile", "Zeta", "alpha", "Alpha"]) {
    await rest.create({
      email: `c${shop.clock.now()}-${name.length}${name.charCodeAt(0)}@x.test`,
      lastname: name,
    });
  }
});

const all = Array.from({ length: 12 }, (_, at) => at + 1);

describe("pages", () => {
  test.each([
    ["", all.slice(0, 10)],
    ["page=2", [11, 12]],
    ["page=3", []],
    ["page=9007199254740993&limit=100", []],
    [`page=${"9".repeat(400)}&order=email&dir=desc`, []],
    ["limit=5&page=2", [6, 7, 8, 9, 10]],
    ["limit=100", all],
    ["limit=7&limit=2", [1, 2]],
    ["dir=desc", [...all].reverse().slice(0, 10)],
    ["dir=dsc&page=2", [2, 1]],
    ["dir=DESC&page=4", []],
    ["unknown=1&limit=1", [1]],
  ])("%s", async (query, want) => {
    expect(await rest.ids(query)).toEqual(want);
    expect((await rest.get(`?${query}`)).headers.get("X-Total-Count")).toBe("12");
  });

  test.each([
    { query: "", want: "page=2" },
    { query: "page=2", want: undefined },
    { query: "limit=5&page=2", want: "limit=5&page=3" },
    { query: "limit=12", want: undefined },
    { query: "filter[1][attribute]=entity_id&filter[1][gt]=1&limit=2&dir=desc", want: "page=2" },
    { query: "page=9007199254740993&limit=100", want: undefined },
  ])("the next page of ?$query is named, or there is none", async ({ query, want }) => {
    const link = (await rest.get(`?${query}`)).headers.get("Link");
    expect(link).toEqual(want === undefined ? null : expect.stringMatching(/^<[^>]+>; rel="next"$/));
    if (link === null) return;
    expect(link).toContain(want);
    const next = /<[^?]+\?(.+)>/.exec(link)?.[1] ?? "";
    const [ids, nextIds] = [await rest.ids(query), await rest.ids(next)];
    expect(nextIds).not.toEqual([]);
    expect(ids.filter((id) => nextIds.includes(id))).toEqual([]);
  });

  test.each(["page=0", "page=-1", "page=x", "page=", "page=1.0", "page=01", "page=1e1", "page=%201"])(
    "%s is 400",
    async (query) => expect((await rest.get(`?${query}`)).status).toBe(400),
  );

  test.each(["limit=0", "limit=101", "limit=abc", "limit=", "limit=-5", "limit=010", "limit=5.0"])(
    "%s is 400",
    async (query) => expect((await rest.get(`?${query}`)).status).toBe(400),
  );

  test("skip deleted customers", async () => {
    const few = await startShop();
    const other = new Rest(few);
    for (let id = 1; id <= 6; id += 1) await other.create({ email: `c${id}@x.test` });
    for (const id of [2, 3, 6]) await other.send("DELETE", `/${id}`, undefined);
    expect(await other.ids("limit=2")).toEqual([1, 4]);
    expect(await other.ids("limit=2&page=2")).toEqual([5]);
    expect(await other.ids("limit=2&dir=desc")).toEqual([5, 4]);
    for (const id of [1, 4, 5]) await other.send("DELETE", `/${id}`, undefined);
    expect((await other.get()).text).toBe("{}");
    const empty = await other.get("", { Accept: "text/xml" });
    expect(empty.text).toMatch(/<service_api><\/service_api>\s*$/);
  });
});

describe("order", () => {
  test("text ignores case; equal values are sorted by entity_id in both directions", async () => {
    expect((await rest.ids("order=lastname&limit=3")).slice(0, 3)).toEqual([11, 12, 1]);
    const descending = await rest.ids("order=lastname&dir=desc&limit=100");
    expect(descending.slice(-3)).toEqual([1, 11, 12]);
    expect(descending).not.toEqual([...all].sort((a, b) => a - b));
  });

  test("unset values first, last when descending", async () => {
    const ascending = await rest.ids("order=dob&limit=100");
    expect(ascending.slice(-3)).toEqual([2, 1, 5]);
    expect((await rest.ids("order=dob&dir=desc&limit=100")).slice(0, 3)).toEqual([5, 1, 2]);
  });

  test.each([
    "order=",
    "order=password_hash",
    "order=store_id",
    "order=__proto__",
    "dir=",
    "dir=up",
    "order=x",
  ])("%s is 400", async (query) => expect((await rest.get(`?${query}`)).status).toBe(400));
});

describe("attrs", () => {
  test.each([
    ["attrs=lastname,email,none", { email: "anna.becker@example.com", lastname: "Becker" }],
    ["attrs[]=email&attrs[]=dob", { email: "anna.becker@example.com", dob: "1985-05-15 00:00:00" }],
    ["attrs%5B%5D=email", { email: "anna.becker@example.com" }],
    ["attrs=password_hash,store_id,default_billing", {}],
    ["attrs=confirmation", { confirmation: null }],
  ])("%s", async (query, want) => {
    expect((await rest.get(`/1?${query}`)).json).toEqual(want);
    expect((await rest.get(`?limit=1&${query}`)).json).toEqual({ 1: want });
  });

  test("empty is the same as absent, and an unknown name selects no field", async () => {
    expect((await rest.get("/1?attrs=")).text).toBe((await rest.get("/1")).text);
    const { text } = await rest.get("?limit=1&attrs=none", { Accept: "text/xml" });
    expect(text).toMatch(/<service_api>\s*<data_item><\/data_item>\s*<\/service_api>/);
  });

  test("fields have the usual order", async () => {
    const { text } = await rest.get("/1?attrs=middlename,taxvat,lastname,email,entity_id");
    expect([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name)).toEqual([
      ...["entity_id", "email", "lastname", "taxvat", "middlename"],
    ]);
  });

  test("confirmation is only for API users", async () => {
    expect((await rest.get("/1?attrs=confirmation,email", asAnna)).json).toEqual({
      email: "anna.becker@example.com",
    });
  });
});

describe("filters", () => {
  const on = (attribute: string, rest: string) => `filter[1][attribute]=${attribute}&filter[1]${rest}`;

  test.each([
    [on("email", "[eq]=ANNA.becker%40example.com"), [1]],
    [on("email", "[in][0]=anna.becker%40example.com&filter[1][in][1]=inkop%40lindqvist.example.com"), [1, 6]],
    [on("entity_id", "[in]=3,1"), [1, 3]],
    [on("entity_id", "[in][]=3&filter[1][in][]=1"), [1, 3]],
    [on("entity_id", "[nin]=1,2,3,4,5,6,7,8,9,10"), [11, 12]],
    [on("entity_id", "[from]=3&filter[1][to]=5"), [3, 4, 5]],
    [on("entity_id", "[gt]=3&filter[1][lteq]=5"), [4, 5]],
    [on("entity_id", "[from]=11"), [11, 12]],
    [on("lastname", "[like]=%25eck%25"), [1]],
    [on("lastname", "[like]=van+den+b%25"), [8]],
    [on("lastname", "[nlike]=%25a%25&filter[2][attribute]=entity_id&filter[2][lt]=7"), [1, 4, 5, 6]],
    [on("dob", "[notnull]=1"), [1, 2, 5]],
    [on("gender", "[null]=&filter[x][attribute]=entity_id&filter[x][lt]=5"), [3, 4]],
    [on("website_id", "[neq]=1"), [5, 6, 7]],
    [on("created_at", "[lt]=2024-01-05"), [1]],
    [on("created_at", "[from]=2024-01-05&filter[1][to]=2024-01-12"), [2, 3, 4]],
    [on("dob", "[eq]=1985-05-15"), [1]],
    [on("firstname", "[eq]=%E8%8A%B1"), [5]],
    [on("email", "[eq]=nobody"), []],
    ["filter%5B1%5D%5Battribute%5D=entity_id&filter%5B1%5D%5Beq%5D=4", [4]],
    ["filter[__proto__][attribute]=entity_id&filter[__proto__][eq]=4", [4]],
    ["filters=1&filterx[1]=2&limit=1", [1]],
  ])("%s", async (query, want) => {
    expect(await rest.ids(`limit=100&${query}`.replace("limit=100&filters", "filters"))).toEqual(want);
  });

  test("count and page the customers that they find, in any order", async () => {
    const answer = await rest.get(`?${on("website_id", "[eq]=2")}&order=email&dir=desc&limit=2`);
    expect(answer.headers.get("X-Total-Count")).toBe("3");
    expect(await rest.ids(`${on("website_id", "[eq]=2")}&order=email&dir=desc&limit=2`)).toEqual([6, 5]);
    expect(await rest.ids(`${on("website_id", "[eq]=2")}&order=email&dir=desc&limit=2&page=2`)).toEqual([7]);
  });

  test.each([
    "filter=x",
    "filter[1]=x",
    "filter[][attribute]=email&filter[][eq]=x",
    "filter[1][attribute]=email",
    "filter[1][eq]=x",
    on("password_hash", "[eq]=x"),
    on("__proto__", "[eq]=x"),
    on("email", "[regexp]=x"),
    on("email", "[moreq]=x"),
    on("email", "[__proto__]=x"),
    on("email", "[finset]=x"),
    on("email", "[eq][0]=x"),
    on("email", "[in][0][1]=x"),
    on("website_id", "[eq]=abc"),
    on("website_id", "[in]=1,x"),
    on("website_id", "[eq]="),
    on("created_at", "[gt]=yesterday"),
    on("dob", "[eq]=1985-02-30"),
    Array.from({ length: 21 }, (_, at) => `filter[${at}][attribute]=email&filter[${at}][notnull]=1`).join(
      "&",
    ),
  ])("%s is 400", async (query) => {
    const answer = await rest.get(`?${query}`);
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toHaveLength(1);
  });

  test("20 filters are accepted", async () => {
    const many = Array.from(
      { length: 20 },
      (_, at) => `filter[${at}][attribute]=email&filter[${at}][notnull]=1`,
    );
    expect(await rest.ids(many.join("&"))).toHaveLength(10);
  });
});

describe("documents", () => {
  test("a page in XML has the nine fields of the API document", async () => {
    const { text } = await rest.get("?limit=1", { Accept: "application/xml" });
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<service_api>
  <data_item>
    <entity_id>1</entity_id>
    <website_id>1</website_id>
    <email>anna.becker@example.com</email>
    <group_id>1</group_id>
    <created_at>2024-01-02 08:00:00</created_at>
    <disable_auto_group_change>0</disable_auto_group_change>
    <firstname>Anna</firstname>
    <lastname>Becker</lastname>
    <created_in>Default Store View</created_in>
  </data_item>
</service_api>
`);
  });

  test("a page in JSON has seven more, as strings or null, in result order", async () => {
    const { text } = await rest.get(
      "?limit=2&order=entity_id&dir=desc&filter[1][attribute]=entity_id&filter[1][lt]=3",
    );
    expect(text.indexOf('"2":{')).toBeLessThan(text.indexOf('"1":{'));
    const page = JSON.parse(text) as Record<string, Record<string, unknown>>;
    expect(page[1]).toEqual({
      ...{ entity_id: "1", website_id: "1", email: "anna.becker@example.com", group_id: "1" },
      ...{ created_at: "2024-01-02 08:00:00", disable_auto_group_change: "0", firstname: "Anna" },
      ...{ lastname: "Becker", created_in: "Default Store View", prefix: "Ms", suffix: null, taxvat: null },
      ...{ dob: "1985-05-15 00:00:00", reward_update_notification: null, reward_warning_notification: null },
      gender: "2",
    });
  });

  test("one customer in XML and JSON", async () => {
    const names = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name);
    const nine = [
      ...["entity_id", "website_id", "email", "group_id", "created_at", "disable_auto_group_change"],
      ...["created_in", "firstname", "lastname"],
    ];
    expect(names((await rest.get("/1")).text, /"(\w+)":/g)).toEqual(nine);
    const xml = (await rest.get("/1", { Accept: "application/xml" })).text;
    expect(names(xml, /<(\w+)>/g)).toEqual(["service_api", ...nine, "last_logged_in"]);
  });
});

test("attributes of the shop appear after they were written", async () => {
  const id = await rest.create({ email: "loyal@x.test" });
  expect((await rest.get(`/${id}`)).json).not.toHaveProperty("loyalty");
  expect(await rest.update(id, { loyalty: "007", credit_note: "good" })).toBe(200);
  expect((await rest.get(`/${id}`)).json).toMatchObject({ loyalty: "7" });
  expect((await rest.get(`/${id}`)).json).not.toHaveProperty("credit_note");
  expect(await rest.fields(id, "credit_note,loyalty")).toEqual({ loyalty: "7", credit_note: "good" });
  expect(await rest.ids("filter[1][attribute]=loyalty&filter[1][eq]=7")).toEqual([id]);
  expect(await rest.update(id, { loyalty: "many" })).toBe(400);
  expect(await rest.update(id, { loyalty: null })).toBe(200);
  expect((await rest.get(`/${id}`)).json).not.toHaveProperty("loyalty");
  const own = await shop.http("PUT", `${customers}/1`, { headers: asAnna, body: { credit_note: "x" } });
  expect(own.status).toBe(400);
  await shop.http("DELETE", `${customers}/${id}`, { headers: asAdmin });
});
