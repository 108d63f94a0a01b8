/** The StoreServer object: all functions for tests, and the messages of failures (docs/testing.md). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { connect } from "../../src/testing/embedded/store-server.js";
import { startServer } from "../../src/testing/embedded/start-server.js";
import * as matchers from "../../src/testing/kits/matchers.js";

const server = await startServer();
afterAll(() => server.stop());
beforeEach(() => server.control.resetShop({ keep_sessions: true }));
const shop = server.client();
const rename = (name: string, productId = 1) =>
  shop.catalogProduct.update({ productId, productData: { name } });

const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "nothing was refused",
    (error: unknown) => (error as Error).message,
  );

test("a mistake in a dataset file is reported with the name of the file", async () => {
  const folder = await temporaryFolder();
  const dataset = join(folder, "shop.yaml");
  await writeFile(dataset, 'clock: "noon"\nsequences: { product: -1 }\n');
  const clock = `${dataset}: clock: must be "YYYY-MM-DD HH:MM:SS" or {now: …}`;
  expect(await messageOf(startServer({ dataset }))).toBe(
    `The server could not be started: ${clock}\n${dataset}: sequences.product: must be the last number given, 0 or more`,
  );
});

describe("verify", () => {
  test("passes if calls were made as expected", async () => {
    await rename("Cup");
    await server.verify("catalog_product.update", { productId: 1, productData: { name: "Cup" } });
    await server.verify("catalog_product.update", { productId: 1 }, { times: 1 });
    await server.verify("catalog_product.delete", undefined, { times: 0 });
  });

  test("otherwise names the most similar call and the member that differs", async () => {
    await rename("Cup", 2);
    const expected = { productId: 1, productData: { name: "Cup" } };
    expect(await messageOf(server.verify("catalog_product.update", expected))).toMatch(
      /was called 0 times in this way, expected at least 1\.\nThe nearest calls:\n- call \d+: catalog_product\.update by admin; arguments\.productId is 2, expected 1/,
    );
  });

  test("reports that there was no call, or the number of surplus calls", async () => {
    expect(await messageOf(server.verify("catalog_product.update"))).toContain("No other call was made.");
    await rename("Cup");
    expect(await messageOf(server.verify("catalog_product.update", {}, { times: 0 }))).toContain(
      "was called once in this way, expected 0",
    );
  });

  test("an unknown name is refused, with its field and the most similar name", async () => {
    const wrong = "catalog_product.udpate" as "catalog_product.update";
    expect(await messageOf(server.verify(wrong))).toMatch(
      /^verifyCalls: operation: .*catalog_product\.update/,
    );
    const match = { product: 1 } as object;
    expect(await messageOf(server.verify("catalog_product.update", match))).toMatch(
      /match\.product: .*productId/,
    );
  });
});

describe("calls", () => {
  test("are listed, awaited and streamed", async () => {
    const first = server.waitForCall("catalog_product.update");
    const streamed = (async () => {
      for await (const call of server.streamCalls({ operation: "catalog_product.info" })) return call;
      return undefined;
    })();
    await rename("Cup");
    expect(await first).toMatchObject({ operation: "catalog_product.update", arguments: { productId: 1 } });
    await expect
      .poll(async () => {
        await shop.catalogProduct.info({ productId: 1 });
        return Promise.race([streamed, Promise.resolve(undefined)]);
      })
      .toMatchObject({ operation: "catalog_product.info", status: 200 });
    expect((await server.calls({ limit: 1 }))[0]).toMatchObject({ operation: "catalog_product.info" });
  });

  test("that do not arrive are reported", async () => {
    const waited = server.waitForCall("catalog_product.delete", { timeoutMs: 20 });
    await expect(waited).rejects.toMatchObject({ status: 408 });
  });

  test("mail is awaited", async () => {
    const { increment_id: order } = await server.control.placeOrder({
      ...{ customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true },
    });
    expect(await server.waitForMail({ order })).toMatchObject({ template: "order_new", increment_id: order });
  });
});

describe("sandbox", () => {
  test("from a dataset, and attached to by its name, which does not remove it at the end", async () => {
    const own = await server.sandbox({ name: "box", from: "minimal" });
    expect(await own.client().catalogProduct.list()).toEqual([]);
    const same = await server.sandbox({ name: "box", attach: true });
    await same.stop();
    expect(await own.client().catalogProduct.list()).toEqual([]);
    await own.stop();
    const gone = server.sandbox({ name: "box", attach: true });
    expect(await messageOf(gone)).toBe("there is no sandbox box to attach to; there are: none");
  });
});

describe("connect", () => {
  test("returns the same object for a server that runs elsewhere; stop does not stop that server", async () => {
    const same = connect(server.url);
    expect([same.url, same.port]).toEqual([server.url, server.port]);
    await same.client().catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
    await same.verify("catalog_product.update");
    await same.stop();
    await server.verify("catalog_product.update");
  });

  test.each([
    ["", "no address"],
    ["localhost", '"localhost"'],
    ["ftp://x", '"ftp://x"'],
  ])("%j is not an address", (url, named) => {
    expect(() => connect(url)).toThrow(`connect got ${named}; it needs the address of a server`);
  });
});

describe("toHaveReceived", () => {
  const own = expect as unknown as (value: unknown) => {
    toHaveReceived(...args: unknown[]): Promise<void>;
    not: { toHaveReceived(...args: unknown[]): Promise<void> };
  };
  expect.extend(matchers);

  test("passes, and fails with the most similar calls", async () => {
    await rename("Cup");
    await own(server).toHaveReceived("catalog_product.update", { productId: 1 });
    await own(server).not.toHaveReceived("catalog_product.update", { productId: 2 });
    const missed = own(server).toHaveReceived("catalog_product.update", { productId: 2 });
    expect(await messageOf(missed)).toMatch(/arguments\.productId is 1, expected 2/);
    const found = own(server).not.toHaveReceived("catalog_product.update");
    expect(await messageOf(found)).toMatch(/should not have been/);
  });

  test("an unknown name fails, with and without not", async () => {
    expect(await messageOf(own(server).toHaveReceived("catalog_product.udpate"))).toMatch(
      /catalog_product\.update/,
    );
    expect(await messageOf(own(server).not.toHaveReceived("catalog_product.udpate"))).toMatch(/nearest/);
    expect(await messageOf(own(5).toHaveReceived("login"))).toMatch(/expect\(server\)/);
  });
});
