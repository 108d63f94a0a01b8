/** The lints of `npm run check` as a test, and a proof that they detect mistakes. */
import { describe, expect, test } from "vitest";
import { argumentChecks } from "../generated/validators.js";
import { faultNames, namespaceOf } from "../src/engine/chapters/views.js";
import { plainDescription, rpcOpenApi } from "../src/engine/chapters/rpc-openapi.js";
import { addComponents, localSchema, newAjv } from "../src/engine/chapters/checks.js";
import { contractProblems } from "../scripts/lint-contract.js";
import { openApiProblems } from "../scripts/lint/openapi.js";
import { openRpcLints } from "../scripts/lint/openrpc.js";
import { redoclyProblems, redoclyProblemsIn } from "../scripts/lint/redocly.js";
import { schemaReferences } from "../src/engine/chapters/schemas.js";
import {
  bundle,
  resolveReference,
  type OpenRpcDocument,
  type OpenRpcMethod,
} from "../src/engine/chapters/bundle.js";
import type { Schema } from "../src/engine/chapters/chapter.js";
import { readChapters, readOpenApi, readPlainIntroduction } from "../scripts/spec/chapters.js";

test("the contracts have no problems", () => expect(contractProblems()).toEqual([]));

test("redocly finds nothing", async () => expect(await redoclyProblems()).toEqual([]));

describe("published types are those of the documents, not all accepted forms", () => {
  const contract = bundle(readChapters());
  const parameters = contract.methods
    .filter(({ name }) => name.includes("."))
    .flatMap(({ name, params }) => params.map((param) => ({ ...param, at: `${name}(${param.name})` })));
  const ajv = newAjv();
  addComponents(ajv, contract);
  const takes = (schema: Schema, value: unknown) => Boolean(ajv.compile(localSchema(schema))(value));
  const schemaOf = ({ schema }: { schema: Schema }) =>
    resolveReference(contract, String(schema.$ref)) as Schema;

  test("no parameter accepts null: optional ones are omitted", () => {
    expect(parameters.filter(({ schema }) => takes(schema, null)).map(({ at }) => at)).toEqual([]);
  });

  test("every parameter of an example has a value that its schema takes, so none is skipped", () => {
    const wrong = contract.methods.flatMap(({ name, params, examples }) =>
      examples.flatMap((example) =>
        example.params
          .filter((given) => !takes(params.find((param) => param.name === given.name)!.schema, given.value))
          .map((given) => `${name}, ${example.name}: ${given.name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('a parameter is a union only where the documents have one, or where "" clears it', () => {
    const unions = parameters.filter((param) => "oneOf" in schemaOf(param) || "anyOf" in schemaOf(param));
    expect([...new Set(unions.map(({ schema }) => String(schema.$ref).split("/").at(-1)))].sort()).toEqual([
      "AttributeIdentifier",
      "CreditmemoFiltersOrNone",
      "CustomerFiltersOrNone",
      "DayOrEmpty",
      "InvoiceFiltersOrNone",
      "LinkedProductIdentifier",
      "NotNegativeOrEmpty",
      "OrderFiltersOrNone",
      "ProductFiltersOrNone",
      "ProductIdentifier",
      "ShipmentFiltersOrNone",
      "StockProduct",
      "StoreArgument",
      "StoreIdentifier",
      "WebsiteArgument",
    ]);
  });

  test.each([
    ["a number as text", "Text", 5],
    ["1 for yes", "Flag", 1],
    ['"0" for no', "Flag", "0"],
    ["digits for a number", "CategoryPosition", " -5 "],
    ["another case", "IdentifierType", "SKU"],
    ["nothing for the ID", "IdentifierType", ""],
    ["an empty list for an object", "NewProduct", []],
    ["a number for a member that is text", "NewProduct", { name: 5 }],
  ])("the server takes %s, the contract does not promise it", (_what, name, value) => {
    expect(argumentChecks[name]?.(value)).toBe(true);
    expect(takes({ $ref: `#/components/schemas/${name}` }, value)).toBe(false);
  });

  test.each([
    ["a list for a text", "Text", []],
    ["2 for yes", "Flag", 2],
    ["a fraction", "CategoryPosition", "1.5"],
    ["another word", "IdentifierType", "ean"],
    ["a list for an object", "NewProduct", [1]],
  ])("the server does not take %s", (_what, name, value) => {
    expect(argumentChecks[name]?.(value)).toBe(false);
  });
});

describe("the operations as an OpenAPI view", () => {
  const contract = bundle(readChapters());
  const openapi = readOpenApi();
  const view = JSON.parse(
    rpcOpenApi(contract, openapi, plainDescription(readPlainIntroduction(), contract)),
  ) as Schema;
  interface Post {
    readonly parameters: readonly object[];
    readonly responses: Record<string, { readonly content: Record<string, { readonly schema: Schema }> }>;
    readonly requestBody?: { readonly content: Record<string, { readonly examples: object }> };
    readonly security?: readonly object[];
  }
  const paths = view.paths as Record<string, { post: Post }>;
  const operations = contract.methods.filter(({ name }) => name.includes("."));
  const postOf = (name: string) => paths[`/api/rpc/${name}`]!.post;
  const always = ["200", "400", "401", "403", "405", "413", "415", "429", "500", "501", "503"];

  test("has no missing references and no unused components", () => {
    const refs = [...schemaReferences(view)].map(({ ref }) => ref);
    expect(refs.filter((ref) => resolveReference(view, ref) === undefined)).toEqual([]);
    const { schemas } = view.components as { schemas: object };
    const unused = Object.keys(schemas).filter((name) => !refs.includes(`#/components/schemas/${name}`));
    expect(unused).toEqual([]);
  });

  test("login and the other built-in methods exist; a session takes precedence over Basic", () => {
    const builtins = Object.keys(paths).filter((path) => !path.includes("."));
    const names = ["login", "endSession", "multiCall", "resources", "globalFaults", "resourceFaults"];
    expect(builtins.map((path) => path.slice("/api/rpc/".length))).toEqual(names);
    expect(postOf("login").security).toEqual([]);
    expect(view.security).toEqual([{ session: [] }, { basic: [] }]);
  });

  test("every operation takes Prefer and can answer Preference-Applied; the contracts say what for", () => {
    const Prefer = { $ref: "#/components/parameters/Prefer" };
    for (const { post } of Object.values(paths)) {
      expect(post.parameters).toContainEqual(Prefer);
      expect(post.responses["200"]).toHaveProperty(["headers", "Preference-Applied"]);
    }
    for (const document of [contract, openapi, view]) {
      const { description } = document.info as { description: string };
      expect(description).toMatch(/\*\*Strict handling\.\*\*[^*]*`Prefer: handling=strict`/);
    }
  });

  test.each(operations)(
    "$name returns the answer of /api/rpc, and has all examples",
    ({ name, examples, params }) => {
      const { responses, requestBody } = postOf(name);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(always));
      if (params.length === 0) return expect(requestBody).toBeUndefined();
      expect(Object.values(requestBody!.content["application/json"]!.examples)).toEqual(
        examples.map(({ name: summary, params }) => ({
          summary,
          value: Object.fromEntries(
            params.filter(({ value }) => value !== null).map((param) => [param.name, param.value]),
          ),
        })),
      );
    },
  );

  test.each(operations)("$name: the faults of each status are the declared ones", ({ name }) => {
    const { responses } = postOf(name);
    const { faults } = contract["x-namespaces"][namespaceOf(name)]!;
    const typed = Object.entries(responses).flatMap(([status, answer]) => {
      if (always.includes(status)) return [];
      const error = resolveReference(view, String(answer.content["application/json"]!.schema.$ref)) as Schema;
      const { data } = error.properties as { data: { $ref: string } };
      const detail = resolveReference(view, data.$ref) as { properties: { fault: { enum: string[] } } };
      return detail.properties.fault.enum.map((fault) => `${status} ${fault}`);
    });
    const method = contract.methods.find((method) => method.name === name)!;
    const declared = faultNames(method).map((fault) => `${faults[fault]!.status} ${fault}`);
    // Another call under the same Idempotency-Key, or one that is still in progress (conventions 2.8).
    const ofKeys =
      method["x-effect"] === "write" ? ["409 invalid_request_param", "422 invalid_request_param"] : [];
    expect(typed.sort()).toEqual([...declared, ...ofKeys].sort());
  });
});

describe("mistakes in a contract are detected", () => {
  const sound = bundle(readChapters());
  const move = (document: OpenRpcDocument) =>
    document.methods.find(({ name }) => name === "catalog_category.move") as OpenRpcMethod;
  const param = (document: OpenRpcDocument, index: number) =>
    move(document).params[index] as OpenRpcMethod["params"][number];

  type Damage = readonly [
    lint: keyof typeof openRpcLints,
    (document: OpenRpcDocument) => void,
    message: RegExp,
  ];
  const damages: Record<string, Damage> = {
    "a second method of one name": [
      "names",
      (d) => d.methods.push(move(d)),
      /^catalog_category\.move: the method is repeated/,
    ],
    "a result without a name": [
      "metaSchema",
      (d) => delete (move(d).result as { name?: string }).name,
      /^openrpc\.json: /,
    ],
    "a reference to nothing": [
      "danglingReferences",
      (d) => (move(d).errors[0] = { $ref: "#/components/errors/no" }),
      /does not exist$/,
    ],
    "a schema inside of itself": [
      "selfReferences",
      (d) => (d.components.schemas.Id!.items = { $ref: "#/components/schemas/Id" }),
      /^Id: the schema refers to itself/,
    ],
    "required behind optional": [
      "parameterOrder",
      (d) => (param(d, 0).required = false),
      /parentId is required but/,
    ],
    "a title twice": [
      "titles",
      (d) => (d.components.schemas.Id!.title = "Done"),
      /: the title Done is that of /,
    ],
    "no description": [
      "titles",
      (d) => delete d.components.schemas.Id!.description,
      /^Id: the schema has no desc/,
    ],
    "a misspelt extension": [
      "extensionKeys",
      (d) => (param(d, 0)["x-falt"] = "x"),
      /x-falt is not a known extension here$/,
    ],
    "an unknown kind": [
      "extensionKeys",
      (d) => (d.components.schemas.Id!["x-kind"] = "number"),
      /number is not an x-kind$/,
    ],
    "an unknown node": [
      "accessNodes",
      (d) => (move(d)["x-acl"] = "catalog/moving"),
      /catalog\/moving is not an access node$/,
    ],
    "an undeclared x-fault": [
      "declaredFaults",
      (d) => (param(d, 0)["x-fault"] = "data_invalid"),
      /is not declared$/,
    ],
    "a fault that no check gives": [
      "checks",
      (d) => move(d)["x-checks"]!.splice(2),
      /^catalog_category\.move: no check of x-checks returns not_moved$/,
    ],
    "a check of nothing": [
      "checks",
      (d) => move(d)["x-checks"]!.push({ arguments: ["place"], fault: "not_moved" }),
      /: place is not a parameter$/,
    ],
    "an argument that no check judges": [
      "checks",
      (d) => {
        param(d, 2)["x-fault"] = "invalid_request_param";
        move(d)["x-checks"]!.pop();
      },
      /x-checks does not mention afterId$/,
    ],
    "an undeclared x-storage-fault": [
      "declaredFaults",
      (d) => (move(d)["x-storage-fault"] = "data_invalid"),
      /x-storage-fault data_invalid is not declared$/,
    ],
    "a status that does not follow from the name": [
      "statuses",
      (d) => (d["x-namespaces"].customer!.faults.customer_not_exists!.status = 422),
      /^customer: customer_not_exists has the status 422, not 404$/,
    ],
    "an inline schema": [
      "readableSchemas",
      (d) => (param(d, 0).schema = { type: "integer" }),
      /\(categoryId\): the schema is not a named component$/,
    ],
    "a schema that takes anything": [
      "readableSchemas",
      (d) => delete d.components.schemas.Id!.type,
      /^Id: the schema accepts any value$/,
    ],
    "a name that generators take": [
      "readableSchemas",
      (d) => (d.components.schemas.CatalogCategoryMoveData = { type: "integer" }),
      /^CatalogCategoryMoveData: client generators/,
    ],
    "a parameter without an example": [
      "readableSchemas",
      (d) => (move(d).examples = []),
      /^catalog_category\.move\(afterId\): no example contains it$/,
    ],
    "no description of a method": [
      "readableSchemas",
      (d) => (move(d).description = ""),
      /^catalog_category\.move: the description is missing$/,
    ],
    "an inline result": [
      "readableSchemas",
      (d) => (move(d).result.schema = { type: "boolean" }),
      /move result: the schema is not a named component$/,
    ],
    "a default that generators read": [
      "readableSchemas",
      (d) => (d.components.schemas.ShortText!.default = "x"),
      /^ShortText: some generators/,
    ],
    "a list of types": [
      "readableSchemas",
      (d) => (d.components.schemas.ShortText!.type = ["string", "null"]),
      /^ShortText: write oneOf/,
    ],
    "an object that may be open or closed": [
      "readableSchemas",
      (d) => delete d.components.schemas.NewProduct!.additionalProperties,
      /^NewProduct: declare with additionalProperties/,
    ],
    "an unknown member of a fault's data": [
      "faultTells",
      (d) => (d["x-namespaces"].catalog_category!.faults.not_moved!.tells = ["why" as never]),
      /^catalog_category: not_moved tells why; known are/,
    ],
    "a misspelt member of a fault": [
      "tableKeys",
      (d) => Object.assign(d["x-namespaces"].catalog_category!.faults.not_moved!, { tels: [] }),
      /^catalog_category: not_moved: tels is not known here$/,
    ],
    "a schema that nothing uses": [
      "unusedSchemas",
      (d) => (d.components.schemas.Planted = { title: "Planted", type: "integer" }),
      /^Planted: no operation uses the schema$/,
    ],
    "a bad example": [
      "examples",
      (d) => (move(d).examples[0]!.result.value = "yes"),
      /^catalog_category\.move, .+, result: /,
    ],
    "an incomplete example": [
      "examples",
      (d) => move(d).examples[0]!.params.shift(),
      /categoryId is required but not/,
    ],
  };

  test.each(Object.entries(damages))("%s", (_what, [lint, damage, message]) => {
    const document = structuredClone(sound);
    damage(document);
    expect([...openRpcLints[lint](document)]).toContainEqual(expect.stringMatching(message));
  });

  test("an example of openapi.yaml that is not XML", () => {
    const document = structuredClone(readOpenApi()) as {
      components: { responses: Record<string, { content: Record<string, Schema> }> };
    };
    document.components.responses.StockItemsChanged!.content["text/xml"]!.example = "<a><b></a>";
    expect(openApiProblems(document as unknown as Schema)).toContainEqual(
      expect.stringMatching(/StockItemsChanged.*: the example is not XML: /),
    );
  });

  test("an invalid example of openapi.yaml", () => {
    const document = structuredClone(readOpenApi());
    const { schemas } = document.components as { schemas: Record<string, Schema> };
    schemas.Timestamp!.example = 5;
    const problems = openApiProblems(document);
    expect(problems).toContainEqual(expect.stringMatching(/Timestamp: the example does not fit/));
  });

  test("a range of statuses", () => {
    const document = structuredClone(readOpenApi());
    const paths = document.paths as Record<string, Record<string, { responses: Record<string, Schema> }>>;
    paths["/metrics"]!.get!.responses["4XX"] = { description: "Refused." };
    expect(openApiProblems(document)).toEqual([
      expect.stringMatching(/metrics\/get\/responses\/4XX: is a range of statuses/),
    ]);
  });

  test("what redocly finds: a repeated or missing operationId, no summary, a reference to nothing", async () => {
    const document = structuredClone(readOpenApi());
    const paths = document.paths as Record<string, Record<string, Schema>>;
    const [live, ready] = [paths["/health/live"]!.get!, paths["/health/ready"]!.get!];
    live.operationId = "getReadiness";
    delete ready.summary;
    delete paths["/metrics"]!.get!.operationId;
    const { schemas } = document.components as { schemas: Record<string, Schema> };
    schemas.Lost = { title: "Lost", type: "array", items: { $ref: "#/components/schemas/Nothing" } };
    const problems = await redoclyProblemsIn(JSON.stringify(document), "openapi.yaml");
    const rules = problems.map((problem) => /\(([\w-]+)\)$/.exec(problem)?.[1]);
    expect(rules).toEqual(
      expect.arrayContaining([
        ...[
          "operation-operationId-unique",
          "operation-operationId",
          "operation-summary",
          "no-unresolved-refs",
        ],
      ]),
    );
  });
});
