/** The way to a token of OAuth 1.0a: request token, consent of a person, access token (customers 6.7). */
import { beforeEach, describe, expect, test } from "vitest";
import { signed, type Pair, type SignedOptions } from "../../../support/oauth.js";
import { startShop, type Shop } from "../../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

const callback = "https://client.example/back?state=a%20b";
let consumer: Pair;
beforeEach(async () => {
  await shop.reset();
  consumer = await consumerWith({ callback, name: '<b>"Sync" & Co</b>' });
});

async function consumerWith(more: object, at = shop): Promise<Pair> {
  const { json } = await at.http("POST", "/control/oauth", { body: { user: "admin", ...more } });
  const { consumer_key, consumer_secret } = json as Pair;
  return { consumer_key, consumer_secret };
}

type Token = Pick<Required<Pair>, "token" | "token_secret">;

interface Asked extends Partial<SignedOptions> {
  readonly at?: Shop;
  readonly headers?: Record<string, string>;
  /** In place of the usual address. */
  readonly path?: string;
}

/** The status, and the fields of the answer. */
async function ask(path: string, { at = shop, headers, ...options }: Asked = {}) {
  const method = options.method ?? "POST";
  const authorization = signed({ pair: consumer, url: at.url + path, ...options, method });
  const answer = await at.http(method, path, { headers: { ...authorization, ...headers } });
  return { answer, status: answer.status, fields: Object.fromEntries(new URLSearchParams(answer.text)) };
}

async function requestToken(oauth_callback = callback, more: Asked = {}): Promise<Token> {
  const { status, fields } = await ask(more.path ?? "/oauth/initiate", { data: { oauth_callback }, ...more });
  expect([status, fields["oauth_callback_confirmed"]]).toEqual([200, "true"]);
  return { token: String(fields["oauth_token"]), token_secret: String(fields["oauth_token_secret"]) };
}

function send(method: string, path: string, body?: URLSearchParams, headers: Record<string, string> = {}) {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return fetch(shop.url + path, {
    method,
    redirect: "manual",
    ...(body && { body }),
    headers: { ...(body && type), ...headers },
  });
}

interface Page {
  readonly cookie: string;
  readonly key: string;
  readonly text: string;
}

async function openPage(token: string, prefix = ""): Promise<Page> {
  const answer = await send("GET", `${prefix}/oauth/authorize?oauth_token=${token}`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return { cookie, text, key: /name="form_key" value="(\w+)"/.exec(text)?.[1] ?? "" };
}

type Fields = Record<string, string>;

async function consent(token: string, fields: Fields = {}, page?: Page, headers: Fields = {}) {
  const { cookie, key } = page ?? (await openPage(token));
  const form = { oauth_token: token, form_key: key, username: "admin", password: "admin123", ...fields };
  return send("POST", "/oauth/authorize", new URLSearchParams(form), { Cookie: cookie, ...headers });
}

function verifierIn(answer: Response): string {
  return new URL(answer.headers.get("Location") ?? "").searchParams.get("oauth_verifier") ?? "";
}

const exchange = (token: Token, oauth_verifier: string, more: Asked = {}) =>
  ask(more.path ?? "/oauth/token", { pair: { ...consumer, ...token }, data: { oauth_verifier }, ...more });

/** The status of a request with an access token. */
async function reads(path: string, fields: Record<string, string>): Promise<number> {
  const pair = {
    ...consumer,
    token: fields["oauth_token"],
    token_secret: fields["oauth_token_secret"],
  } as Pair;
  const headers = { Accept: "application/json", ...signed({ pair, url: shop.url + path }) };
  return (await shop.http("GET", path, { headers })).status;
}

describe("the whole way", () => {
  test.each([
    ["an API user", { username: "admin", password: "admin123" }, [200, 200]],
    ["a customer", { username: "anna.becker@example.com", password: "sample123" }, [200, 403]],
  ])("of %s leads to a token with the same rights", async (_, credentials, statuses) => {
    const token = await requestToken();
    const answer = await consent(token.token, credentials);
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.get("Location") ?? "");
    expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([
      "https://client.example/back",
      "a b",
    ]);
    expect(back.searchParams.get("oauth_token")).toBe(token.token);
    const { status, fields } = await exchange(token, verifierIn(answer));
    expect([status, Object.keys(fields)]).toEqual([200, ["oauth_token", "oauth_token_secret"]]);
    expect(await reads("/api/rest/customers/1", fields)).toBe(statuses[0]);
    expect(await reads("/api/rest/customers", fields)).toBe(statuses[1]);
  });

  test("without an address shows the verifier", async () => {
    const token = await requestToken("oob");
    const answer = await consent(token.token);
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
    const verifier = /name="oauth_verifier"[^>]* value="(\w+)"/.exec(await answer.text())?.[1] ?? "";
    expect((await exchange(token, verifier)).status).toBe(200);
  });

  test("works by GET with the parameters in the query, as PHP's example sends them", async () => {
    const path = `/oauth/initiate?oauth_callback=${encodeURIComponent(callback)}`;
    // This signer repeats the callback in the header.
    expect((await ask(path, { method: "GET" })).status).toBe(200);
    const { Authorization } = signed({ pair: consumer, url: shop.url + path, method: "GET" });
    const inQuery = Authorization.slice("OAuth ".length).replaceAll(", ", "&").replaceAll('"', "");
    const answer = await shop.http("GET", `/oauth/initiate?${inQuery}`);
    expect(answer.text).toContain("oauth_callback_confirmed=true");
  });
});

describe("/oauth/initiate", () => {
  const rejected = "parameter_rejected";
  test.each([
    ["another address", "https://client.example/other", rejected],
    ["an address that begins like it", `${callback}&x=1`, rejected],
    ["another host", "https://evil.example/back?state=a%20b", rejected],
    ["a script", "javascript:alert(1)", rejected],
    ["none", "", "parameter_absent"],
  ])("refuses %s as callback", async (_, oauth_callback, problem) => {
    const { status, fields, answer } = await ask("/oauth/initiate", { data: { oauth_callback } });
    expect([status, fields["oauth_problem"]]).toEqual([400, problem]);
    expect(answer.headers.get("WWW-Authenticate")).toBeNull();
  });

  test("refuses any callback of a consumer without one", async () => {
    consumer = await consumerWith({});
    const { fields } = await ask("/oauth/initiate", { data: { oauth_callback: callback } });
    expect(fields["oauth_problem"]).toBe(rejected);
    await requestToken("oob");
  });

  test("refuses wrong signatures and replays", async () => {
    const data = { oauth_callback: "oob" };
    const wrong = { pair: { ...consumer, consumer_secret: "x" }, data };
    expect((await ask("/oauth/initiate", wrong)).fields["oauth_problem"]).toBe("signature_invalid");
    const once = { nonce: "once", timestamp: Math.floor(Date.now() / 1000), data };
    expect((await ask("/oauth/initiate", once)).status).toBe(200);
    expect((await ask("/oauth/initiate", once)).fields["oauth_problem"]).toBe("nonce_used");
  });
});

describe("the status of a refusal", () => {
  const now = Math.floor(Date.now() / 1000);
  const absent = (name: string) => ({ changes: { [name]: undefined } });
  test.each<[string, number, Asked]>([
    ["parameter_absent", 400, absent("oauth_consumer_key")],
    ["parameter_absent", 400, absent("oauth_signature_method")],
    ["parameter_absent", 400, absent("oauth_signature")],
    ["parameter_absent", 400, absent("oauth_nonce")],
    ["parameter_absent", 400, absent("oauth_timestamp")],
    ["version_rejected", 400, { changes: { oauth_version: "2.0" } }],
    ["signature_method_rejected", 400, { changes: { oauth_signature_method: "RSA-SHA1" } }],
    ["timestamp_refused", 400, { timestamp: now - 1000 }],
    ["timestamp_refused", 400, { changes: { oauth_timestamp: "soon" } }],
    ["consumer_key_rejected", 401, { pair: { consumer_key: "unknown-key", consumer_secret: "x" } }],
    ["signature_invalid", 401, { changes: { oauth_signature: "x" } }],
  ])("%s is %i: %j", async (problem, status, options) => {
    for (const path of ["/oauth/initiate", "/oauth/token"]) {
      const {
        status: found,
        fields,
        answer,
      } = await ask(path, { data: { oauth_callback: "oob" }, ...options });
      // A request for an access token needs the token before its signature is looked at.
      const isLater = path === "/oauth/token" && problem === "signature_invalid";
      expect([path, found, fields["oauth_problem"]]).toEqual([
        path,
        ...(isLater ? [400, "parameter_absent"] : [status, problem]),
      ]);
      expect(answer.headers.get("WWW-Authenticate")).toBe(found === 401 ? 'OAuth realm="api"' : null);
    }
  });

  test("of verifiers and tokens", async () => {
    const token = await requestToken();
    await consent(token.token);
    const outcomes = [
      await exchange(token, ""),
      await exchange(token, "x"),
      await exchange({ ...token, token: "unknown-token" }, "x"),
      await ask("/oauth/initiate?oauth_callback=a&oauth_callback=b"),
    ];
    expect(outcomes.map(({ status, fields }) => [status, fields["oauth_problem"]])).toEqual([
      [400, "parameter_absent"],
      [401, "verifier_invalid"],
      [401, "token_rejected"],
      [400, "parameter_rejected"],
    ]);
  });
});

describe("the addresses of programs for Magento", () => {
  const fronts = ["", "/index.php"];
  const pages = ["/oauth/authorize", "/oAuth/authorize", "/admin/oauth_authorize", "/admin/oAuth_authorize"];
  test.each(
    fronts.flatMap((front) => pages.flatMap((page) => ["", "/", "/index"].map((end) => front + page + end))),
  )("%s is the page", async (address) => {
    const front = address.startsWith("/index.php") ? "/index.php" : "";
    const token = await requestToken("oob", { path: `${front}/oauth/initiate` });
    const answer = await send("GET", `${address}?oauth_token=${token.token}`);
    const page = await answer.text();
    const value = (name: string) => new RegExp(`name="${name}" value="(\\w+)"`).exec(page)?.[1] ?? "";
    // As a browser sends the form.
    const target = new URL(/action="([^"]*)"/.exec(page)?.[1] ?? "x", answer.url);
    const form = { ...{ oauth_token: value("oauth_token"), form_key: value("form_key") } };
    const body = new URLSearchParams({ ...form, username: "admin", password: "admin123" });
    const Cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const shown = await send("POST", target.pathname, body, { Cookie });
    expect(shown.status).toBe(200);
    const verifier = /name="oauth_verifier"[^>]* value="(\w+)"/.exec(await shown.text())?.[1] ?? "";
    const { status, fields } = await exchange(token, verifier, { path: `${front}/oauth/token` });
    expect(status).toBe(200);
    expect(await reads(`${front}/api/rest/orders/1`, fields)).toBe(200);
    const { text } = await shop.http("GET", "/control/calls");
    for (const secret of [token.token_secret, verifier, "admin123"]) expect(text).not.toContain(secret);
  });

  test.each([
    "/admin",
    "/admin/",
    "/admin/oauth",
    "/oauth_authorize",
    "/index.php/index.php/oauth/authorize",
  ])("%s is nothing", async (path) => {
    expect((await send("GET", `${path}?oauth_token=x`)).status).toBe(404);
    expect(await (await send("GET", path)).text()).toContain("nothing at this address");
  });
});

describe("/oauth/authorize", () => {
  test("is not framed, not kept, loads nothing, and shows names as text", async () => {
    const { token } = await requestToken();
    const answer = await send("GET", `/oauth/authorize?oauth_token=${token}`);
    expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Set-Cookie")).toMatch(/^oauth_form=[0-9a-f]{64}; HttpOnly; SameSite=Strict$/);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self' https://client.example",
    ])
      expect(policy).toContain(part);
    const text = await answer.text();
    expect(text).toContain("&lt;b&gt;&quot;Sync&quot; &amp; Co&lt;/b&gt;");
    expect(text).not.toMatch(/<script|https?:/);
  });

  test.each(["abc", "", "1b9d6bcdbbfd4b2d9b5dab8dfbbd4bed"])("knows no token %s", async (token) => {
    expect((await send("GET", `/oauth/authorize?oauth_token=${token}`)).status).toBe(404);
    expect((await send("POST", "/oauth/authorize", new URLSearchParams({ oauth_token: token }))).status).toBe(
      404,
    );
  });

  test("takes no forged form, even with the right password", async () => {
    const { token } = await requestToken();
    const page = await openPage(token);
    const other = await openPage(token);
    for (const forged of [
      { ...page, cookie: "" },
      { ...page, key: "" },
      { ...page, key: other.key },
      { ...page, cookie: other.cookie },
      { ...page, cookie: "oauth_form=", key: "" },
    ])
      expect((await consent(token, {}, forged)).status).toBe(403);
    const foreign = await consent(token, {}, page, { Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await consent(token, {}, page, { Origin: shop.url })).status).toBe(303);
  });

  test("stays open after a wrong password, and is throttled like logins", async () => {
    const { token } = await requestToken();
    const page = await openPage(token);
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await consent(token, { password: "wrong123" }, page)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const refused = await consent(token, {}, page);
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    const { error } = await shop.rpc("login", ["admin", "admin123"]);
    expect(error?.data["retry_after"]).toBeGreaterThan(0);
  });

  test.each([
    ["an empty form", { username: "", password: "" }],
    ["a name in HTML", { username: '"><script>', password: "wrong123" }],
    ["a customer who does not exist", { username: "no@body.test", password: "sample123" }],
    ["a name of a thousand characters", { username: "x".repeat(1000), password: "wrong123" }],
  ])("refuses %s", async (_, fields) => {
    const { token } = await requestToken();
    const answer = await consent(token, fields);
    expect(answer.status).toBe(401);
    const text = await answer.text();
    expect(text).toContain("Name or password is wrong.");
    expect(text).not.toContain("<script>");
    expect(text).not.toContain("wrong123");
  });

  test("approves a token once", async () => {
    const token = await requestToken();
    const page = await openPage(token.token);
    const first = await consent(token.token, {}, page);
    expect((await consent(token.token, {}, page)).status).toBe(404);
    expect((await exchange(token, verifierIn(first))).status).toBe(200);
  });

  test("takes a refusal, which ends the token", async () => {
    const token = await requestToken();
    const answer = await consent(token.token, { deny: "1", password: "" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toContain("&oauth_problem=permission_denied");
    expect((await send("GET", `/oauth/authorize?oauth_token=${token.token}`)).status).toBe(404);
    expect((await exchange(token, "x")).fields["oauth_problem"]).toBe("token_rejected");
  });
});

describe("/oauth/token", () => {
  test("takes the verifier once, and no other", async () => {
    const token = await requestToken();
    expect((await exchange(token, "x")).fields["oauth_problem"]).toBe("token_rejected");
    const verifier = verifierIn(await consent(token.token));
    expect((await exchange(token, "")).fields["oauth_problem"]).toBe("parameter_absent");
    expect((await exchange(token, "x")).fields["oauth_problem"]).toBe("verifier_invalid");
    const all = await Promise.all([exchange(token, verifier), exchange(token, verifier)]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await exchange(token, verifier)).fields["oauth_problem"]).toBe("token_rejected");
  });

  test("takes no token of another consumer, and no request token reads anything", async () => {
    const token = await requestToken();
    const verifier = verifierIn(await consent(token.token));
    expect(
      await reads("/api/rest/orders/1", { oauth_token: token.token, oauth_token_secret: token.token_secret }),
    ).toBe(401);
    const pair = { ...(await consumerWith({})), ...token };
    expect((await exchange(token, verifier, { pair })).fields["oauth_problem"]).toBe("token_rejected");
  });
});

test("a sandbox has its own way in, with its own tokens", async () => {
  await shop.http("POST", "/control/sandboxes", { body: { name: "box" } });
  const { fields } = await ask("/sandbox/box/oauth/initiate", { data: { oauth_callback: "oob" } });
  const token = String(fields["oauth_token"]);
  await openPage(token, "/sandbox/box");
  expect((await send("GET", `/oauth/authorize?oauth_token=${token}`)).status).toBe(404);
});

test("another machine needs HTTPS for all of it", async () => {
  const behind = await startShop({ dataset: "sample", settings: { trustedProxies: ["127.0.0.1"] } });
  const remote = { "X-Forwarded-For": "203.0.113.5" };
  for (const path of ["/oauth/initiate", "/oauth/token", "/oauth/authorize"])
    for (const method of ["GET", "POST"])
      expect((await behind.http(method, path, { headers: remote })).status).toBe(403);
  consumer = await consumerWith({}, behind);
  const headers = { ...remote, "X-Forwarded-Proto": "https" };
  const url = `${behind.url.replace("http:", "https:")}/oauth/initiate`;
  const { status } = await ask("/oauth/initiate", {
    at: behind,
    url,
    headers,
    data: { oauth_callback: "oob" },
  });
  expect(status).toBe(200);
});

test("no journal entry contains a secret", async () => {
  const token = await requestToken();
  const verifier = verifierIn(await consent(token.token));
  const { fields } = await exchange(token, verifier);
  await consent((await requestToken()).token, { password: "wrong-password-1" });
  const { text } = await shop.http("GET", "/control/calls");
  expect(text).toContain("addOAuthPair");
  for (const secret of [
    ...[token.token, token.token_secret, verifier, consumer.consumer_secret, "admin123", "wrong-password-1"],
    ...[String(fields["oauth_token"]), String(fields["oauth_token_secret"])],
  ])
    expect(text).not.toContain(secret);
});
