/** `startServer`: a server in the caller's process, isolated from everything else there (docs/settings.md). */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { ControlError } from "../../generated/clients/typescript/control.js";
import type { StartOptions } from "../../src/testing/embedded/options.js";
import { startServer as start } from "../../src/testing/embedded/start-server.js";
import type { StoreServer } from "../../src/testing/embedded/store-server.js";

const run = promisify(execFile);
const running: StoreServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function startServer(options?: StartOptions): Promise<StoreServer> {
  const server = await start(options);
  running.push(server);
  return server;
}

describe("a server", () => {
  test("has an address, a client and a control", async () => {
    const server = await startServer();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect((await server.client().catalogProduct.info({ productId: 1 })).sku).toBe("mug-01");
    const { increment_id } = await server.control.placeOrder({
      customer_id: 1,
      items: [{ sku: "mug-01", qty: 1 }],
    });
    expect((await server.client().salesOrder.info({ orderIncrementId: increment_id })).state).toBe("new");
    await server.control.saveUser({
      username: "reader",
      api_key: "reader123",
      roles: ["catalog/product/info"],
    });
    const reader = server.client({ username: "reader", apiKey: "reader123" });
    await expect(reader.salesOrder.list()).rejects.toMatchObject({ fault: "access_denied" });
  });

  test("serves every address, including pages and images", async () => {
    const { url } = await startServer();
    for (const path of ["/", "/health/ready", "/metrics", "/openrpc.json", "/openapi.yaml"]) {
      expect((await fetch(url + path)).status, path).toBe(200);
    }
    const contract = (await (await fetch(`${url}/openrpc.json`)).json()) as { servers: { url: string }[] };
    expect(contract.servers[0]?.url).toContain(url);
  });

  test("stops once, even if stop is called several times, and then no port is open", async () => {
    const server = await start({ dataset: "minimal" });
    await Promise.all([server.stop(), server[Symbol.asyncDispose](), server.stop()]);
    await expect(server.client().catalogCategory.level()).rejects.toMatchObject({
      fault: "connection_failed",
    });
  });

  test("is independent of other servers in the process", async () => {
    const [one, other] = await Promise.all([startServer(), startServer()]);
    await one.client().catalogProduct.update({ productId: 1, productData: { name: "Changed" } });
    await one.control.setClock({ now: "2030-01-01 00:00:00" });
    expect((await other.client().catalogProduct.info({ productId: 1 })).name).toBe("Stoneware Mug");
    expect((await other.control.getClock()).frozen).toBe(false);
    await one.control.resetShop();
    expect((await one.client().catalogProduct.info({ productId: 1 })).name).toBe("Stoneware Mug");
  });

  test("a sandbox is the same kind of object for a fork", async () => {
    const server = await startServer();
    const [one, other] = await Promise.all([server.sandbox("one"), server.sandbox()]);
    expect(one.url).toBe(`${server.url}/sandbox/one`);
    await one.client().catalogProduct.update({ productId: 1, productData: { name: "Inside" } });
    await one.control.setClock({ now: "2030-01-01 00:00:00" });
    const names = [one, other, server].map(async ({ client }) => {
      const { name } = await client().catalogProduct.info({ productId: 1 });
      return name;
    });
    expect(await Promise.all(names)).toEqual(["Inside", "Stoneware Mug", "Stoneware Mug"]);
    expect((await server.control.getClock()).frozen).toBe(false);
    await expect(server.sandbox("one")).rejects.toMatchObject({ name: "ControlError", status: 409 });
    await expect(one.sandbox()).rejects.toMatchObject({ status: 404 });
    await one.stop();
    expect((await server.control.listSandboxes()).length).toBe(1);
  });

  test("there may be 50 at once", async () => {
    const servers = await Promise.all(Array.from({ length: 50 }, () => startServer({ dataset: "minimal" })));
    expect(new Set(servers.map(({ port }) => port)).size).toBe(50);
    const types = await Promise.all(servers.map((server) => server.client().catalogProductType.items()));
    expect(types.every(({ length }) => length === 6)).toBe(true);
  });
});

describe("options", () => {
  test("are the settings in camel case", async () => {
    const server = await startServer({
      dataset: "minimal",
      apiUser: "root",
      apiKey: "secret12",
      listMaxRows: 1,
    });
    const root = server.client();
    expect(await root.login()).toMatch(/^[0-9a-f]{64}$/);
    const admin = server.client({ username: "admin", apiKey: "admin123" });
    await expect(admin.login()).rejects.toMatchObject({ fault: "access_denied" });
  });

  test("a token protects the control, and the server itself has it", async () => {
    const server = await startServer({ dataset: "minimal", controlToken: "sesame-open-the-door" });
    expect((await server.control.getClock()).frozen).toBe(false);
    expect((await fetch(`${server.url}/control/clock`)).status).toBe(403);
  });

  test("control off: its addresses do not exist", async () => {
    const server = await startServer({ dataset: "minimal", control: false });
    await expect(server.control.getClock()).rejects.toMatchObject({ name: "ControlError", status: 404 });
    await expect(server.control.getClock()).rejects.toBeInstanceOf(ControlError);
  });

  test.each([
    ["unknown", { prot: 1 }, /prot is not an option of startServer; did you mean port\?/],
    ["unusable", { port: 70_000 }, /^port must be a whole number from 0 to 65535/],
    ["two", { port: -1, priceScope: "x" }, /port must be[^]*\n[^]*priceScope must be/],
    ["no dataset", { dataset: "big" }, /dataset must be/],
    ["no file", { dataset: "./nowhere.json" }, /nowhere\.json/],
  ])("%s: the error names it", async (_title, options, says) => {
    await expect(start(options as StartOptions)).rejects.toThrow(says);
  });

  test("a port in use is refused, and the attempt leaves nothing behind", async () => {
    const { port } = await startServer({ dataset: "minimal" });
    await expect(start({ dataset: "minimal", port })).rejects.toThrow(/EADDRINUSE/);
  });
});

describe("datasets", () => {
  test("a function fills the shop, and a reset returns to that state", async () => {
    const server = await startServer({
      dataset: async ({ client }) => {
        await client().catalogCategory.create({
          parentId: 2,
          categoryData: {
            name: "Filled",
            is_active: true,
            include_in_menu: true,
            available_sort_by: ["name"],
          },
        });
      },
    });
    const names = async () =>
      (await server.client().catalogCategory.tree({ parentId: 2 })).children.map(({ name }) => name);
    expect(await names()).toEqual(["Filled"]);
    await server.client().catalogCategory.delete({ categoryId: 3 });
    expect(await names()).toEqual([]);
    await server.control.resetShop();
    expect(await names()).toEqual(["Filled"]);
  });

  test("an object has the content of a dataset file", async () => {
    const server = await startServer({
      dataset: {
        extends: "minimal",
        clock: "2025-01-01 08:00:00",
        calls: [
          {
            call: "catalog_product.create",
            params: { type: "simple", set: 4, sku: "cup", productData: { name: "Cup", price: 5 } },
            as: "cup",
          },
        ],
      },
    });
    expect((await server.client().catalogProduct.list()).map(({ sku }) => sku)).toEqual(["cup"]);
    expect(await server.control.getClock()).toEqual({ now: "2025-01-01 08:00:00", frozen: true });
    // @ts-expect-error the call lacks its parameters
    const wrong = start({ dataset: { calls: [{ call: "catalog_product.create", params: {} }] } });
    await expect(wrong).rejects.toThrow(/calls\[0\]/);
  });

  test("a function that fails prevents the start", async () => {
    const failing = start({ dataset: () => Promise.reject(new Error("out of ideas")) });
    await expect(failing).rejects.toThrow("out of ideas");
  });
});

describe("the process around it", () => {
  const program = fileURLToPath(new URL("./embedding.mjs", import.meta.url));

  /**
   * The output of a program that starts and stops servers, in a folder and an environment full of foreign
   * names.
   */
  async function embed(env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
    const folder = mkdtempSync(join(tmpdir(), "store-api-embed-"));
    try {
      writeFileSync(join(folder, ".env"), "STORE_API_PORT=nonsense\nAPI_KEY=x\n");
      return await run(process.execPath, [program], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("nothing is read, written or left behind: the program ends by itself", async () => {
    const foreign = {
      BASE_URL: "/",
      STORE_API_PORT: "x",
      STORE_API_NONSENSE: "y",
      API_KEY: "z",
      LOG_LEVEL: "loud",
    };
    const { stdout, stderr } = await embed(foreign);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ listeners: "unchanged", folder: [".env"], resources: [] });
  });
});
