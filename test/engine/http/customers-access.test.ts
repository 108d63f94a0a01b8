/** Access to the customers resource: every kind of caller at every route (customers 6). */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { basic, bearer, startShop } from "../../support/shop.js";
import { anna, asAdmin, asAnna, customers, json, least, Rest } from "./rest.js";

const shop = await startShop({ dataset: "sample" });
const rest = new Rest(shop);

async function fresh(): Promise<void> {
  await shop.reset();
  await shop.saveUser("norights", []);
  await shop.saveUser("other", ["customer/address/info"]);
  await shop.saveUser("reader", ["customer/info"]);
}

const annas = `/${anna.id}`;
const routes = {
  list: { method: "GET", path: "", body: undefined },
  head: { method: "HEAD", path: "", body: undefined },
  create: { method: "POST", path: "", body: least },
  read: { method: "GET", path: annas, body: undefined },
  headOne: { method: "HEAD", path: annas, body: undefined },
  update: { method: "PUT", path: annas, body: { taxvat: "7" } },
  remove: { method: "DELETE", path: annas, body: undefined },
} as const;

type Statuses = Readonly<Record<keyof typeof routes, number>>;

const everywhere = (status: number): Statuses =>
  Object.fromEntries(Object.keys(routes).map((name) => [name, status])) as Statuses;

/** Callers by the kind of their credentials, created anew for each case. */
const callers: Readonly<Record<string, { who: () => Promise<Record<string, string>>; want: Statuses }>> = {
  "admin, Basic": { who: async () => asAdmin, want: everywhere(200) },
  "admin, session": { who: async () => bearer(await shop.login()), want: everywhere(200) },
  "role without nodes": { who: async () => basic("norights", "secret123"), want: everywhere(403) },
  "role with another node": { who: async () => basic("other", "secret123"), want: everywhere(403) },
  "role that may read": {
    who: async () => basic("reader", "secret123"),
    want: { ...everywhere(403), list: 200, head: 200, read: 200, headOne: 200 },
  },
  "the customer, Basic": {
    who: async () => asAnna,
    want: { ...everywhere(403), read: 200, headOne: 200, update: 200 },
  },
  "the customer, session": {
    who: async () => bearer(await customerSession(asAnna)),
    want: { ...everywhere(403), read: 200, headOne: 200, update: 200 },
  },
  "another customer, Basic": {
    who: async () => basic("jonas.maier@example.com", "sample123"),
    want: { ...everywhere(403), read: 404, headOne: 404, update: 404 },
  },
  "another customer, session": {
    who: async () => bearer(await customerSession(basic("jonas.maier@example.com", "sample123"))),
    want: { ...everywhere(403), read: 404, headOne: 404, update: 404 },
  },
  nobody: { who: async () => ({}), want: everywhere(401) },
  "an expired session": {
    who: async () => {
      const session = await shop.login();
      shop.clock.advance(3601);
      return bearer(session);
    },
    want: everywhere(401),
  },
  "an expired session of the customer": {
    who: async () => {
      const session = await customerSession(asAnna);
      shop.clock.advance(3601);
      return bearer(session);
    },
    want: everywhere(401),
  },
  "a disabled user, Basic": {
    who: async () => {
      await shop.saveUser("gone", ["all"], { is_active: false });
      return basic("gone", "secret123");
    },
    want: everywhere(401),
  },
  "a user disabled during a session": {
    who: async () => {
      await shop.saveUser("gone", ["all"]);
      const session = await shop.login("gone", "secret123");
      await shop.saveUser("gone", ["all"], { is_active: false });
      return bearer(session);
    },
    want: everywhere(401),
  },
  "a user without role": {
    who: async () => {
      await shop.saveUser("roleless", null);
      return basic("roleless", "secret123");
    },
    want: everywhere(401),
  },
  "a disabled customer, Basic": {
    who: async () => {
      await shop.call("customer.update", [anna.id, { is_active: 0 }]);
      return asAnna;
    },
    want: everywhere(401),
  },
  "a customer disabled during a session": {
    who: async () => {
      const session = await customerSession(asAnna);
      await shop.call("customer.update", [anna.id, { is_active: 0 }]);
      return bearer(session);
    },
    want: everywhere(401),
  },
  "a wrong key": { who: async () => basic("admin", "admin124"), want: everywhere(401) },
  "a wrong password": { who: async () => basic(anna.email, "sample124"), want: everywhere(401) },
  "an unknown e-mail address": { who: async () => basic("no@body.test", "sample123"), want: everywhere(401) },
  "a customer's address of another website": {
    who: async () => ({ ...asAnna, Website: "second" }),
    want: everywhere(401),
  },
  "an unknown website": { who: async () => ({ ...asAnna, Website: "99" }), want: everywhere(401) },
  "an invented session": { who: async () => bearer("0".repeat(64)), want: everywhere(401) },
  OAuth: { who: async () => ({ Authorization: 'OAuth oauth_token="x"' }), want: everywhere(401) },
  "Basic without a colon": {
    who: async () => ({ Authorization: `Basic ${btoa("admin")}` }),
    want: everywhere(401),
  },
};

describe.each(Object.entries(callers))("%s", (_, { who, want }) => {
  let credentials: Record<string, string>;
  beforeAll(async () => {
    await fresh();
    credentials = await who();
  });

  test.each(Object.entries(routes))("%s", async (name, { method, path, body }) => {
    const headers = { ...json, ...credentials };
    const answer = await shop.http(method, customers + path, { headers, body });
    expect(answer.status).toBe(want[name as keyof Statuses]);
    const challenge = answer.headers.get("WWW-Authenticate");
    expect(challenge).toBe(
      answer.status === 401
        ? 'Bearer realm="api", Basic realm="api", charset="UTF-8", OAuth realm="api"'
        : null,
    );
  });
});

async function customerSession(headers: Record<string, string>): Promise<string> {
  const answer = await shop.http("POST", "/api/rest/session", { headers: { ...json, ...headers } });
  return (answer.json as { token: string }).token;
}

describe("signing in", () => {
  beforeEach(fresh);

  test.each(["1", "base"])("names the website as %s", async (Website) => {
    expect((await rest.get(annas, { ...asAnna, Website })).status).toBe(200);
  });

  test("on another website than the default one", async () => {
    const headers = { ...basic("hana.kobayashi@example.com", "sample123"), Website: "second" };
    expect((await rest.get("/5", headers)).status).toBe(200);
  });

  test("accepts the e-mail address in any case and the password with spaces around it", async () => {
    expect((await rest.get(annas, basic("ANNA.Becker@example.com", " sample123 "))).status).toBe(200);
  });

  test("is recorded, at most once a minute", async () => {
    const signedIn = async () => (await rest.fields(anna.id, "last_logged_in,updated_at")) as object;
    expect(await signedIn()).toMatchObject({ last_logged_in: null });
    await rest.get(annas, asAnna);
    expect(await signedIn()).toMatchObject({
      last_logged_in: "2025-06-01 12:00:00",
      updated_at: "2024-01-02 08:00:00",
    });
    shop.clock.advance(59);
    await rest.get(annas, asAnna);
    expect(await signedIn()).toMatchObject({ last_logged_in: "2025-06-01 12:00:00" });
    shop.clock.advance(1);
    await rest.get(annas, asAnna);
    expect(await signedIn()).toMatchObject({ last_logged_in: "2025-06-01 12:01:00" });
  });

  test("is refused while the account waits for its confirmation", async () => {
    const strict = await startShop({ settings: { customerConfirmationRequired: true } });
    const id = await new Rest(strict).create();
    const read = () => new Rest(strict).get(`/${id}`, basic(least.email, least.password));
    expect((await read()).status).toBe(401);
    await strict.call("customer.update", [id, { confirmation: "" }]);
    expect((await read()).status).toBe(200);
  });

  test("needs no website if accounts are shared", async () => {
    const shared = await startShop({ dataset: "sample", settings: { customerShareScope: "global" } });
    const headers = { ...basic("hana.kobayashi@example.com", "sample123"), Website: "nowhere" };
    expect((await new Rest(shared).get("/5", headers)).status).toBe(200);
  });

  test.each([
    ["an API user", "admin"],
    ["a customer", anna.email],
  ])("with a wrong secret is throttled: %s", async (_, name) => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await rest.get(annas, basic(name, "wrong"))).status).toBe(401);
    }
    const right = name === "admin" ? asAdmin : asAnna;
    const answer = await rest.get(annas, right);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    shop.clock.advance(901);
    expect((await rest.get(annas, right)).status).toBe(200);
  });

  test("all spellings of an e-mail address are throttled together", async () => {
    const spellings = [" ", "  ", "\t"].map((space) => space + anna.email + space);
    const names = [...spellings, anna.email.toUpperCase()];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const name = names[attempt % names.length] as string;
      expect((await rest.get(annas, basic(name, "wrong"))).status).toBe(401);
    }
    expect((await rest.get(annas, asAnna)).status).toBe(429);
  });

  test("a new password is valid at once", async () => {
    expect((await rest.get(annas, asAnna)).status).toBe(200);
    await rest.update(anna.id, { password: "another one" });
    expect((await rest.get(annas, asAnna)).status).toBe(401);
    expect((await rest.get(annas, basic(anna.email, "another one"))).status).toBe(200);
  });
});

describe("sessions", () => {
  beforeEach(fresh);

  const session = "/api/rest/session";

  test.each([
    ["a customer", asAnna],
    ["an API user", asAdmin],
  ])("of %s are opened by Basic and ended", async (_, headers: Record<string, string>) => {
    const opened = await shop.http("POST", session, { headers: { ...json, ...headers } });
    const { token, expires_in } = opened.json as { token: string; expires_in: number };
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(expires_in).toBe(3600);
    const own = bearer(token);
    expect((await rest.get(annas, own)).status).toBe(200);
    expect(await shop.http("DELETE", session, { headers: own })).toMatchObject({ status: 200, text: "" });
    expect((await rest.get(annas, own)).status).toBe(401);
    expect((await shop.http("DELETE", session, { headers: own })).status).toBe(401);
  });

  test("are also returned as XML", async () => {
    const { text } = await shop.http("POST", session, { headers: asAnna });
    expect(text).toMatch(/<service_api>\s*<token>[0-9a-f]{64}<\/token>\s*<expires_in>3600<\/expires_in>/);
  });

  test("need the right kind of credentials", async () => {
    const own = bearer(await customerSession(asAnna));
    expect((await shop.http("POST", session, { headers: own })).status).toBe(403);
    expect((await shop.http("DELETE", session, { headers: asAnna })).status).toBe(403);
    expect((await shop.http("POST", session)).status).toBe(401);
    expect((await shop.http("GET", session)).headers.get("Allow")).toBe("POST, DELETE");
  });

  test("of a customer give access to nothing else", async () => {
    const own = await customerSession(asAnna);
    await expect(shop.call("customer.info", [1], own)).rejects.toMatchObject({ fault: "session_expired" });
    const plain = await shop.http("POST", "/api/rpc/customer.info", {
      headers: bearer(own),
      body: { customerId: 1 },
    });
    expect(plain.status).toBe(401);
    await expect(shop.login(anna.email, anna.password)).rejects.toMatchObject({ fault: "access_denied" });
  });

  test("end with a new password, and with the customer", async () => {
    const first = bearer(await customerSession(asAnna));
    await shop.call("customer.update", [anna.id, { password: "another one" }]);
    expect((await rest.get(annas, first)).status).toBe(401);
    const second = bearer(await customerSession(basic(anna.email, "another one")));
    await rest.send("DELETE", annas, undefined);
    expect((await rest.get(annas, second)).status).toBe(401);
  });
});
