/**
 * Changes of both contracts and their effect on clients: one labelled case per rule of
 * `npm run contract:diff`.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Change, Class } from "../scripts/diff/changes.js";
import { changesDocument, sectionOf } from "../scripts/diff/changelog.js";
import { contractsAt } from "../scripts/diff/history.js";
import { openApiChanges } from "../scripts/diff/openapi.js";
import { openRpcChanges } from "../scripts/diff/openrpc.js";
import { bundle, type OpenRpcDocument, type OpenRpcMethod } from "../src/engine/chapters/bundle.js";
import type { Schema } from "../src/engine/chapters/chapter.js";
import { readChapters, readOpenApi } from "../scripts/spec/chapters.js";

const rpc = bundle(readChapters());
const rest = readOpenApi();

const method = (document: OpenRpcDocument, name: string) =>
  document.methods.find((one) => one.name === name) as OpenRpcMethod;
const members = (document: OpenRpcDocument, name: string) =>
  (document.components.schemas[name] as { properties: Record<string, Schema> }).properties;
const component = (document: OpenRpcDocument, name: string) => document.components.schemas[name] as Schema;
const table = (document: OpenRpcDocument, name: string) => document["x-namespaces"][name]!.faults;

const rpcCases: Record<string, [Class, RegExp, (d: OpenRpcDocument) => void]> = {
  "an operation is gone": ["breaking", /operation is gone/, (d) => void d.methods.pop()],
  "a new operation": [
    "additive",
    /new operation/,
    (d) => d.methods.push({ ...method(d, "customer.info"), name: "customer.find" }),
  ],
  "a parameter is gone": [
    "breaking",
    /customer\.info\(store\): the parameter is gone/,
    (d) => void method(d, "customer.info").params.pop(),
  ],
  "a new optional parameter at the end": [
    "additive",
    /new optional parameter/,
    (d) => method(d, "customer.info").params.push({ name: "more", schema: { type: "string" } }),
  ],
  "a new optional parameter before others": [
    "breaking",
    /new parameter before others/,
    (d) => method(d, "customer.info").params.splice(1, 0, { name: "more", schema: { type: "string" } }),
  ],
  "a new required parameter": [
    "breaking",
    /new required parameter/,
    (d) =>
      method(d, "customer.delete").params.push({ name: "sure", required: true, schema: { type: "boolean" } }),
  ],
  "another order of parameters": [
    "breaking",
    /another order/,
    (d) => void method(d, "catalog_category.move").params.reverse(),
  ],
  "an optional parameter becomes required": [
    "breaking",
    /\(store\): is required/,
    (d) => (method(d, "customer.info").params[1]!.required = true),
  ],
  "a required parameter may be left out": [
    "additive",
    /may be left out/,
    (d) => (method(d, "customer.info").params[0]!.required = false),
  ],
  "another default": [
    "breaking",
    /another default/,
    (d) => (method(d, "catalog_category.tree").params[0]!["x-default"] = 2),
  ],
  "another fault for an unusable form": [
    "breaking",
    /another fault for unusable forms/,
    (d) => delete method(d, "customer.info").params[0]!["x-fault"],
  ],
  "a parameter takes fewer types": [
    "breaking",
    /ProductIdentifier: no longer string/,
    (d) => void (component(d, "ProductIdentifier").oneOf as Schema[]).pop(),
  ],
  "a parameter takes more types": [
    "additive",
    /Id: also string/,
    (d) => (d.components.schemas.Id = { title: "Id", oneOf: [component(d, "Id"), { type: "string" }] }),
  ],
  "a parameter takes another type": [
    "breaking",
    /Flag: boolean became integer/,
    (d) => (component(d, "Flag").type = "integer"),
  ],
  "a parameter takes fractions too": [
    "additive",
    /CategoryPosition: integer became number/,
    (d) => (component(d, "CategoryPosition").type = "number"),
  ],
  "a shorter text": [
    "breaking",
    /maxLength 255 became 100/,
    (d) => (component(d, "ShortText").maxLength = 100),
  ],
  "a longer text": [
    "additive",
    /maxLength 255 became 500/,
    (d) => (component(d, "ShortText").maxLength = 500),
  ],
  "a value that is no longer taken": [
    "breaking",
    /IdentifierType: no longer "id"/,
    (d) => (component(d, "IdentifierType").enum = ["sku"]),
  ],
  "a value that is taken too": [
    "additive",
    /IdentifierType: also "ean"/,
    (d) => (component(d, "IdentifierType").enum as string[]).push("ean"),
  ],
  "a pattern for what is sent": ["breaking", /Text: a pattern/, (d) => (component(d, "Text").pattern = "^x")],
  "a new member of what is sent": [
    "additive",
    /StockInput\.color|stock_data\.color/,
    (d) => (members(d, "StockInput").color = { type: "string" }),
  ],
  "a member of what is sent becomes required": [
    "breaking",
    /\.qty: is required/,
    (d) => (component(d, "StockInput").required = ["qty"]),
  ],
  "a member of what is sent may be left out, but not all": [
    "additive",
    /NewOption\.\w+: may be left out/,
    (d) => Object.assign(component(d, "NewOption"), { required: [], minProperties: 1 }),
  ],
  "more members of what is sent than were required": [
    "breaking",
    /NewOption: minProperties none became 9/,
    (d) => (component(d, "NewOption").minProperties = 9),
  ],
  "a member of a result is gone": [
    "breaking",
    /Customer\.email: the member is gone|customer\.info result\.email/,
    (d) => delete members(d, "Customer").email,
  ],
  "a new member of a result": [
    "additive",
    /\.nickname: a new member/,
    (d) => (members(d, "Customer").nickname = { type: "string" }),
  ],
  "a member of a result may be missing": [
    "breaking",
    /\.dob: may be left out/,
    (d) =>
      (component(d, "Customer").required = (component(d, "Customer").required as string[]).filter(
        (m) => m !== "dob",
      )),
  ],
  "a member of a result may be null": [
    "breaking",
    /\.is_active: also null/,
    (d) =>
      (members(d, "Customer").is_active = { oneOf: [members(d, "Customer").is_active, { type: "null" }] }),
  ],
  "a member of a result is never null": [
    "additive",
    /\.dob: no longer null/,
    (d) => (members(d, "Customer").dob = { $ref: "#/components/schemas/Day" }),
  ],
  "a result with another type": [
    "breaking",
    /array became object|no longer array/,
    (d) => (component(d, "Customers").type = "object"),
  ],
  "a component with another name": [
    "breaking",
    /Customer → Person: the type has another name/,
    (d) => {
      d.components.schemas.Person = component(d, "Customer");
      method(d, "customer.info").result.schema = { $ref: "#/components/schemas/Person" };
    },
  ],
  "a text with another name": [
    "documentation",
    /Text → Line: the type has another name/,
    (d) => {
      d.components.schemas.Line = component(d, "Text");
      const [name] = method(d, "catalog_product_attribute_set.create").params;
      name!.schema = { $ref: "#/components/schemas/Line" };
    },
  ],
  "a fault that is no longer declared": [
    "breaking",
    /no longer declares not_deleted/,
    (d) => void method(d, "customer.delete").errors.pop(),
  ],
  "a fault that is declared": [
    "additive",
    /declares data_invalid/,
    (d) => method(d, "customer.delete").errors.push({ $ref: "#/components/errors/customer.data_invalid" }),
  ],
  "another number of a fault": [
    "breaking",
    /customer_not_exists has another number/,
    (d) => (table(d, "customer").customer_not_exists!.code = 199),
  ],
  "another access node": [
    "breaking",
    /another access node/,
    (d) => (method(d, "customer.info")["x-acl"] = "customer/list"),
  ],
  "an alias is gone": [
    "breaking",
    /the alias list is gone/,
    (d) => delete method(d, "catalog_product_type.items")["x-aliases"],
  ],
  "another summary": [
    "documentation",
    /another summary/,
    (d) => (method(d, "customer.info").summary = "Answers a customer."),
  ],
  "another example": ["documentation", /another examples/, (d) => (method(d, "customer.info").examples = [])],
  "another text of a fault": [
    "documentation",
    /another text/,
    (d) => (table(d, "customer").customer_not_exists!.message = "Nobody."),
  ],
};

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: Schema[];
  requestBody: { content: Record<string, object> };
  responses: Record<string, unknown>;
}

const operation = (document: Schema, verb: string, path: string) =>
  (document.paths as Record<string, Record<string, Operation>>)[path]![verb]!;
const customers = "/api/rest/customers";
const restComponent = (document: Schema, name: string) =>
  (document.components as { schemas: Record<string, Schema> }).schemas[name]!;

const restCases: Record<string, [Class, RegExp, (d: Schema) => void]> = {
  "an address is gone": [
    "breaking",
    /DELETE \/api\/rest\/customers\/\{customerId\}: the operation is gone/,
    (d) => delete (d.paths as Record<string, Record<string, unknown>>)[`${customers}/{customerId}`]!.delete,
  ],
  "another operationId": [
    "breaking",
    /another operationId/,
    (d) => (operation(d, "get", customers).operationId = "customers"),
  ],
  "other credentials": [
    "breaking",
    /other credentials/,
    (d) => (operation(d, "get", customers).security = [{ session: [] }]),
  ],
  "a query parameter is gone": [
    "breaking",
    /the parameter is gone/,
    (d) => void operation(d, "get", customers).parameters.shift(),
  ],
  "a new query parameter": [
    "additive",
    /a new parameter/,
    (d) =>
      operation(d, "get", customers).parameters.push({ name: "q", in: "query", schema: { type: "string" } }),
  ],
  "a type of body is no longer taken": [
    "breaking",
    /text\/xml: the type is no longer taken/,
    (d) => delete operation(d, "post", customers).requestBody.content["text/xml"],
  ],
  "an answer is gone": [
    "breaking",
    /406: the answer is gone/,
    (d) => delete operation(d, "get", customers).responses["406"],
  ],
  "an answer is gone, and the default is another one": [
    "breaking",
    /HEAD \/api\/rest\/customers 401: the header Vary is gone/,
    (d) => {
      const { responses } = operation(d, "head", customers);
      delete responses["401"];
      responses.default = { description: "Refused." };
    },
  ],
  "a new answer": [
    "additive",
    /418: a new answer/,
    (d) => (operation(d, "get", customers).responses["418"] = { description: "Tea." }),
  ],
  "a new value of a set that announces more": [
    "additive",
    /OutcomeName: also "lost"|outcome: also "lost"/,
    (d) => (restComponent(d, "OutcomeName").enum as string[]).push("lost"),
  ],
  "another summary of an address": [
    "documentation",
    /another summary/,
    (d) => (operation(d, "get", customers).summary = "All."),
  ],
};

function changed<D extends object>(
  document: D,
  damage: (document: D) => void,
  diff: (a: D, b: D) => Iterable<Change>,
) {
  const after = structuredClone(document);
  damage(after);
  return [...diff(document, after)];
}

function worst(changes: readonly Change[]): Class {
  const order: Class[] = ["breaking", "additive", "documentation"];
  return order.find((kind) => changes.some((one) => one.class === kind)) as Class;
}

const text = ({ at, what }: Change) => `${at}: ${what}`;

describe("openrpc.json", () => {
  test("the same document has no changes", () =>
    expect([...openRpcChanges(rpc, structuredClone(rpc))]).toEqual([]));

  test.each(Object.entries(rpcCases))("%s", (_what, [label, says, damage]) => {
    const changes = changed(rpc, damage, openRpcChanges);
    expect(worst(changes)).toBe(label);
    expect(changes.map(text)).toContainEqual(expect.stringMatching(says));
  });
});

test("a limit that the service enforced before it was written down breaks nobody", () => {
  const before = structuredClone(rpc);
  for (const name of ["TierPriceInputList", "StockUpdateProducts"]) delete component(before, name).maxItems;
  const found = [...openRpcChanges(before, rpc)].map(({ class: kind, at, what }) => `${kind} ${at}: ${what}`);
  expect(found.sort()).toEqual([
    "breaking StockUpdateProducts: maxItems none became 1000",
    "documentation TierPriceInputList: maxItems 1000, which the service enforced before",
  ]);
});

describe("openapi.yaml", () => {
  test("the same document has no changes", () =>
    expect([...openApiChanges(rest, structuredClone(rest))]).toEqual([]));

  test.each(Object.entries(restCases))("%s", (_what, [label, says, damage]) => {
    const changes = changed(rest, damage, openApiChanges);
    expect(worst(changes)).toBe(label);
    expect(changes.map(text)).toContainEqual(expect.stringMatching(says));
  });
});

test("the document of a release groups equal changes and names all their places", () => {
  const places = Array.from({ length: 14 }, (_, index) => `operation_of_the_shop.${index}`);
  const changes = places.map((at) => ({ class: "breaking", at, what: "the operation is gone" }) as const);
  const text = changesDocument("1.0.0", "2.0.0", { "JSON-RPC": changes, REST: [] });
  expect(text).toBe(
    `# Contract changes from 1.0.0 to 2.0.0\n\n## JSON-RPC: breaking\n\n- the operation is gone: ${places.map((at) => `\`${at}\``).join(", ")}\n`,
  );
  expect(changesDocument("1.0.0", "1.0.1", { "JSON-RPC": [], REST: [] })).toContain("\nNo change.\n");
});

test("a commit has both contracts, so that a release can be compared in any clone", () => {
  // Not the version of this tree: it has a new one before it is committed.
  const version = expect.stringMatching(/^\d+\.\d+\.\d+$/) as string;
  expect(contractsAt("HEAD")).toMatchObject({
    openrpc: { info: { version } },
    openapi: { info: { version } },
  });
});

describe("CHANGELOG.md", () => {
  const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");

  test("a version with a date is released", () => {
    const text = "# Changelog\n\n## 2.0.0 - unreleased\n\n## 1.0.0 - 2026-01-02\n\nFirst.\n";
    expect(sectionOf(text, "1.0.0")?.isReleased).toBe(true);
    expect(sectionOf(text, "2.0.0")?.isReleased).toBe(false);
    expect(sectionOf(text, "3.0.0")).toBeUndefined();
  });

  test.each(changelog.split(/^(?=## )/m).slice(1))("at most 120 lines: %s", (section) => {
    expect(section.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  });
});
