/** Judges requests by openapi.yaml, with express-openapi-validator. */
import type { RequestHandler } from "express";
import type { RequestProblem } from "../../../engine/contract/request-problems.js";
import { requestValidator, type InvalidRequest } from "../../../engine/contract/request-validator.js";
import { fieldOf, schemaWords, type Words } from "../../../engine/contract/schema-words.js";
import { packagedText, type OpenapiDocument } from "../../../engine/contract/published-contracts.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import { bodyProblems, closing, nothingWritable } from "./problems.js";
import { refused } from "./refusal.js";
import type { IncomingRestCall } from "./call.js";
import type { RestOperation } from "./rest-operations.js";

const contractText = packagedText("generated/openapi.json");

export function writtenContract(): OpenapiDocument {
  return JSON.parse(contractText()) as OpenapiDocument;
}

/** What the contract says against a body. */
interface BodyProblems {
  /** One problem per field. */
  readonly fields: readonly Problem[];
  /** The body has no field that can be written. */
  readonly isEmpty: boolean;
}

type Asked = Pick<IncomingRestCall, "request" | "response">;

export class RestContract {
  private readonly check: RequestHandler;
  private declared: Readonly<Record<string, ReadonlySet<number>>> | undefined;

  constructor() {
    this.check = requestValidator({
      read: writtenContract,
      prefix: "/api/rest/",
      asTaken: judged,
      options: { allErrors: true, contentType: json, ignoresUnknownQuery: true },
    });
  }

  /** A record that was sent alone or as one of several. Throws `RestError` 400 with all its problems. */
  async validate(asked: Asked, sent: DataObject): Promise<DataObject> {
    const data = withLists(sent);
    const { fields, isEmpty } = await this.problems(asked, data);
    if (isEmpty) throw refused<"createProduct">(400, nothingWritable(data));
    if (fields.length > 0) throw refused<"createProduct">(400, [...bodyProblems(fields, sent), closing]);
    return data;
  }

  /** @param body what the reader has made of the body, or of one record in it */
  private async problems({ request, response }: Asked, body: unknown): Promise<BodyProblems> {
    request.body = body;
    Object.defineProperty(request, "query", { value: {}, configurable: true, writable: true });
    const { errors = [] } = await new Promise<Partial<InvalidRequest>>((resolve, reject) => {
      void this.check(request, response, (error?: unknown) => {
        const report = (error ?? {}) as Partial<InvalidRequest>;
        if (error instanceof Error && report.status !== 400) reject(error);
        else resolve(report);
      });
    });
    return problemsOf(errors);
  }

  /** Whether an operation declares the status as an error. */
  declares(operation: RestOperation, status: number): boolean {
    this.declared ??= declaredErrors();
    return this.declared[operation]?.has(status) ?? false;
  }
}

/** Members that are lists. In XML, an empty list is an empty element. */
const lists: ReadonlySet<string> = new Set([
  "website_ids",
  "category_ids",
  "tier_price",
  "copy_to_stores",
  "group_price",
  "types",
  "street",
]);

function withLists(data: DataObject): DataObject {
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    lists.has(name) && (value === "" || (isObject(value) && Object.keys(value).length === 0)) ? [] : value,
  ]);
  return Object.fromEntries(entries) as DataObject;
}

const maxProblems = 100;

function problemsOf(errors: readonly RequestProblem[]): BodyProblems {
  const byField = new Map<string, Problem>();
  let isEmpty = false;
  for (const error of errors) {
    const [, , ...steps] = error.path.split("/");
    const field = fieldOf(`/${steps.join("/")}`);
    if (field === "") isEmpty = true;
    // One problem per field: a failed `anyOf` reports each of its branches.
    else if (!byField.has(field) && byField.size < maxProblems)
      byField.set(field, { field, message: schemaWords(error, ownWords) });
  }
  return { fields: [...byField.values()], isEmpty };
}

/** What a value must be, by its type. XML has only text for flags and numbers. */
const types: Readonly<Record<string, string>> = {
  number: "must be a number",
  boolean: "must be 0 or 1",
  string: "must be text",
  array: "must be a list",
  object: "must be an object with members",
};

const notEmpty = () => "must not be empty";

const ownWords: Words = {
  additionalProperties: () => "is not a field here",
  type: ({ type }) => types[String(type)] ?? "must be a whole number",
  minLength: notEmpty,
  minProperties: notEmpty,
};

const json = "application/json";

type Members = Readonly<Record<string, unknown>>;

/** The part of the contract that the validator checks: bodies. Filters, other parameters and headers are read elsewhere. */
function judged(document: OpenapiDocument): OpenapiDocument {
  const { schemas } = document.components as Components;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const { parameters: _, ...operations } = item as Members;
    const entries = Object.entries(operations as Record<string, Described>).map(
      ([method, { parameters: _own, requestBody, ...operation }]) => [
        method,
        { ...operation, ...(requestBody && { requestBody: oneRecord(requestBody, schemas) }) },
      ],
    );
    return [path, Object.fromEntries(entries) as object] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly parameters?: unknown;
  readonly requestBody?: Body;
}

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly object[];
  readonly items?: object;
}

/** The schema of one record: each of several is checked separately. */
function oneRecord({ content }: Body, schemas: Components["schemas"]): object {
  const { schema } = content[json] ?? { schema: {} };
  const { anyOf, items } = (schema.$ref && schemas[schema.$ref.split("/").at(-1) ?? ""]) || schema;
  const single = items ?? anyOf?.[0] ?? schema;
  return { required: true, content: { [json]: { schema: single } } };
}

/** The statuses of 400 and above by operationId; HEAD has those of GET. */
function declaredErrors(): Record<string, ReadonlySet<number>> {
  const operations = Object.entries(writtenContract().paths)
    .filter(([path]) => path.startsWith("/api/rest/"))
    .flatMap(([, item]) => Object.entries(item))
    .filter(([method]) => ["get", "post", "put", "delete"].includes(method));
  return Object.fromEntries(
    operations.map(([, operation]) => {
      const { operationId, responses } = operation as { operationId: string; responses: object };
      const statuses = Object.keys(responses).map(Number);
      return [operationId, new Set(statuses.filter((status) => status >= 400))];
    }),
  );
}
