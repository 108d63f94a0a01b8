/**
 * The contract by itself: the mock mode of the Router of @open-rpc/server-js answers every declared example of
 * openrpc.json, and the generated client sends its parameters and decodes its result.
 */
import { readFileSync } from "node:fs";
import { parseOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../generated/clients/typescript/client.js";
import { Router } from "../../../src/engine/open-rpc/router.js";

interface Example {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly value: unknown }[];
  readonly result: { readonly value: unknown };
}
interface Document {
  readonly methods: readonly { readonly name: string; readonly examples: readonly Example[] }[];
}

const text = readFileSync(new URL("../../../openrpc.json", import.meta.url), "utf8");
const { methods } = JSON.parse(text) as Document;
const contract = await parseOpenRPCDocument(text, { dereference: true });
type ContractMethod = Exclude<(typeof contract.methods)[number], { readonly $ref: string }>;

/** The Router in its mock mode, which answers the first example that the given arguments begin with: so it knows one only. */
function mockOf(name: string, example: Example): Router {
  const found = contract.methods.find((method) => "name" in method && method.name === name) as ContractMethod;
  // Null stands for an argument that is left out (conventions 10.2), which the schemas do not repeat.
  const params = (found.params as readonly { readonly required?: boolean; readonly schema: object }[]).map(
    (param) =>
      param.required === true ? param : { ...param, schema: { anyOf: [param.schema, { type: "null" }] } },
  );
  const method = { ...found, params, examples: [example] } as unknown as ContractMethod;
  return new Router({ ...contract, methods: [method] }, { mockMode: true });
}

/** A client whose requests the Router answers. */
function clientOf(router: Router) {
  const mock: typeof fetch = async (_address, request) => {
    const sent = JSON.parse(request?.body as string) as { id: number; method: string; params: never };
    return Response.json({ jsonrpc: "2.0", id: sent.id, ...(await router.call(sent.method, sent.params)) });
  };
  return createClient({ url: "http://mock.test", session: "none", fetch: mock });
}
type Callable = Readonly<Record<string, Readonly<Record<string, (params: object) => Promise<unknown>>>>>;

const operations = methods.filter(({ name }) => name.includes("."));
const property = (namespace: string) =>
  namespace.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

test("every method of the contract has examples", () => {
  expect(methods.filter(({ examples }) => examples.length === 0)).toEqual([]);
});

describe.each(operations.filter(({ name }) => name !== "rpc.discover"))("$name", ({ name, examples }) => {
  test.each(examples)("$name", async (example) => {
    const { params, result } = example;
    const [namespace = "", local = ""] = name.split(".");
    const client = clientOf(mockOf(name, example)) as unknown as Callable;
    const operation = client[property(namespace)]?.[local];
    const named = Object.fromEntries(params.map(({ name: param, value }) => [param, value]));
    expect(await operation?.(named)).toEqual(result.value);
  });
});

describe.each(methods.filter(({ name }) => !name.includes(".")))("$name", ({ name, examples }) => {
  test.each(examples)("$name", async (example) => {
    const { params, result } = example;
    expect(await mockOf(name, example).call(name, params.map(({ value }) => value) as never)).toEqual({
      result: result.value,
    });
  });
});
