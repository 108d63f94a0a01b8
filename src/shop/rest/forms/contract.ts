/** Validates bodies against openapi.yaml with express-openapi-validator. */
import type { RequestHandler, Response } from "express";
import { requestValidator, requestForValidator } from "../../../engine/contract/request-validator.js";
import { packagedText, type OpenapiDocument } from "../../../engine/contract/published-contracts.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";

const contractText = packagedText("generated/openapi.json");

/** The report of the validator. `path` is, for example, `/body/sku`. */
interface Report {
  readonly status?: number;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

export class BodyContract {
  private readonly check: RequestHandler = requestValidator(
    () => JSON.parse(contractText()) as OpenapiDocument,
    "/api/rest/",
    withBodiesOnly,
    { allErrors: true },
  );

  /** The problems of a body; undefined if no field of it can be written. */
  async problems(method: string, url: string, data: DataObject): Promise<readonly Problem[] | undefined> {
    const request = requestForValidator(method, url, { body: { ...data } });
    const { status, errors = [] } = await new Promise<Report>((resolve, reject) => {
      const done = (error?: unknown) => {
        const report = (error ?? {}) as Report;
        if (error instanceof Error && report.status !== 400) reject(error);
        else resolve(report);
      };
      void this.check(request, {} as Response, done);
    });
    if (status === undefined) return [];
    const byField = new Map<string, Problem>();
    for (const { path, message } of errors) {
      const field = fieldOf(path);
      if (field === "") return undefined;
      // One problem per field: a failed `anyOf` reports each of its branches.
      if (!byField.has(field) && byField.size < maxProblems)
        byField.set(field, { field, message: phrase(message) });
    }
    return [...byField.values()];
  }
}

const maxProblems = 100;

/** `/body/tier_price/0/price` → `tier_price[0].price`. */
function fieldOf(path: string): string {
  const steps = path.split("/").slice(2);
  return steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

/** Phrases for messages of the validator. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/required property/, "is required"],
  [/^must be number/, "must be a number"],
  [/^must be boolean/, "must be 0 or 1"],
  [/^must be string/, "must be text"],
  [/^must be array/, "must be a list"],
  [/^must be object/, "must be an object with members"],
  [/fewer than 1 (characters|properties)/, "must not be empty"],
  [/additional properties/, "is no field here"],
];

function phrase(message: string): string {
  const [, text = message.replace("NOT", "not")] = phrases.find(([form]) => form.test(message)) ?? [];
  return text;
}

/** The contract with request bodies only. Query parameters are checked elsewhere. */
function withBodiesOnly(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const entries = Object.entries(item as Record<string, object>)
      .filter(([name, part]) => name === "parameters" || "requestBody" in part)
      .map(([name, part]) => [name, "requestBody" in part ? withBodyOnly(part) : part] as const);
    return [path, Object.fromEntries(entries)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** For bodies with several records, the schema of a single one, because each is validated separately. */
function withBodyOnly({ requestBody, ...operation }: { readonly requestBody?: unknown }): object {
  const { content } = requestBody as { readonly content: Readonly<Record<string, { schema: object }>> };
  const { schema } = content["application/json"] ?? { schema: {} };
  const [single] = "anyOf" in schema ? (schema.anyOf as object[]) : [schema];
  const judged = { required: true, content: { "application/json": { schema: single } } };
  return { ...operation, parameters: [], requestBody: judged };
}
