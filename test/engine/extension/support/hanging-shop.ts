/** A shop with handlers that hang until they are told to go on. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../../../src/testing/embedded/start-server.js";
import type { StoreServer } from "../../../../src/testing/embedded/store-server.js";
import { temporaryFolder } from "../../../support/closed.js";

export const timeoutSeconds = 3;

const operation = (name: string, effect: "read" | "write") => ({
  name: `erp.${name}`,
  summary: name,
  "x-effect": effect,
  result: { schema: { description: "Anything." } },
  examples: [{ name: "One", result: null }],
});

const chapter = {
  title: "ERP",
  methods: [
    operation("hang", "write"),
    operation("store", "write"),
    operation("once", "write"),
    operation("look", "read"),
    operation("stored", "read"),
  ],
};

/** `told` is shared with the test: what a handler waits for, and what it has found. */
const handlers = (key: string) => `
const told = (globalThis[Symbol.for(${JSON.stringify(key)})] ??= {});
async function goOn(name, operations) {
  told[name] = {};
  await new Promise((resolve) => (told[name].wake = resolve));
  told[name].found = await Promise.all(
    operations.map(async (work) => { try { await work(); return "done"; } catch (error) { return error.message; } }),
  );
  // And it still does not answer.
  await new Promise(() => {});
}
let count = 0;
export default {
  async hang({ tx }) {
    await tx.rows("erp").put("hang", 1);
    await tx.get("products", 1);
    await goOn("hang", [
      () => tx.rows("erp").put("late", 1),
      () => tx.rows("erp").get("hang"),
      () => tx.rows("erp").all(),
      () => tx.rows("erp").del("store"),
      () => tx.get("products", 1),
      () => tx.find("products"),
      () => tx.del("products", 1),
      () => tx.next("product"),
    ]);
  },
  async store({ tx }) { await tx.rows("erp").put("store", 1); return true; },
  async once({ tx }) {
    count += 1;
    await tx.rows("erp").put("once", count);
    return count === 1 ? new Promise(() => {}) : true;
  },
  async look({ tx }) {
    await goOn("look", [
      () => tx.rows("erp").get("hang"),
      () => tx.get("products", 1),
      () => tx.by("products", "sku", ["mug-01"]),
      () => tx.count("products"),
    ]);
  },
  async stored({ tx }) { return tx.rows("erp").all(); },
};
`;

interface Told {
  readonly wake?: () => void;
  readonly found?: readonly string[];
}

type OnTestFinished = (end: () => Promise<void>) => void;

export class HangingShop {
  private constructor(
    private readonly server: StoreServer,
    private readonly told: Readonly<Record<string, Told>>,
  ) {}

  static async open(
    topology: "memory" | "file" | "postgres",
    onTestFinished: OnTestFinished,
  ): Promise<HangingShop> {
    const folder = await temporaryFolder(onTestFinished);
    const told = ((globalThis as Record<symbol, unknown>)[Symbol.for(folder)] = {});
    await writeFile(join(folder, "erp.mjs"), handlers(folder));
    await writeFile(join(folder, "erp.yaml"), JSON.stringify({ ...chapter, handler: "./erp.mjs" }));
    let storage = topology === "memory" ? "memory:" : `file:${join(folder, "data")}`;
    if (topology === "postgres") {
      const { createDatabase } = await import("../../../support/postgres.js");
      const database = await createDatabase();
      onTestFinished(() => database.drop());
      storage = database.url;
    }
    const server = await startServer({
      storage,
      requestTimeoutSeconds: timeoutSeconds,
      dataset: "minimal",
      extend: [join(folder, "erp.yaml")],
    });
    onTestFinished(() => server.stop());
    return new HangingShop(server, told);
  }

  call(name: string, headers: Readonly<Record<string, string>> = {}) {
    return this.http("POST", `/api/rpc/${name}`, {}, headers);
  }

  async http(method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(this.server.url + path, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(path.startsWith("/api") ? { Authorization: `Basic ${btoa("admin:admin123")}` } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  }

  /** Resolves when the handler hangs. */
  async begun(name: string): Promise<void> {
    while (!this.told[name]?.wake) await sleep(5);
  }

  /** Lets the handler go on. @returns the messages with which its operations were refused */
  async goOn(name: string): Promise<readonly string[]> {
    this.told[name]?.wake?.();
    for (;;) {
      const found = this.told[name]?.found;
      if (found) return found;
      await sleep(5);
    }
  }
}
