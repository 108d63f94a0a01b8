/** The addresses of customers at REST (beyond 22.8). The test shop validates responses against openapi.yaml. */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop, type HttpAnswer } from "../../../support/shop.js";
import { messagesOf } from "../../../engine/http/rest.js";

const json = { Accept: "application/json" };
const xml = { "Content-Type": "application/xml", Accept: "application/xml" };
const asAnna = basic("anna.becker@example.com", "sample123");

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

type Headers = Record<string, string>;
type Fields = Record<string, unknown>;

function send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<HttpAnswer> {
  const given = { ...basic(), ...json, ...headers };
  return shop.http(method, `/api/rest${path}`, { ...(body === undefined ? {} : { body }), headers: given });
}

const get = (path: string, headers?: Headers) => send("GET", path, undefined, headers);

const [foreignAddress] = (await get("/customers/2/addresses")).json as readonly { entity_id: string }[];
/** Of another customer. */
const foreign = `/customers/addresses/${foreignAddress?.entity_id}`;

/** Anna is customer 1 with the addresses 1 and 2. */
const own = "/customers/1/addresses";
const home = "/customers/addresses/1";

const complete = {
  ...{ firstname: "Anna", lastname: "Becker", street: ["Hauptstr. 5", "Hinterhaus"], city: "Berlin" },
  ...{ region: "Berlin", postcode: "10827", country_id: "DE", telephone: "030 555 0100" },
};

/** The addresses of Anna and of another customer. */
async function stored(): Promise<string> {
  return (await get(own)).text + (await get("/customers/2/addresses")).text;
}

function pathOf({ headers }: HttpAnswer): string {
  return (headers.get("Location") ?? "").replace("/api/rest", "");
}

describe.each([
  ["an API user", {}],
  ["the customer", asAnna],
])("%s", (_who, who: Headers) => {
  test("reads the addresses, without members that have no value", async () => {
    const first = {
      ...{ entity_id: "1", created_at: "2024-01-02 08:00:00", updated_at: "2024-01-02 08:00:00" },
      ...{ firstname: "Anna", lastname: "Becker", street: ["100 Market Street", "Apartment 4"] },
      ...{ city: "San Francisco", region: "California", postcode: "94105", country_id: "US" },
      ...{ telephone: "415-555-0100", is_default_billing: 1, is_default_shipping: 1 },
    };
    const { json: list, headers } = await get(own, who);
    expect(list).toEqual([
      first,
      expect.objectContaining({ entity_id: "2", is_default_billing: 0, is_default_shipping: 0 }),
    ]);
    expect(headers.get("X-Total-Count")).toBe("2");
    expect((await get(home, who)).json).toEqual(first);
    const inXml = (await get(home, { ...who, Accept: "text/xml" })).text.replace(/\n\s*/g, "");
    expect(inXml).toContain(
      "<street><data_item>100 Market Street</data_item><data_item>Apartment 4</data_item></street>",
    );
    expect(inXml).toContain("<is_default_billing>1</is_default_billing>");
    expect(inXml).not.toContain("<company");
    expect(await send("HEAD", own, undefined, who)).toMatchObject({ status: 200, text: "" });
  });

  test.each([
    ["?attrs=entity_id,street&limit=1", [{ entity_id: "1", street: ["100 Market Street", "Apartment 4"] }]],
    ["?attrs=entity_id&page=2&limit=1", [{ entity_id: "2" }]],
    ["?attrs=entity_id&dir=desc", [{ entity_id: "2" }, { entity_id: "1" }]],
    ["?attrs=entity_id&order=is_default_billing", [{ entity_id: "2" }, { entity_id: "1" }]],
    ["?attrs=entity_id&filter[1][attribute]=is_default_shipping&filter[1][eq]=1", [{ entity_id: "1" }]],
    ["?attrs=entity_id&filter[1][attribute]=created_at&filter[1][gt]=2024-01-03", [{ entity_id: "2" }]],
    ["?attrs=company", [{}, {}]],
    ["?page=9", []],
  ])("reads %s", async (query, rows) => {
    expect((await get(own + query, who)).json).toEqual(rows);
  });

  test("makes, changes and removes one by JSON", async () => {
    const made = await send("POST", own, { ...complete, is_default_shipping: 1 }, who);
    expect([made.status, made.text, made.headers.get("Location")]).toEqual([
      ...[200, ""],
      expect.stringMatching(/^\/api\/rest\/customers\/addresses\/\d+$/),
    ]);
    const path = pathOf(made);
    const record = { ...complete, is_default_billing: 0, is_default_shipping: 1 };
    expect((await get(path, who)).json).toMatchObject(record);
    // The flag of the default moved.
    expect((await get(home, who)).json).toMatchObject({ is_default_billing: 1, is_default_shipping: 0 });
    const changes = { street: ["Neue Str. 1"], company: "Becker & Co", is_default_shipping: "0" };
    const changed = await send("PUT", path, changes, who);
    expect([changed.status, changed.text]).toEqual([200, ""]);
    expect((await get(path, who)).json).toMatchObject({
      ...{ ...record, ...changes },
      is_default_shipping: 0,
    });
    expect((await send("PUT", path, { company: null }, who)).status).toBe(200);
    expect((await get(path, who)).json).not.toHaveProperty("company");
    expect((await send("DELETE", path, undefined, who)).status).toBe(200);
    expect((await send("DELETE", path, undefined, who)).status).toBe(404);
    expect((await get(path, who)).status).toBe(404);
  });

  test("makes and changes one by XML", async () => {
    const lines = "<street><data_item>A 1</data_item><data_item>B 2</data_item></street>";
    const texts = "<firstname>A</firstname><lastname>B</lastname><city>C</city><country_id>fr</country_id>";
    const rest = "<postcode>75001</postcode><telephone>1</telephone><region>Île-de-France</region>";
    const made = await send("POST", own, `<address>${texts}${lines}${rest}</address>`, { ...who, ...xml });
    expect(made.status).toBe(200);
    const path = pathOf(made);
    const change = "<address><street><data_item>D 3</data_item></street><region/></address>";
    expect((await send("PUT", path, change, { ...who, ...xml })).status).toBe(200);
    const { json: record } = await get(path, who);
    expect(record).toMatchObject({ street: ["D 3"], country_id: "FR", city: "C" });
    expect(record).not.toHaveProperty("region");
  });

  test("sends back what was read", async () => {
    const before = (await get(home, who)).json as Fields;
    const strict = { ...who, Prefer: "handling=strict" };
    const answer = await send("PUT", home, before, strict);
    expect([answer.status, answer.headers.get("Preference-Applied")]).toEqual([200, "handling=strict"]);
    expect((await get(home, who)).json).toEqual({ ...before, updated_at: expect.any(String) as string });
  });

  test("makes one once under a key, of its own", async () => {
    const key = { ...who, "Idempotency-Key": "an address" };
    const made = await send("POST", own, complete, key);
    const again = await send("POST", own, complete, key);
    expect([again.status, again.headers.get("Location")]).toEqual([200, made.headers.get("Location")]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect((await send("POST", own, { ...complete, city: "Bonn" }, key)).status).toBe(422);
    expect((await get(own, who)).json).toHaveLength(3);
  });
});

test("a key of one caller is none of another", async () => {
  const key = { "Idempotency-Key": "shared" };
  const account = { firstname: "B", lastname: "B", website_id: 1, group_id: 1 };
  const other = { ...account, email: "b@example.com", password: "correct horse 7" };
  const id = (await send("POST", "/customers", other)).headers.get("Location")?.split("/").at(-1) ?? "";
  const asOther = basic("b@example.com", "correct horse 7");
  const paths = [
    pathOf(await send("POST", own, complete, { ...asAnna, ...key })),
    pathOf(await send("POST", `/customers/${id}/addresses`, complete, { ...asOther, ...key })),
    pathOf(await send("POST", own, complete, key)),
  ];
  expect(new Set(paths).size).toBe(3);
  expect((await get(paths[1] as string, asOther)).json).toMatchObject(complete);
});

describe("regions", () => {
  test.each([
    ["US", "California", "California", 12],
    ["US", " california ", "California", 12],
    ["US", "ca", "California", 12],
    ["de", "baden-württemberg", "Baden-Württemberg", 80],
    ["GB", "Kent", "Kent", null],
    ["US", "", undefined, null],
    ["US", null, undefined, null],
  ])("in %s, %j is %j", async (country_id, region, shown, region_id) => {
    const made = await send("POST", own, { ...complete, country_id, region });
    expect([made.status, made.text]).toEqual([200, ""]);
    const record = (await get(pathOf(made))).json as Fields;
    expect(record.region).toBe(shown);
    const info = await shop.call("customer_address.info", [Number(record.entity_id)]);
    expect(info).toMatchObject({ region_id, region: shown ?? "" });
  });

  test.each([
    [{ region: "Nevada" }, "Nevada"],
    [{ region: "Berlin", country_id: "DE" }, "Berlin"],
    [{ country_id: "DE" }, undefined],
    [{ country_id: "GB", region: "Kent" }, "Kent"],
    [{ telephone: "1" }, "California"],
  ])("after %j the region is %j", async (changes, region) => {
    expect((await send("PUT", home, changes)).status).toBe(200);
    expect((await get(home)).json).toMatchObject({ ...changes });
    expect(((await get(home)).json as Fields).region).toBe(region);
  });
});

describe("refuses, and writes nothing", () => {
  const closing = "The data did not pass validation.";
  const required = ["firstname", "lastname", "street", "city", "country_id", "telephone"];
  const nothing = "The body has no field that can be written";
  const without = (name: string) =>
    Object.fromEntries(Object.entries(complete).filter(([key]) => key !== name));
  const requests: readonly (readonly [string, string, unknown, readonly string[]])[] = [
    ["POST", own, {}, [...required.map((name) => `${name}: is required.`), closing]],
    ["POST", own, without("postcode"), ["postcode: is required.", closing]],
    ...required.map((name) => ["POST", own, without(name), [`${name}: is required.`, closing]] as const),
    ...["firstname", "lastname", "city", "telephone", "postcode"].flatMap((name) =>
      ["", "  ", null].map(
        (value) => ["PUT", home, { [name]: value }, [`${name}: is required`, closing]] as const,
      ),
    ),
    ["POST", own, { ...complete, street: "1 St" }, ['street: must be a list, not "1 St".', closing]],
    ["PUT", home, { street: "1 St" }, ['street: must be a list, not "1 St".', closing]],
    ["PUT", home, { street: [] }, ["street: must", closing]],
    ["PUT", home, { street: [" ", ""] }, ["street: is required", closing]],
    ["PUT", home, { street: [["a"]] }, ["street[0]: must be text", closing]],
    ["PUT", home, { street: new Array(11).fill("a") }, ["street: must", closing]],
    ["PUT", home, { street: ["a".repeat(256)] }, ["street[0]: must", closing]],
    ["PUT", home, { country_id: "XX" }, ["country_id: is not a country code", closing]],
    ["PUT", home, { region: "Berlin" }, ['region: is not a region of the country ("Berlin").', closing]],
    ["POST", own, { ...complete, region: "Kent" }, ["region: is not a region of the country", closing]],
    ["PUT", home, { country_id: "DE", region: "California" }, ["region: is not a region", closing]],
    ["PUT", home, { is_default_billing: 2 }, ["is_default_billing: must be 0 or 1, not 2.", closing]],
    ["PUT", home, { firstname: "a".repeat(256) }, ["firstname: must", closing]],
    ["PUT", home, { firstname: ["a"] }, ["firstname: must be text", closing]],
    ["PUT", home, {}, [`${nothing}.`]],
    ["PUT", home, { entity_id: 7, customer_id: 2 }, [`${nothing}, only entity_id, customer_id.`]],
    ["POST", own, [complete], ["The body must not be a list: send one record at a time."]],
    ["PUT", home, "x", ["The body is not"]],
  ];
  test.each(requests)("%s %s %j", async (method, path, body, messages) => {
    const before = await stored();
    const answer = await send(method, path, body, typeof body === "string" ? xml : {});
    expect(answer.status).toBe(400);
    if (typeof body !== "string") {
      const told = messagesOf(answer);
      messages.forEach((message, index) => expect(told[index]).toContain(message));
      expect(told).toHaveLength(messages.length);
    }
    expect(await stored()).toBe(before);
  });

  test.each([
    ["PUT", home, { city: "X", region_id: 12 }, "region_id"],
    ["PUT", home, { city: "X", cty: "Y" }, "cty"],
    ["POST", own, { ...complete, customer_id: 2 }, "customer_id"],
  ])("under strict handling %s %s %j", async (method, path, body, field) => {
    const before = await stored();
    const answer = await send(method, path, body, { Prefer: "handling=strict" });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
    expect(await stored()).toBe(before);
    expect((await send(method, path, body)).status).toBe(200);
  });

  test.each([
    ...["/customers/2/addresses", "/customers/999/addresses", foreign, "/customers/addresses/999"].flatMap(
      (path) => [
        ["GET", path, undefined],
        ...(path.endsWith("addresses") ? [["POST", path, complete]] : []),
        ...(path.endsWith("addresses") ? [] : [["PUT", path, { city: "X" }]]),
        ...(path.endsWith("addresses") ? [] : [["DELETE", path, undefined]]),
      ],
    ),
  ] as [string, string, unknown][])("to a customer %s %s is not there", async (method, path, body) => {
    const before = await stored();
    const answer = await send(method, path, body, asAnna);
    expect(answer.status).toBe(404);
    expect(await stored()).toBe(before);
  });

  test.each([
    ["GET", "/customers/999/addresses", undefined],
    ["POST", "/customers/999/addresses", complete],
    ["POST", "/customers/999/addresses", { firstname: ["wrong"] }],
    ["GET", "/customers/addresses/999", undefined],
    ["PUT", "/customers/addresses/999", { city: "X" }],
    ["DELETE", "/customers/addresses/999", undefined],
    ["GET", "/customers/01/addresses", undefined],
    ["GET", "/customers/addresses/abc", undefined],
    ["GET", "/customers/addresses", undefined],
  ])("%s %s is not there", async (method, path, body) => {
    expect((await send(method, path, body)).status).toBe(404);
  });

  test.each([
    ["PUT", own, "GET, HEAD, POST"],
    ["DELETE", own, "GET, HEAD, POST"],
    ["POST", home, "GET, HEAD, PUT, DELETE"],
  ])("%s %s is not a method there", async (method, path, allowed) => {
    const { status, headers } = await send(method, path, {});
    expect([status, headers.get("Allow")]).toEqual([405, allowed]);
  });

  test.each(["?limit=0", "?page=x", "?order=password", "?filter[1][attribute]=customer_id&filter[1][eq]=1"])(
    "the query %s",
    async (query) => {
      expect((await get(own + query)).status).toBe(400);
    },
  );

  test("requests without credentials, and API users without the node", async () => {
    await shop.saveUser("clerk", ["customer", "customer/info", "customer/address", "customer/address/info"]);
    const asClerk = basic("clerk", "secret123");
    expect((await get(own, asClerk)).status).toBe(200);
    for (const [method, path, body] of [
      ["POST", own, complete],
      ["PUT", home, { city: "X" }],
      ["DELETE", home, undefined],
    ] as const) {
      expect((await send(method, path, body, asClerk)).status).toBe(403);
      expect((await send(method, path, body, { Authorization: "" })).status).toBe(401);
    }
  });
});
