/** The contract of the customers resource in openapi.yaml: checks requests, and knows the declared errors. */
import type { RequestHandler, Response } from "express";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { components, paths } from "../../../../generated/rest.js";
import { unwrittenProblems } from "../../../engine/contract/members.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { RestOperation } from "../../rest/forms/rest-operations.js";
import { plainNames, plainParameters, type PlainName } from "../../rest/forms/rest-query.js";
import { requestValidator, requestForValidator } from "../../../engine/contract/request-validator.js";
import { withLenientBodies } from "./lenient.js";
import { packagedText, type OpenapiDocument } from "../../../engine/contract/published-contracts.js";
import type { CustomAttribute } from "../../data/entities/customer.js";

/** Fields that the server sets. A record that was read and is sent back holds former values of them. */
const serverFields = ["entity_id", "created_at", "updated_at", "last_logged_in"] satisfies (keyof Customer)[];

type Customer = components["schemas"]["Customer"];

const collection = "/api/rest/customers" satisfies keyof paths;

const contractText = packagedText("generated/openapi.json");

function writtenContract(): OpenapiDocument {
  return JSON.parse(contractText()) as OpenapiDocument;
}

type Method = "GET" | "POST" | "PUT";

/** The report of the validator. `path` is, for example, `/body/email` or `/query/page`. */
interface Report {
  readonly status?: number;
  readonly errors?: readonly { readonly path: string }[];
}

export class CustomerContract {
  private readonly check: RequestHandler;
  private fields: ReturnType<typeof customerFields> | undefined;
  private declared: Readonly<Record<string, ReadonlySet<number>>> | undefined;

  constructor(private readonly attributes: () => readonly CustomAttribute[]) {
    const asTaken = (document: OpenapiDocument) => withPlainParameters(withLenientBodies(document));
    this.check = requestValidator(writtenContract, collection, asTaken);
  }

  /** The names of invalid query parameters. Filters are checked elsewhere. */
  async invalidParameters(search: string): Promise<ReadonlySet<PlainName>> {
    return (await this.invalidMembers("GET", { query: plainParameters(search) })) as Set<PlainName>;
  }

  /** The names of invalid fields. */
  async invalidFields(method: "POST" | "PUT", data: DataObject): Promise<ReadonlySet<string>> {
    return this.invalidMembers(method, { body: { ...data } });
  }

  /**
   * The fields that would have no effect, for strict handling (conventions 4).
   * @param writable the names that the request can write
   * @param record the stored customer, with the fields that the caller can read; undefined for a new one
   */
  unwrittenFields(
    data: DataObject,
    writable: readonly string[],
    record: object | undefined,
  ): readonly Problem[] {
    this.fields ??= customerFields();
    const known = Object.fromEntries(writable.map((name) => [name, null]));
    const owned = serverFields;
    if (!record) return unwrittenProblems({ known, owned }, data, [], "createCustomer");
    const fixed = [...this.fields, ...this.attributes().map(({ code }) => code)];
    return unwrittenProblems({ known, owned, fixed }, data, [record], "updateCustomer");
  }

  /** Whether an operation declares the status as an error. */
  declares(operation: RestOperation, status: number): boolean {
    this.declared ??= declaredErrors();
    return this.declared[operation]?.has(status) ?? false;
  }

  private invalidMembers(method: Method, content: { query?: object; body?: object }): Promise<Set<string>> {
    const url = method === "PUT" ? `${collection}/1` : collection;
    // The validator gets only the content to check, normalized.
    const request = requestForValidator(method, url, content);
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => {
        const { status, errors = [] } = (error ?? {}) as Report;
        if (error instanceof Error && status !== 400) reject(error);
        else resolve(new Set(errors.map(({ path }) => path.split("/")[2] ?? "")));
      };
      void this.check(request, {} as Response, done);
    });
  }
}

/**
 * The contract without the query parameters that are checked elsewhere. The validator iterates over all parameters in
 * every request; the 30 filter parameters would take it 40 us.
 */
function withPlainParameters(document: OpenapiDocument): OpenapiDocument {
  const { parameters } = document.components as { readonly parameters: Record<string, Parameter> };
  const list = document.paths[collection] as { readonly get: { readonly parameters: readonly Reference[] } };
  const isJudged = ({ $ref }: Reference) => {
    const { name, in: place } = parameters[$ref.slice($ref.lastIndexOf("/") + 1)] as Parameter;
    return place !== "query" || plainNames.includes(name as PlainName);
  };
  const get = { ...list.get, parameters: list.get.parameters.filter(isJudged) };
  return { ...document, paths: { ...document.paths, [collection]: { ...list, get } } };
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

/** The fields of a customer in requests and responses. */
function customerFields(): readonly string[] {
  const { schemas } = writtenContract().components as {
    schemas: Readonly<Record<string, { readonly properties: object }>>;
  };
  const names = ["CustomerUpdate", "Customer"] satisfies (keyof components["schemas"])[];
  return [...new Set(names.flatMap((name) => Object.keys(schemas[name]?.properties ?? {})))];
}

/** The statuses of 400 and above by operationId; HEAD has those of GET. */
function declaredErrors(): Record<string, ReadonlySet<number>> {
  const { paths } = writtenContract();
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/rest/"))
    .flatMap(([, item]) => Object.entries(item));
  return Object.fromEntries(
    operations
      .filter(([method]) => ["get", "post", "put", "delete"].includes(method))
      .map(([, operation]) => {
        const { operationId, responses } = operation as { operationId: string; responses: object };
        return [
          operationId,
          new Set(
            Object.keys(responses)
              .map(Number)
              .filter((status) => status >= 400),
          ),
        ];
      }),
  );
}
