/**
 * Compares the API documents, as a model, with both contracts: every loss or change in a contract is
 * reported.
 */
import { describe, expect, test } from "vitest";
import { documentProblems } from "../scripts/lint/documents.js";
import { bundle, type OpenRpcDocument, type OpenRpcMethod } from "../src/engine/chapters/bundle.js";
import type { Schema } from "../src/engine/chapters/chapter.js";
import { readChapters, readOpenApi } from "../scripts/spec/chapters.js";
import { readModel } from "../scripts/spec/model.js";

const contract = bundle(readChapters());
const rest = readOpenApi();
const model = readModel();

test("the contracts implement the documents, except for intended differences", () => {
  expect(documentProblems(contract, rest, model)).toEqual([]);
});

test("the documents have 84 operations and 8 rows of REST", () => {
  expect(Object.keys(model.operations)).toHaveLength(84);
  expect(Object.keys(model.rest)).toHaveLength(8);
});

test("every resource of the documents is used in the types of an operation, or in another resource", () => {
  const types = [
    ...Object.values(model.operations).flatMap(({ params, returns }) => [...Object.values(params), returns]),
    ...Object.values(model.resources).flatMap(({ members }) => Object.values(members)),
  ].join(" ");
  // The documents show only the keys of these: the member is an array or an object.
  const named = Object.keys(model.resources).filter((name) => new RegExp(`\\b${name}\\b`).test(types));
  expect(Object.keys(model.resources).filter((name) => !named.includes(name))).toEqual(["AdditionalFields"]);
});

describe("a broken copy of the contract", () => {
  const method = (document: OpenRpcDocument, name: string) =>
    document.methods.find((one) => one.name === name) as OpenRpcMethod;
  const param = (document: OpenRpcDocument, name: string, index: number) =>
    method(document, name).params[index] as OpenRpcMethod["params"][number];
  const membersOf = (document: OpenRpcDocument, name: string) =>
    document.components.schemas[name]!.properties as Record<string, Schema>;
  const requiredOf = (document: OpenRpcDocument, name: string) =>
    document.components.schemas[name]!.required as string[];

  const noArray = (document: OpenRpcDocument) =>
    ((document.components.schemas.CustomerFiltersOrNone as { oneOf: unknown[] }).oneOf.length = 1);

  type Damage = (document: OpenRpcDocument) => unknown;
  const damages: Record<string, readonly [Damage, string]> = {
    "an operation gone": [
      (d) => (d.methods = d.methods.filter(({ name }) => name !== "catalog_category.tree")),
      "catalog_category.tree: missing, in the documents there (part 1, Endpoints, catalog_category, row tree)",
    ],
    "an operation marked as beyond the documents": [
      (d) => (method(d, "customer.info")["x-source"] = "observed"),
      "customer.info: marked x-source: observed, in the documents there (Endpoints)",
    ],
    "an operation that the documents do not know": [
      (d) => d.methods.push({ ...method(d, "customer.info"), name: "customer.find" }),
      "customer.find: not marked x-source: observed, in the documents missing (Endpoints)",
    ],
    "parameters in another order": [
      (d) => method(d, "customer_address.create").params.reverse(),
      "customer_address.create(customerId): parameter 1 is addressData, in the documents parameter 1",
    ],
    "a required parameter that may be left out": [
      (d) => (param(d, "sales_order.info", 0).required = false),
      "sales_order.info(orderIncrementId): optional, in the documents required",
    ],
    "an optional parameter that is required": [
      (d) => (param(d, "sales_order.addComment", 2).required = true),
      "sales_order.addComment(comment): required, in the documents optional",
    ],
    "a further parameter that is required": [
      (d) => method(d, "sales_order.hold").params.push({ ...param(d, "sales_order.hold", 0), name: "why" }),
      "sales_order.hold(why): required, in the documents unknown",
    ],
    "another type of a parameter": [
      (d) => (param(d, "customer.info", 0).schema = { $ref: "#/components/schemas/Text" }),
      "customer.info(customerId): string, in the documents int",
    ],
    "one type of two": [
      (d) => (param(d, "catalog_product.info", 0).schema = { $ref: "#/components/schemas/Id" }),
      "catalog_product.info(productId): int, in the documents int or string",
    ],
    "another default": [
      (d) => (param(d, "sales_order.addComment", 3)["x-default"] = true),
      "sales_order.addComment(notify): default true, in the documents default false",
    ],
    "no default": [
      (d) => delete membersOf(d, "TierPriceInput").website!["x-default"],
      "TierPriceInput.website: default undefined, in the documents default all",
    ],
    "another result": [
      (d) => (method(d, "customer.create").result.schema = { $ref: "#/components/schemas/Done" }),
      "customer.create result: true, in the documents int",
    ],
    "a list of something else": [
      (d) => (method(d, "sales_order.list").result.schema = { $ref: "#/components/schemas/InvoiceList" }),
      "sales_order.list result: array of InvoiceEntry, in the documents array of OrderEntry",
    ],
    "an added fault without its mark": [
      (d) => delete method(d, "catalog_product.info")["x-added-faults"],
      "catalog_product.info fault store_not_exists: not in x-added-faults, in the documents not there",
    ],
    "a fault of the documents marked as added": [
      (d) => (method(d, "customer.info")["x-added-faults"] = ["customer_not_exists"]),
      "customer.info fault customer_not_exists: in x-added-faults, in the documents there",
    ],
    "filters that are not an array": [
      (d) => noArray(d),
      "customer.list(filters): no array, in the documents object or array",
    ],
    "a fault gone": [
      (d) => (method(d, "sales_order.hold").errors = method(d, "sales_order.hold").errors.slice(0, 1)),
      "sales_order.hold fault order_not_holdable: not declared, in the documents there",
    ],
    "a filter gone": [
      (d) => delete membersOf(d, "InvoiceFilters").state,
      "sales_order_invoice.list(filters).state: missing, in the documents a filter",
    ],
    "a component gone": [
      (d) =>
        (d.components.schemas.Track = d.components.schemas.ShipmentTrack!) &&
        delete d.components.schemas.ShipmentTrack,
      "Track: no component ShipmentTrack, in the documents there",
    ],
    "a member gone": [
      (d) => delete membersOf(d, "OrderInfo").base_tax_amount,
      "Order.base_tax_amount: missing, in the documents float (part 2, Resources and their fields, Order, info result)",
    ],
    "another type of a member": [
      (d) => (membersOf(d, "InvoiceItem").qty = { type: "string" }),
      "InvoiceItem.qty: string, in the documents float",
    ],
    "a member that may be null": [
      (d) => (membersOf(d, "CustomerListEntry").email = { oneOf: [{ type: "string" }, { type: "null" }] }),
      "CustomerEntry.email: string or null, in the documents string",
    ],
    "a member that is not always sent": [
      (d) => requiredOf(d, "ProductEntry").splice(requiredOf(d, "ProductEntry").indexOf("sku"), 1),
      "ProductEntry.sku: optional, in the documents required",
    ],
    "a further member that is required": [
      (d) => (requiredOf(d, "NewCustomer").push("gender"), undefined),
      "CustomerData.gender: required, in the documents unknown",
    ],
    "a required member of what is changed": [
      (d) => (d.components.schemas.ProductChanges!.required = ["name"]),
      "changes of ProductData.name: required, in the documents optional",
    ],
    "a value of an enumeration gone": [
      (d) => (d.components.schemas.ProductVisibility!.enum = [1, 2, 4]),
      "ProductData.visibility: int in 1, 2, 4, in the documents int in 1, 2, 3, 4",
    ],
    "a value more": [
      (d) =>
        (membersOf(d, "AttributeEntry").scope = {
          type: "string",
          enum: ["global", "website", "store", "group"],
        }),
      "AttributeEntry.scope: string in global, website, store, group, in the documents string in global, website, store",
    ],
    "members of a closed result": [
      (d) => (membersOf(d, "TierPrice").group = { type: "string" }),
      "TierPrice: further members, in the documents closed",
    ],
    "a wanted difference that is none any more": [
      (d) => (membersOf(d, "SpecialPrice").special_price = { type: "number" }),
      "spec/documents/differences.yaml: there is no such difference: SpecialPrice.special_price: float or null",
    ],
  };

  test.each(Object.entries(damages))("%s", (_what, [damage, problem]) => {
    const document = structuredClone(contract);
    damage(document);
    const found = documentProblems(document, rest, model);
    expect(found).toContainEqual(expect.stringContaining(problem));
  });

  interface RestDocument {
    paths: Record<
      string,
      Record<string, Schema & { requestBody?: object; responses: Record<string, Schema> }>
    >;
    components: { schemas: Record<string, Schema & { properties: Record<string, Schema> }> };
  }
  const one = "/api/rest/customers/{customerId}";
  const restDamages: Record<string, readonly [(document: RestDocument) => unknown, string]> = {
    "a row gone": [
      ({ paths }) => delete paths[one]!.delete,
      `DELETE ${one}: missing, in the documents there`,
    ],
    "a row that is not allowed": [
      ({ paths }) => (paths[one]!.post = paths[one]!.put!),
      `POST ${one}: there, in the documents not allowed`,
    ],
    "another status": [
      ({ paths }) => {
        const { responses } = paths["/api/rest/customers"]!.post!;
        responses["201"] = responses["200"]!;
        delete responses["200"];
      },
      "POST /api/rest/customers: missing, in the documents status 200",
    ],
    "no Location": [
      ({ paths }) => delete paths["/api/rest/customers"]!.post!.responses["200"]!.headers,
      "POST /api/rest/customers: missing, in the documents header Location",
    ],
    "an open address": [
      ({ paths }) => (paths["/api/rest/customers"]!.get!.security = []),
      "GET /api/rest/customers: open, in the documents admin",
    ],
    "customers who may delete": [
      ({ paths }) => (paths[one]!.delete!.description = "For API users, and for the customer."),
      `DELETE ${one}: admin, customer, in the documents admin`,
    ],
    "no body": [
      ({ paths }) => delete paths[one]!.put!.requestBody,
      `PUT ${one}: no body, in the documents takes changes of RestCustomerData`,
    ],
    "a field gone": [
      ({ components }) => delete components.schemas.CustomerCreate!.properties.taxvat,
      "RestCustomerData.taxvat: missing, in the documents string",
    ],
    "a required field that may be left out": [
      ({ components }) => (components.schemas.CustomerCreate!.required = []),
      "RestCustomerData.group_id: optional, in the documents required",
    ],
    "another type of a field": [
      ({ components }) => (components.schemas.CustomerCreate!.properties.website_id = { type: "string" }),
      "RestCustomerData.website_id: string, in the documents int",
    ],
  };

  test.each(Object.entries(restDamages))("of REST: %s", (_what, [damage, problem]) => {
    const document = structuredClone(rest);
    damage(document as unknown as RestDocument);
    expect(documentProblems(contract, document, model)).toContainEqual(expect.stringContaining(problem));
  });
});
