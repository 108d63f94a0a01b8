/** `deprecated` of an operation or a member reaches the contract of the plain form and the clients. */
import { expect, test } from "vitest";
import { readChapters, readOpenApi } from "../../../scripts/spec/chapters.js";
import { clientOutputs } from "../../../src/addons/clients/outputs.js";
import { bundle } from "../../../src/engine/chapters/bundle.js";
import type { Schema } from "../../../src/engine/chapters/chapter.js";
import { rpcOpenApi } from "../../../src/engine/chapters/rpc-openapi.js";

const folder = "generated/clients";
const files = {
  [`${folder}/typescript/client.ts`]: 2,
  [`${folder}/typescript/control.ts`]: 1,
  [`${folder}/php/src/Operations/SalesOrderOperations.php`]: 1,
  [`${folder}/php/src/Control.php`]: 1,
  [`${folder}/python/store_api/operations.py`]: 1,
  [`${folder}/python/store_api/control.py`]: 1,
};

const [document, openapi] = [bundle(readChapters()), readOpenApi()];
const before = clientOutputs(document, openapi);
document.methods.find(({ name }) => name === "sales_order.hold")!.deprecated = true;
const { properties } = document.components.schemas.NewCustomer as { properties: Record<string, Schema> };
properties.taxvat!.deprecated = true;
const { "/control/clock": clock } = openapi.paths as Record<string, { get: { deprecated?: true } }>;
clock!.get.deprecated = true;
const after = clientOutputs(document, openapi);

const marks = (text = "") => text.match(/@deprecated It will|Deprecated: it will/g)?.length ?? 0;

test.each(Object.entries(files))("%s", (path, count) => {
  expect(marks(before[path])).toBe(0);
  expect(marks(after[path])).toBe(count);
});

test("rpc.openapi.json", () => {
  const text = rpcOpenApi(document, openapi, "");
  const { paths } = JSON.parse(text) as { paths: Record<string, { post: { deprecated?: true } }> };
  const found = Object.entries(paths).filter(([, { post }]) => post.deprecated);
  expect(found.map(([path]) => path)).toEqual(["/api/rpc/sales_order.hold"]);
});
