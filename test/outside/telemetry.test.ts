/** Spans of a server, collected by the SDK of OpenTelemetry. */
import type { ContextManager, TextMapPropagator, TracerProvider } from "@opentelemetry/api";
import type * as hooks from "@opentelemetry/context-async-hooks";
import type * as core from "@opentelemetry/core";
import type * as tracing from "@opentelemetry/sdk-trace-base";
import type { InMemorySpanExporter, ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { OpenTelemetry, type Api } from "../../src/addons/telemetry/telemetry.js";
import { StorageReadOnlyError } from "../../src/engine/storage/storage.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import { collections } from "../../src/shop/data/collections.js";
import { startShop, type Shop, type ShopOptions } from "../support/shop.js";
import { outside } from "./packages.js";

const api = outside("@opentelemetry/api") as Api & {
  readonly trace: { setGlobalTracerProvider(provider: TracerProvider): void; disable(): void };
  readonly context: { setGlobalContextManager(manager: ContextManager): void; disable(): void };
  readonly propagation: { setGlobalPropagator(propagator: TextMapPropagator): void; disable(): void };
};
const sdk = outside("@opentelemetry/sdk-trace-base") as typeof tracing;
const { AsyncLocalStorageContextManager } = outside("@opentelemetry/context-async-hooks") as typeof hooks;
const { W3CTraceContextPropagator } = outside("@opentelemetry/core") as typeof core;

const collected: InMemorySpanExporter = new sdk.InMemorySpanExporter();
api.trace.setGlobalTracerProvider(
  new sdk.BasicTracerProvider({ spanProcessors: [new sdk.SimpleSpanProcessor(collected)] }),
);
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
afterAll(() => {
  for (const part of [api.trace, api.context, api.propagation]) part.disable();
});

beforeEach(() => collected.reset());

async function traced(options: ShopOptions = {}): Promise<Shop> {
  const shop = await startShop({ topology: "memory", ...options, telemetry: new OpenTelemetry(api) });
  collected.reset();
  return shop;
}

/** The spans of one request, once it has ended. */
async function spansOf(route: string): Promise<readonly ReadableSpan[]> {
  const isOver = () => collected.getFinishedSpans().some(({ name }) => name === route);
  await vi.waitFor(() => expect(isOver()).toBe(true), 100_000);
  return collected.getFinishedSpans();
}

function named(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`${name} is none of ${spans.map((span) => span.name).join(", ")}`);
  return found;
}

const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const basic = { Authorization: `Basic ${btoa("admin:admin123")}` };
const error = 2;

describe("a call", () => {
  test("belongs to the trace that its request names: request, operation, transaction", async () => {
    const shop = await traced();
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    await shop.http("POST", "/api/rpc/catalog_category.level", {
      body: {},
      headers: { ...basic, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    const spans = await spansOf("POST /api/rpc");
    const request = named(spans, "POST /api/rpc");
    expect(request.attributes).toMatchObject({
      ...{ "http.request.method": "POST", "url.path": "/api/rpc/catalog_category.level" },
      ...{ "client.address": "127.0.0.1", "http.response.status_code": 200 },
    });
    expect([request.spanContext().traceId, parentOf(request)]).toEqual([traceId, "b7ad6b7169203331"]);
    const operation = named(spans, "catalog_category.level");
    expect(parentOf(operation)).toBe(idOf(request));
    const reads = spans.filter((span) => span.name === "storage read" && parentOf(span) === idOf(operation));
    expect(reads.length).toBeGreaterThan(0);
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
  });

  test("of a batch has its own span, and one that fails contains its fault", async () => {
    const shop = await traced();
    const one = { jsonrpc: "2.0", method: "catalog_product.info" };
    const body = [
      { ...one, id: 1, params: { productId: 999 } },
      { ...one, id: 2, method: "catalog_category.level", params: {} },
    ];
    await shop.http("POST", "/api/jsonrpc", { body, headers: basic });
    const spans = await spansOf("POST /api/jsonrpc");
    const failed = named(spans, "catalog_product.info");
    expect(failed.attributes["store.fault"]).toBe("product_not_exists");
    // A declared fault is an answer, not an error.
    expect(failed.status.code).not.toBe(error);
    expect(parentOf(failed)).toBe(parentOf(named(spans, "catalog_category.level")));
  });

  test("by REST and of a built-in method also has one", async () => {
    const shop = await traced();
    await shop.http("GET", "/api/rest/customers/999", { headers: basic });
    const spans = await spansOf("GET /api/rest");
    expect(named(spans, "getCustomer").attributes["store.fault"]).toBe("404");
    expect(parentOf(named(spans, "getCustomer"))).toBe(idOf(named(spans, "GET /api/rest")));
    const reads = spans.filter(({ name }) => name === "storage read").map(parentOf);
    expect(reads).toContain(idOf(named(spans, "getCustomer")));
    await shop.login();
    const login = await spansOf("POST /api/jsonrpc");
    expect(parentOf(named(login, "login"))).toBe(idOf(named(login, "POST /api/jsonrpc")));
  });

  test("that fails because of the storage is an error, with the reason", async () => {
    const storage = new FailingStorage({ collections });
    const shop = await traced({ storage });
    storage.isAway = true;
    await shop.http("POST", "/api/rpc/catalog_category.create", {
      body: { parentId: 2, categoryData: { name: "New", is_active: 1 } },
      headers: basic,
    });
    const spans = await spansOf("POST /api/rpc");
    for (const name of ["storage write", "catalog_category.create", "POST /api/rpc"])
      expect([name, named(spans, name).status.code]).toEqual([name, error]);
    expect(named(spans, "storage write").events[0]?.attributes?.["exception.message"]).toContain("cable");
  });
});

class FailingStorage extends MemoryStorage {
  isAway = false;

  override async write<R>(work: Parameters<MemoryStorage["write"]>[0]): Promise<R> {
    if (this.isAway) throw new StorageReadOnlyError("the cable is out");
    return super.write(work) as Promise<R>;
  }
}

test("on PostgreSQL the statements are children of the transaction, without the values of parameters", async () => {
  const shop = await traced({ topology: "postgres" });
  await shop.http("POST", "/api/rpc/catalog_category.create", {
    body: { parentId: 2, categoryData: { name: "A secret name", is_active: 1 } },
    headers: basic,
  });
  const spans = await spansOf("POST /api/rpc");
  const write = spans.findLast(({ name }) => name === "storage write") as ReadableSpan;
  const statements = spans.filter((span) => parentOf(span) === idOf(write));
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(["begin", "insert", "commit"]));
  expect(statements[0]?.attributes["db.system.name"]).toBe("postgresql");
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("A secret name");
});

test("background work and a server without telemetry create no span", async () => {
  const shop = await startShop({ topology: "postgres" });
  onTestFinished(() => shop.close());
  await shop.call("catalog_category.level");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(collected.getFinishedSpans()).toEqual([]);
});
