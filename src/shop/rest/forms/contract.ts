/** Bodies of the resources as openapi.yaml has them, judged by express-openapi-validator. */
import type { RequestHandler, Response } from "express";
import { requestValidator, requestForValidator } from "../../../engine/contract/request-validator.js";
import { packagedText, type OpenapiDocument } from "../../../engine/contract/published-contracts.js";
import type { DataObject } from "../../../engine/values/coercion.js";

const contractText = packagedText("generated/openapi.json");

/** A body that changes nothing (customers 7.3). */
export const nothingWritable = "The body has no field that can be written.";

/** What the validator reports; `path` is for example `/body/sku`. */
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

  /** What is wrong with a body, in sentences that name the fields. */
  async problems(method: string, url: string, data: DataObject): Promise<readonly string[]> {
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
    const told = new Map<string, string>();
    for (const { path, message } of errors) {
      const field = fieldOf(path);
      // What fits none of several forms is told once.
      if (!told.has(field) && told.size < maxProblems) told.set(field, sentence(field, message));
    }
    return [...told.values()];
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

/** What the validator says by the names of types, for people. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/required property/, "is required"],
  [/^must be number/, "must be a number"],
  [/^must be boolean/, "must be 0 or 1"],
  [/^must be string/, "must be text"],
  [/^must be array/, "must be a list"],
  [/^must be object/, "must have members of its own"],
  [/fewer than 1 characters/, "must not be empty"],
  [/additional properties/, "is no field here"],
];

function sentence(field: string, message: string): string {
  if (field === "") return nothingWritable;
  const [, text = message.replace("NOT", "not")] = sentences.find(([form]) => form.test(message)) ?? [];
  return `${field}: ${text}.`;
}

/** The contract without what is not judged by it here: the query of a collection is read by rules of its own. */
function withBodiesOnly(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const entries = Object.entries(item as Record<string, object>)
      .filter(([name, part]) => name === "parameters" || "requestBody" in part)
      .map(([name, part]) => [name, "requestBody" in part ? withBodyOnly(part) : part] as const);
    return [path, Object.fromEntries(entries)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Of several at once each is judged by itself, by the form of a single one. */
function withBodyOnly({ requestBody, ...operation }: { readonly requestBody?: unknown }): object {
  const { content } = requestBody as { readonly content: Readonly<Record<string, { schema: object }>> };
  const { schema } = content["application/json"] ?? { schema: {} };
  const [single] = "anyOf" in schema ? (schema.anyOf as object[]) : [schema];
  const judged = { required: true, content: { "application/json": { schema: single } } };
  return { ...operation, parameters: [], requestBody: judged };
}
