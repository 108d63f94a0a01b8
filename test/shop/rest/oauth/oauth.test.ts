/** REST requests that are signed by OAuth 1.0a (customers 6.7). */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop, type Shop, type ShopOptions } from "../../../support/shop.js";
import { ofAdmin, ofCustomer, signed, type Pair, type SignedOptions } from "../../../support/oauth.js";
import { messagesOf } from "../../../engine/http/rest.js";

const json = { Accept: "application/json" };
const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

interface Sent extends Omit<SignedOptions, "url"> {
  readonly shop?: Shop;
  /** What is signed in place of the address. */
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function send(path: string, { shop: to = shop, url, headers, body, ...options }: Sent = {}) {
  const authorization = signed({ url: url ?? to.url + path, ...options });
  return to.http(options.method ?? "GET", path, { headers: { ...json, ...authorization, ...headers }, body });
}

/** The status, and the problem of OAuth. */
async function outcome(path: string, options?: Sent): Promise<unknown> {
  const answer = await send(path, options);
  return answer.status === 401 ? messagesOf(answer).join() : answer.status;
}

async function other(options: ShopOptions): Promise<Shop> {
  const made = await startShop({ dataset: "sample", ...options });
  return made;
}

async function pairFor(wanted: object, at = shop): Promise<Pair> {
  const { status, json: made } = await at.http("POST", "/control/oauth", { body: wanted });
  expect(status).toBe(201);
  return made as Pair;
}

const order = "/api/rest/orders/1?attrs=increment_id";
const customers = "/api/rest/customers";

describe("a right signature", () => {
  test.each<[string, Sent]>([
    ["", {}],
    ["in PLAINTEXT from this machine", { plain: true }],
    ["9 minutes old", { timestamp: Math.floor(Date.now() / 1000) - 540 }],
    ["9 minutes ahead", { timestamp: Math.floor(Date.now() / 1000) + 540 }],
    ["by a made pair", { pair: undefined as never }],
  ])("of the admin %s reads what Basic reads", async (_, given) => {
    const options = "pair" in given ? { pair: await pairFor({ user: "ADMIN" }) } : given;
    const answer = await send(order, options);
    const byBasic = await shop.http("GET", order, { headers: { ...json, ...basic() } });
    expect([answer.status, answer.json]).toEqual([200, byBasic.json]);
  });

  test("of a customer reads the own record, and no list", async () => {
    expect((await send(`${customers}/1`, { pair: ofCustomer })).json).toMatchObject({ lastname: "Becker" });
    expect(await outcome(`${customers}/2`, { pair: ofCustomer })).toBe(404);
    expect(await outcome(customers, { pair: ofCustomer })).toBe(403);
    const pair = await pairFor({ customer_id: 2 });
    expect([await outcome(`${customers}/2`, { pair }), await outcome(`${customers}/1`, { pair })]).toEqual([
      200, 404,
    ]);
  });

  test.each([
    ["/api/rest/products?attrs=sku,price&limit=2&page=1&order=sku&dir=asc"],
    ["/api/rest/products?filter[1][attribute]=name&filter[1][like]=%25mug%25"],
    ["/api/rest/products?attrs=sku&attrs=name&attrs=a"],
    ["/api/rest/products/store/german?limit=1&x=!*'()~-._"],
    ["/api/rest/products/1/?x=%E6%97%A5%C3%B6"],
  ])("covers the query of %s", async (path) => {
    expect(await outcome(path)).toBe(200);
    expect(await outcome(`${path}&more=1`, { url: shop.url + path })).toBe("oauth_problem=signature_invalid");
  });

  // The signer does not decode names in addresses, so it gets these as data.
  test.each<[string, Record<string, string>]>([
    [
      "filter%5B1%5D%5Battribute%5D=sku&filter%5B1%5D%5Bin%5D%5B0%5D=mug-01&attrs=",
      { "filter[1][attribute]": "sku", "filter[1][in][0]": "mug-01", attrs: "" },
    ],
    ["b5=%3D%253D&a3=a&c%40=&a2=r%20b&limit=1", { b5: "=%3D", a3: "a", "c@": "", a2: "r b", limit: "1" }],
  ])("covers the encoded names of %s", async (query, data) => {
    const url = `${shop.url}/api/rest/products`;
    expect(await outcome(`/api/rest/products?${query}`, { url, data })).toBe(200);
    expect(await outcome(`/api/rest/products?${query}`, { url, data: { ...data, x: "" } })).toBe(invalid);
  });

  test("a plus in a query is a space", async () => {
    const url = `${shop.url}/api/rest/products?limit=1&x=a%20b`;
    expect(await outcome("/api/rest/products?limit=1&x=a+b", { url })).toBe(200);
  });

  test("writes, with a body of JSON that is not signed", async () => {
    const sent = { method: "PUT", body: { firstname: "Anna-Lena" }, headers: {} };
    expect(await outcome(`${customers}/1`, sent)).toBe(200);
    expect((await send(`${customers}/1`)).json).toMatchObject({ firstname: "Anna-Lena" });
  });

  test("covers the fields of a form, which is then refused as always", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" };
    const form = { method: "POST", headers, body: "c2=&a3=2+q&a3=1" };
    expect(await outcome(customers, { ...form, data: { a3: ["2 q", "1"], c2: "" } })).toBe(400);
    for (const data of [undefined, { a3: "2 q", c2: "" }, { a3: ["2+q", "1"], c2: "" }])
      expect(await outcome(customers, { ...form, ...(data && { data }) })).toBe(
        "oauth_problem=signature_invalid",
      );
  });

  test("acts by the role of the user", async () => {
    await shop.http("POST", "/control/users", {
      body: { username: "reader", api_key: "reader123", roles: ["customer/info"] },
    });
    const pair = await pairFor({ user: "reader" });
    expect(await outcome(`${customers}/1`, { pair })).toBe(200);
    expect(await outcome(`${customers}/1`, { pair, method: "DELETE" })).toBe(403);
    await shop.http("POST", "/control/users", { body: { username: "reader", is_active: false } });
    expect(await outcome(`${customers}/1`, { pair })).toBe("oauth_problem=token_rejected");
    await shop.http("DELETE", "/control/users/reader");
    expect(await outcome(`${customers}/1`, { pair })).toBe("oauth_problem=token_rejected");
  });

  test("of a customer who is disabled or deleted is refused", async () => {
    await shop.call("customer.update", [1, { is_active: 0 }]);
    expect(await outcome(`${customers}/1`, { pair: ofCustomer })).toBe("oauth_problem=token_rejected");
    await shop.call("customer.delete", [1]);
    expect(await outcome(`${customers}/1`, { pair: ofCustomer })).toMatch(/rejected/);
  });

  test("opens no session", async () => {
    expect(await outcome("/api/rest/session", { method: "POST" })).toBe(403);
    expect(await outcome("/api/rest/session", { method: "DELETE" })).toBe(403);
  });
});

test("a reset removes made pairs, not the published ones; snapshots and sandboxes contain them", async () => {
  const pair = await pairFor({ user: "admin" });
  const reads = async (prefix = "") => [
    await outcome(prefix + order, { pair }),
    await outcome(prefix + order),
  ];
  await shop.http("POST", "/control/snapshots", { body: { name: "made" } });
  await shop.http("POST", "/control/sandboxes", { body: { name: "made" } });
  expect([await reads(), await reads("/sandbox/made")]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  await shop.reset();
  expect(await reads()).toEqual(["oauth_problem=consumer_key_rejected", 200]);
  expect(await reads("/sandbox/made")).toEqual([200, 200]);
  await shop.http("POST", "/control/sandboxes/made/control/reset");
  await shop.restore("made");
  expect(await reads()).toEqual([200, 200]);
  const { json: state } = await shop.http("GET", "/control/state");
  await shop.reset();
  await shop.http("PUT", "/control/state", { body: state });
  expect(await reads()).toEqual([200, 200]);
});

const invalid = "oauth_problem=signature_invalid";
const now = Math.floor(Date.now() / 1000);

describe("refused with its reason", () => {
  test.each<[string, Sent, string]>([
    ["another secret", { pair: { ...ofAdmin, consumer_secret: "x" } }, invalid],
    ["another secret of the token", { pair: { ...ofAdmin, token_secret: "x" } }, invalid],
    ["no secret of the token", { pair: { ...ofAdmin, token_secret: "" } }, invalid],
    ["another secret in PLAINTEXT", { plain: true, pair: { ...ofAdmin, token_secret: "x" } }, invalid],
    ["another path", { url: `${shop.url}/api/rest/orders/2?attrs=increment_id` }, invalid],
    ["another host", { url: `http://example.com${order}` }, invalid],
    ["another port", { url: `http://127.0.0.1:1${order}` }, invalid],
    ["https", { url: `${shop.url.replace("http", "https")}${order}` }, invalid],
    ["a changed parameter", { changes: { oauth_nonce: "other" } }, invalid],
    ["an added parameter", { changes: { oauth_callback: "oob" } }, invalid],
    ["a removed parameter", { changes: { oauth_version: undefined } }, invalid],
    ["a shortened signature", { changes: { oauth_signature: "abc=" } }, invalid],
    [
      "an unknown consumer",
      { pair: { ...ofAdmin, consumer_key: "abc" } },
      "oauth_problem=consumer_key_rejected",
    ],
    ["an unknown token", { pair: { ...ofAdmin, token: "abc" } }, "oauth_problem=token_rejected"],
    [
      "the token of another consumer",
      { pair: { ...ofAdmin, token: ofCustomer.token ?? "", token_secret: ofCustomer.token_secret ?? "" } },
      "oauth_problem=token_rejected",
    ],
    ["version 2.0", { changes: { oauth_version: "2.0" } }, "oauth_problem=version_rejected"],
    ...["RSA-SHA1", "HMAC-SHA256", "hmac-sha1", "toString"].map((name): [string, Sent, string] => [
      name,
      { changes: { oauth_signature_method: name } },
      "oauth_problem=signature_method_rejected",
    ]),
    ...[1_000_000, now - 660, now + 660, 0].map((timestamp): [string, Sent, string] => [
      `the timestamp ${timestamp}`,
      { timestamp },
      "oauth_problem=timestamp_refused",
    ]),
    ...["abc", "-1", "1e9", " ", "99999999999999"].map((text): [string, Sent, string] => [
      `the timestamp ${text}`,
      { changes: { oauth_timestamp: text } },
      "oauth_problem=timestamp_refused",
    ]),
    ...["consumer_key", "signature_method", "signature", "nonce", "timestamp", "token"].flatMap((name) =>
      [undefined, ""].map((value): [string, Sent, string] => [
        `${value === undefined ? "no" : "an empty"} oauth_${name}`,
        { changes: { [`oauth_${name}`]: value } },
        `oauth_problem=parameter_absent&oauth_parameters_absent=oauth_${name}`,
      ]),
    ),
  ])("%s", async (_, options, problem) => {
    const answer = await send(order, options);
    expect([answer.status, messagesOf(answer)]).toEqual([401, [problem]]);
    expect(answer.headers.get("WWW-Authenticate")).toBe(
      'Bearer realm="api", Basic realm="api", charset="UTF-8", OAuth realm="api"',
    );
  });

  test.each([
    [
      "a parameter twice",
      "?oauth_nonce=a",
      "oauth_problem=parameter_rejected&oauth_parameters_rejected=oauth_nonce",
    ],
    ["a query that cannot be decoded", "?x=%zz", invalid],
  ])("%s", async (_, query, problem) => {
    expect(await outcome(`/api/rest/orders/1${query}`, { url: `${shop.url}/api/rest/orders/1` })).toBe(
      problem,
    );
  });

  test.each([
    ["OAuth", "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_consumer_key"],
    ['OAuth oauth_token="%zz"', invalid],
    ["OAuth oauth_token", invalid],
    ["OAuth2 abc", "The credentials are missing or wrong."],
  ])("the header %s", async (Authorization, message) => {
    const answer = await shop.http("GET", order, { headers: { ...json, Authorization } });
    expect([answer.status, messagesOf(answer)]).toEqual([401, [message]]);
  });

  test("a signature for another method", async () => {
    const { Authorization } = signed({ url: shop.url + order, method: "POST" });
    const answer = await shop.http("GET", order, { headers: { ...json, Authorization } });
    expect(messagesOf(answer)).toEqual([invalid]);
  });

  const used = "oauth_problem=nonce_used";

  test("a request that is sent again, also after a reset and with a set clock", async () => {
    const options = { nonce: "once", timestamp: Math.floor(Date.now() / 1000) };
    expect(await outcome(order, options)).toBe(200);
    expect(await outcome(order, options)).toBe(used);
    expect(await outcome("/api/rest/orders/2", options)).toBe(used);
    await shop.reset();
    await shop.http("PUT", "/control/clock", { body: { now: "2030-01-01 00:00:00" } });
    expect(await outcome(order, options)).toBe(used);
    expect(await outcome(order, { ...options, nonce: "another" })).toBe(200);
  });

  test("a request that is sent again to a sandbox, or first to a sandbox", async () => {
    for (const name of ["one", "two"]) await shop.http("POST", "/control/sandboxes", { body: { name } });
    const options = { nonce: "over sandboxes", timestamp: Math.floor(Date.now() / 1000) };
    const inSandbox = (name: string) => outcome(order, { ...options, headers: { "X-Sandbox": name } });
    expect(await inSandbox("one")).toBe(200);
    expect([await inSandbox("two"), await outcome(order, options)]).toEqual([used, used]);
  });

  test("a wrong signature leaves its nonce unused", async () => {
    const options = { nonce: "later", timestamp: Math.floor(Date.now() / 1000) };
    expect(await outcome(order, { ...options, pair: { ...ofAdmin, token_secret: "x" } })).toBe(invalid);
    expect(await outcome(order, options)).toBe(200);
  });

  test("in XML, too", async () => {
    const answer = await send(order, { headers: { Accept: "text/xml" }, changes: { oauth_version: "2" } });
    expect(answer.text).toContain("<message>oauth_problem=version_rejected</message>");
  });
});

describe("the address that was signed", () => {
  test("is that of a sandbox, with its prefix or its header", async () => {
    await shop.http("POST", "/control/sandboxes", { body: { name: "box" } });
    expect(await outcome(`/sandbox/box${order}`)).toBe(200);
    expect(await outcome(order, { headers: { "X-Sandbox": "box" } })).toBe(200);
    expect(await outcome(`/sandbox/box${order}`, { url: shop.url + order })).toBe(invalid);
  });

  test("is that of the Host header, in any case", async () => {
    const Host = `LOCALHOST:${new URL(shop.url).port}`;
    const url = `http://localhost:${new URL(shop.url).port}${order}`;
    expect(await outcome(order, { url, headers: { Host } })).toBe(200);
  });

  test("may be BASE_URL", async () => {
    const at = await other({ settings: { baseUrl: "https://shop.example/magento" } });
    expect(await outcome(order, { shop: at, url: `https://shop.example/magento${order}` })).toBe(200);
    expect(await outcome(order, { shop: at, url: `https://shop.example${order}` })).toBe(invalid);
    expect(await outcome(order, { shop: at })).toBe(200);
  });

  test("is believed of trusted proxies only", async () => {
    const headers = {
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "evil.example, shop.example",
      "X-Forwarded-Prefix": "/store/",
    };
    const behind = await other({ settings: { trustedProxies: ["127.0.0.1"] } });
    const urls = [`https://shop.example${order}`, `https://shop.example/store${order}`];
    for (const url of urls) {
      expect(await outcome(order, { shop: behind, url, headers })).toBe(200);
      expect(await outcome(order, { url, headers })).toBe(invalid);
    }
    for (const url of [`https://evil.example${order}`, `http://shop.example${order}`])
      expect(await outcome(order, { shop: behind, url, headers })).toBe(invalid);
    const port = { ...headers, "X-Forwarded-Port": "8443" };
    expect(
      await outcome(order, { shop: behind, url: `https://shop.example:8443${order}`, headers: port }),
    ).toBe(200);
  });
});

describe("PLAINTEXT", () => {
  const remote = { "X-Forwarded-For": "203.0.113.5" };
  const rejected = "oauth_problem=signature_method_rejected";

  test("needs HTTPS from another machine, and so do the secrets of the test control", async () => {
    const behind = await other({
      settings: { trustedProxies: ["127.0.0.1"], controlToken: "0123456789abcdef" },
    });
    expect(await outcome(order, { shop: behind, plain: true, headers: remote })).toBe(rejected);
    const secure = { ...remote, "X-Forwarded-Proto": "https" };
    expect(await outcome(order, { shop: behind, plain: true, headers: secure })).toBe(200);
    const make = (headers: Record<string, string>) =>
      behind.http("POST", "/control/oauth", {
        headers: { ...headers, Authorization: "Bearer 0123456789abcdef" },
        body: { user: "admin" },
      });
    expect([(await make(remote)).status, (await make(secure)).status]).toEqual([403, 201]);
  });

  test("is refused by a proxy on this machine that is not trusted", async () => {
    expect(await outcome(order, { plain: true, headers: remote })).toBe(rejected);
  });
});

describe("the published pairs", () => {
  test("end with the key and the password that are public", async () => {
    await shop.http("POST", "/control/users", { body: { username: "admin", api_key: "another1" } });
    expect(await outcome(order)).toBe("oauth_problem=consumer_key_rejected");
    expect(await outcome(`${customers}/1`, { pair: ofCustomer })).toBe(200);
    const body = { password: "another1" };
    await shop.http("PUT", `${customers}/1`, { headers: { ...json, ...basic("admin", "another1") }, body });
    expect(await outcome(`${customers}/1`, { pair: ofCustomer })).toBe("oauth_problem=consumer_key_rejected");
  });

  test("are off in production", async () => {
    const at = await other({ settings: { production: true } });
    expect(await outcome(order, { shop: at })).toBe("oauth_problem=consumer_key_rejected");
    expect(await outcome(`${customers}/1`, { shop: at, pair: ofCustomer })).toMatch(/consumer_key_rejected/);
  });
});

test("no log line, journal entry or list contains a secret", async () => {
  const pair = await pairFor({ user: "admin" });
  await send(order, { pair });
  await send(order, { pair, plain: true });
  await send(order, { pair, changes: { oauth_signature: "abc" } });
  const journal = await shop.http("GET", "/control/calls");
  const list = await shop.http("GET", "/control/oauth");
  for (const secret of [pair.consumer_secret, pair.token_secret ?? ""]) {
    expect(journal.text).not.toContain(secret);
    expect(list.text).not.toContain(secret);
  }
  expect(journal.text).not.toContain(pair.token);
});
