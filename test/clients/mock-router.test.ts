/**
 * The contract by itself: the mock mode of the Router of @open-rpc/server-js answers every declared example of
 * openrpc.json, and the generated client sends its parameters and decodes its result.
 */
import { readFileSync } from "node:fs";
import { parseOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { describe, expect, test } from "vitest";
import { createClient } from "../../generated/clients/typescript/client.js";
import { Router } from "../../src/engine/open-rpc/router.js";

interface Example {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly value: unknown }[];
  readonly result: { readonly value: unknown };
}
interface Document {
  readonly methods: readonly { readonly name: string; readonly examples: readonly Example[] }[];
}

const text = readFileSync(new URL("../../openrpc.json", import.meta.url), "utf8");
const { methods } = JSON.parse(text) as Document;
const contract = await parseOpenRPCDocument(text, { dereference: true });
const router = new Router(contract, { mockMode: true });

/** Answers requests of JSON-RPC by the examples of the contract. */
const mock: typeof fetch = async (_address, request) => {
  const { id, method, params } = JSON.parse(request?.body as string) as {
    id: number;
    method: string;
    params: never;
  };
  return Response.json({ jsonrpc: "2.0", id, ...(await router.call(method, params)) });
};

const client = createClient({ url: "http://mock.test", session: "none", fetch: mock });
type Callable = Readonly<Record<string, Readonly<Record<string, (params: object) => Promise<unknown>>>>>;

const operations = methods.filter(({ name }) => name.includes("."));
const property = (namespace: string) =>
  namespace.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

test("every method of the contract has examples", () => {
  expect(methods.filter(({ examples }) => examples.length === 0)).toEqual([]);
});

describe.each(operations.filter(({ name }) => name !== "rpc.discover"))("$name", ({ name, examples }) => {
  test.each(examples)("$name", async ({ params, result }) => {
    const [namespace = "", local = ""] = name.split(".");
    const operation = (client as unknown as Callable)[property(namespace)]?.[local];
    const named = Object.fromEntries(params.map(({ name: param, value }) => [param, value]));
    expect(await operation?.(named)).toEqual(result.value);
  });
});

describe.each(methods.filter(({ name }) => !name.includes(".")))("$name", ({ name, examples }) => {
  test.each(examples)("$name", async ({ params, result }) => {
    expect(await router.call(name, params.map(({ value }) => value) as never)).toEqual({
      result: result.value,
    });
  });
});
