/** The examples of openrpc.json are valid for the sample shop: every call succeeds with the result of the example. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundle, type OpenRpcMethod } from "../../../src/engine/chapters/bundle.js";
import {
  isCollection,
  parseDocument,
  stringify,
  type Node,
  type Range,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { readChapters } from "../../../scripts/spec/chapters.js";
import { packageRoot } from "../../../src/engine/config/package.js";
import { exampleState } from "../../support/example-state.js";
import { asExpected, isWriting } from "../../support/golden.js";
import { bearer, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample", settings: { baseUrl: "http://127.0.0.1:8080" } });

/** Members that differ in every call. */
const newSession = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
const undetermined: Readonly<Record<string, unknown>> = { login: newSession, startSession: newSession };

/** Access nodes of the caller, for calls that the first API user does not make. */
const callers: Readonly<Record<string, readonly string[]>> = {
  resources: ["sales/order/invoice/cancel"],
};

async function holds({ name }: OpenRpcMethod, example: OpenRpcMethod["examples"][number]) {
  const { name: title, params, result } = example;
  const session = await sessionFor(name);
  const named = Object.fromEntries(
    params.map((param) => [param.name, param.name === "sessionId" ? session : param.value]),
  );
  const answer = await shop.rpc(name, named, name.includes(".") ? bearer(session) : {});
  expect(answer.error).toBeUndefined();
  const expected = undetermined[name] ?? result.value;
  if (isWriting && !(name in undetermined)) writeExample(name, title, answer.result, expected);
  else expect(answer.result).toEqual(expected);
}

/** Writes the result of an example into its chapter, and leaves the rest of the file as it is. */
function writeExample(operation: string, title: string, result: unknown, expected: unknown): void {
  if (isDeepStrictEqual(result, expected)) return;
  const file = join(packageRoot, "spec/namespaces", `${operation.split(".")[0]}.yaml`);
  const text = readFileSync(file, "utf8");
  const chapter = parseDocument(text);
  const inList = (path: readonly (string | number)[], name: string) =>
    (chapter.getIn(path) as YAMLSeq<YAMLMap>).items.findIndex((one) => one.get("name") === name);
  const examples = ["methods", inList(["methods"], operation), "examples"];
  const node = chapter.getIn([...examples, inList(examples, title), "result"], true) as Node;
  const [start, end] = node.range as Range;
  const column = start - text.lastIndexOf("\n", start - 1) - 1;
  const isFlow = isCollection(node) && node.flow === true;
  const written = stringify(asExpected(result, expected), {
    ...{ lineWidth: 110 - column, collectionStyle: isFlow ? "flow" : "block", blockQuote: false },
  }).trimEnd();
  const lines = written.replaceAll("\n", `\n${" ".repeat(column)}`);
  writeFileSync(file, text.slice(0, start) + lines + text.slice(end).replace(/^\n*/, "\n"));
}

async function sessionFor(method: string): Promise<string> {
  const roles = callers[method];
  if (roles === undefined) return shop.session();
  await shop.saveUser("limited", roles);
  return shop.login("limited", "secret123");
}

const { methods } = bundle(readChapters());
const reading = methods.filter((method) => method["x-effect"] === "read");
const changing = methods.filter((method) => method["x-effect"] !== "read");

describe.each(reading)("$name", (method) => {
  beforeAll(() => shop.reset(exampleState(method.name)));
  test.each(method.examples)("$name", (example) => holds(method, example));
});

describe.each(changing)("$name", (method) => {
  beforeEach(() => shop.reset(exampleState(method.name)));
  test.each(method.examples)("$name", (example) => holds(method, example));
});
