/** Forks of the whole shop, through every door (docs/testing.md). */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, bearer, startShop, type RpcAnswer } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(async () => {
  for (const { name } of await sandboxes()) await control("DELETE", `/sandboxes/${name}`);
  await shop.reset();
});

interface Listed {
  readonly name: string;
  readonly size_bytes: number;
  readonly last_call_at: string | null;
  readonly expires_at: string;
}

async function control(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const request = { headers, ...(body === undefined ? {} : { body }) };
  const answer = await shop.http(method, `/control${path}`, request);
  return { status: answer.status, body: answer.text === "" ? undefined : answer.json };
}

async function sandboxes(): Promise<Listed[]> {
  return (await control("GET", "/sandboxes")).body as Listed[];
}

async function fork(name: string, more: object = {}): Promise<void> {
  expect(await control("POST", "/sandboxes", { name, ...more })).toMatchObject({
    status: 201,
    body: { name },
  });
}

test.each([".", "..", "", "a/b", "a b", "a".repeat(65)])(
  "%j is not a valid name of a sandbox or snapshot",
  async (name) => {
    for (const path of ["/sandboxes", "/snapshots"]) {
      const { status, body } = await control("POST", path, { name });
      expect([status, body]).toMatchObject([400, { errors: [{ field: "name" }] }]);
    }
  },
);

test.each([".", ".."])("%j leads into no sandbox, by header, address or login name", async (name) => {
  expect((await control("GET", "/clock", undefined, { "X-Sandbox": name })).status).toBe(404);
  for (const dots of [name, name.replaceAll(".", "%2e")])
    expect((await shop.http("GET", `/sandbox/${dots}/api/rpc`)).status).toBe(404);
  expect(await shop.rpc("login", [`admin+${name}`, "change-me"])).toMatchObject({
    error: expect.anything() as unknown,
  });
});

const rename = (name: string) => ["catalog_product.update", [1, { name }]] as const;

async function nameOf(headers: Record<string, string> = {}): Promise<unknown> {
  const { json } = await shop.http("POST", "/api/rpc/catalog_product.info", {
    body: { productId: 1 },
    headers: { ...basic(), ...headers },
  });
  return (json as { name: unknown }).name;
}

describe.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))("ways in", () => {
  const inside = { "X-Sandbox": "box" };
  const payload = (method: string, params: unknown) => ({ body: { jsonrpc: "2.0", id: 7, method, params } });

  test("by header, by address and by login name; the change is visible only there", async () => {
    await fork("box");
    const original = await nameOf();
    const changed = await shop.rpc("call", [null, ...rename("Changed")], { ...basic(), ...inside });
    expect(changed).toMatchObject({ result: true });

    expect(await nameOf(inside)).toBe("Changed");
    expect(await nameOf(basic("admin+box"))).toBe("Changed");
    const byAddress = await shop.http("POST", "/sandbox/box/api/rpc/catalog_product.info", {
      body: { productId: 1 },
      headers: basic(),
    });
    expect(byAddress.json).toMatchObject({ name: "Changed" });
    const session = await shop.login("admin+box");
    expect(await shop.call("catalog_product.info", [1], session)).toMatchObject({ name: "Changed" });
    const direct = await shop.rpc("catalog_product.info", [1], bearer(session));
    expect(direct.result).toMatchObject({ name: "Changed" });
    const many = await shop.rpc("multiCall", [session, [["catalog_product.info", [1]]]]);
    expect(many.result).toMatchObject([{ name: "Changed" }]);

    expect(await nameOf()).toBe(original);
  });

  test("the REST resource, with sessions of the sandbox and a Location inside it", async () => {
    await fork("box");
    const json = { Accept: "application/json" };
    const opened = await shop.http("POST", "/api/rest/session", {
      headers: { ...basic("admin+box"), ...json },
    });
    const { token } = Object.values(opened.json as object).length > 0 ? tokenOf(opened.json) : { token: "" };
    const created = await shop.http("POST", "/api/rest/customers", {
      headers: { ...bearer(token), ...json },
      body: {
        firstname: "Ada",
        lastname: "King",
        email: "ada@box.test",
        password: "correct horse 7",
        website_id: 1,
        group_id: 1,
        disable_auto_group_change: 0,
      },
    });
    expect(created.status).toBe(200);
    const location = created.headers.get("location") ?? "";
    expect(location).toMatch(/^\/sandbox\/box\/api\/rest\/customers\/\d+$/);
    expect((await shop.http("GET", location, { headers: { ...basic(), ...json } })).json).toMatchObject({
      email: "ada@box.test",
    });
    const outside = location.replace("/sandbox/box", "");
    expect((await shop.http("GET", outside, { headers: { ...basic(), ...json } })).status).toBe(404);
  });

  test("image addresses have the prefix, and lead to the image", async () => {
    await fork("box");
    const path = "catalog_product_attribute_media.items";
    const headers = { ...basic(), ...inside };
    const { result } = await shop.rpc("call", [null, path, [1]], headers);
    const [{ url } = { url: "" }] = result as { url: string }[];
    expect(url).toContain("/sandbox/box/media/catalog/product/");
    const image = await fetch(url);
    expect(image.status).toBe(200);
    expect(image.headers.get("content-type")).toMatch(/^image\//);
  });

  test("image addresses follow the Host of a caller on this machine", async () => {
    const { port } = new URL(shop.url);
    const body = { productId: 1 };
    const at = `http://localhost:${port}/api/rpc/catalog_product_attribute_media.items`;
    const answer = await fetch(at, {
      method: "POST",
      headers: { ...basic(), "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const [{ url } = { url: "" }] = (await answer.json()) as { url: string }[];
    expect(url).toContain(`http://localhost:${port}/media/`);
  });

  test("an unknown one: 404 in the error form of each door", async () => {
    const gone = { ...basic(), "X-Sandbox": "gone" };
    const rpc = await shop.http("POST", "/api/jsonrpc", { ...payload("rpc.discover", []), headers: gone });
    expect(rpc.status).toBe(200);
    expect(rpc.json).toMatchObject({ id: 7, error: { data: { fault: "access_denied" } } });
    expect((rpc.json as RpcAnswer).error?.message).toContain('"gone"');
    const plain = await shop.http("POST", "/api/rpc/catalog_product.info", { body: {}, headers: gone });
    expect(plain).toMatchObject({ status: 404, json: { data: { fault: "access_denied" } } });
    expect((await shop.http("GET", "/api/rest/customers/1", { headers: gone })).status).toBe(404);
    expect((await shop.http("GET", "/sandbox/gone/control/clock")).status).toBe(404);
    const login = await shop.rpc("login", ["admin+gone", "admin123"]);
    expect(login.error?.message).toContain('"gone"');
  });

  test("different names in header and address: 400; sandboxes inside sandboxes: 404", async () => {
    await fork("box");
    await fork("other");
    const headers = { ...basic(), "X-Sandbox": "other" };
    expect((await shop.http("POST", "/sandbox/box/api/jsonrpc", { body: {}, headers })).status).toBe(400);
    expect((await shop.http("GET", "/sandbox/box/control/clock", { headers })).status).toBe(400);
    expect((await shop.http("GET", "/sandbox/box/sandbox/other/control/clock")).status).toBe(404);
    expect((await control("POST", "/sandboxes", {}, inside)).status).toBe(404);
  });

  test("a session from outside is invalid inside, and vice versa", async () => {
    await fork("box");
    await fork("other");
    const outside = await shop.session();
    const within = (await control("POST", "/sessions", { username: "admin" }, inside)).body as {
      session: string;
    };
    const named = await shop.login("admin+box");
    const use = (session: string, headers: Record<string, string> = {}) =>
      shop.rpc("call", [session, "catalog_category.level"], headers);
    expect(await use(within.session, inside)).toHaveProperty("result");
    expect(await use(named, inside)).toHaveProperty("result");
    const expired = { error: { data: { fault: "session_expired" } } };
    expect(await use(outside, inside)).toMatchObject(expired);
    expect(await use(within.session)).toMatchObject(expired);
    expect(await use(named, { "X-Sandbox": "other" })).toMatchObject(expired);
    expect(await shop.rpc("endSession", [named])).toMatchObject({ result: true });
    expect(await use(named)).toMatchObject(expired);
  });
});

describe.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "isolated parts",
  () => {
    const inside = { "X-Sandbox": "box" };

    test("clock, faults, mail, snapshots, users", async () => {
      await fork("box");
      await control("PUT", "/clock", { now: "2030-01-01 00:00:00" }, inside);
      await control(
        "POST",
        "/faults",
        { operation: "catalog_product.info", fault: "product_not_exists" },
        inside,
      );
      await control(
        "POST",
        "/orders",
        { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true },
        inside,
      );
      await control("POST", "/snapshots", { name: "kept" }, inside);
      await control("POST", "/users", { username: "reader", api_key: "reader123", roles: [] }, inside);

      expect((await control("GET", "/clock")).body).toMatchObject({ now: "2025-06-01 12:00:00" });
      expect((await control("GET", "/faults")).body).toEqual([]);
      expect((await control("GET", "/snapshots")).body).toEqual([]);
      expect((await control("GET", "/users")).body).toHaveLength(1);
      const [here, there] = await Promise.all([
        control("GET", "/mail"),
        control("GET", "/mail", undefined, inside),
      ]);
      expect((there.body as unknown[]).length).toBe((here.body as unknown[]).length + 1);
      expect((await control("GET", "/clock", undefined, inside)).body).toMatchObject({
        now: "2030-01-01 00:00:00",
      });
    });

    test("a reset inside returns to the fork point, one outside does not affect it", async () => {
      await shop.call(...rename("Before the fork"));
      await control("PUT", "/clock", { now: "2026-01-01 00:00:00" });
      await fork("box");
      await shop.rpc("call", [null, ...rename("Inside")], { ...basic(), ...inside });
      await control("PUT", "/clock", { advance_seconds: 60 }, inside);
      await shop.reset();
      expect(await nameOf(inside)).toBe("Inside");
      expect((await control("POST", "/reset", {}, inside)).status).toBe(204);
      expect(await nameOf(inside)).toBe("Before the fork");
      expect((await control("GET", "/clock", undefined, inside)).body).toMatchObject({
        now: "2026-01-01 00:00:00",
      });
      expect((await control("POST", "/reset", { dataset: "minimal" }, inside)).status).toBe(204);
      const { result } = await shop.rpc("call", [null, "catalog_product.list"], { ...basic(), ...inside });
      expect(result).toEqual([]);
    });

    test("images: one shop does not notice removals and additions of the other", async () => {
      const path = "catalog_product_attribute_media";
      const [first] = (await shop.call(`${path}.items`, [1])) as { file: string; url: string }[];
      await fork("box");
      await shop.call(`${path}.remove`, [1, first?.file]);
      const address = (prefix: string) => `${prefix}/media/catalog/product${first?.file}`;
      expect((await shop.http("GET", address(""))).status).toBe(404);
      expect((await shop.http("GET", address("/sandbox/box"))).status).toBe(200);
    });
  },
);

describe.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "creation and removal",
  () => {
    test("from a dataset, from a snapshot, and with a given name", async () => {
      await shop.call(...rename("In the snapshot"));
      await control("POST", "/snapshots", { name: "point" });
      await fork("from-snapshot", { from: "point" });
      await fork("from-minimal", { from: "minimal" });
      await fork("from-sample", { from: "sample" });
      const made = await control("POST", "/sandboxes");
      expect(made).toMatchObject({
        status: 201,
        body: { name: expect.any(String) as unknown, size_bytes: 0 },
      });
      expect(await nameOf({ "X-Sandbox": "from-snapshot" })).toBe("In the snapshot");
      expect(await nameOf({ "X-Sandbox": "from-sample" })).not.toBe("In the snapshot");
      const { result } = await shop.rpc("call", [null, "catalog_product.list"], basic("admin+from-minimal"));
      expect(result).toEqual([]);
      await control("DELETE", "/snapshots/point");
    });

    test.each(["current", "sample", "minimal"])(
      "one name is given once, however many ask for it, from %s",
      async (from) => {
        const asked = Array.from({ length: 5 }, () =>
          control("POST", "/sandboxes", { name: "wanted", from }),
        );
        const statuses = (await Promise.all(asked)).map(({ status }) => status);
        expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
        expect(await sandboxes()).toHaveLength(1);
      },
    );

    test.each([
      [{ name: "box" }, 409],
      [{ name: "current" }, 422],
      [{ name: "no space" }, 400],
      [{ from: "nothing" }, 422],
      [{ expires_in_seconds: 0 }, 400],
      [{ colour: "red" }, 400],
    ])("%j is refused with %i", async (body, status) => {
      await fork("box");
      expect((await control("POST", "/sandboxes", body)).status).toBe(status);
      expect(await sandboxes()).toHaveLength(1);
    });

    test("they expire after their last call, and can be removed", async () => {
      await fork("short", { expires_in_seconds: 1 });
      await fork("long");
      await expect.poll(sandboxes).toMatchObject([{ name: "long", last_call_at: null }]);
      await nameOf({ "X-Sandbox": "long" });
      expect(await sandboxes()).toMatchObject([{ last_call_at: expect.any(String) as unknown }]);
      expect((await control("DELETE", "/sandboxes/long")).status).toBe(204);
      expect((await control("DELETE", "/sandboxes/long")).status).toBe(404);
    });

    test("the list shows the size of the changes in each", async () => {
      await fork("box");
      await shop.rpc("call", [null, ...rename("x".repeat(200))], basic("admin+box"));
      const [listed] = await sandboxes();
      expect(listed?.size_bytes).toBeGreaterThan(200);
      expect(listed?.size_bytes).toBeLessThan(10_000);
    });
  },
);

function tokenOf(document: unknown): { token: string } {
  const text = JSON.stringify(document);
  return { token: /[0-9a-f]{64}/.exec(text)?.[0] ?? "" };
}
