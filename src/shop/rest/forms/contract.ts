/** Bodies of the resources as openapi.yaml has them, judged by express-openapi-validator. */
import type { RequestHandler, Response } from "express";
import { contractCheck, seenByValidator } from "../../../engine/contract/contract-check.js";
import { packagedText, type OpenapiDocument } from "../../../engine/contract/contracts.js";
import type { DataObject } from "../../../engine/values/coercion.js";

const contractText = packagedText("generated/openapi.json");

/** What the validator reports; `path` is for example `/body/sku`. */
interface Report {
  readonly status?: number;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

export class BodyContract {
  private readonly check: RequestHandler = contractCheck(
    () => JSON.parse(contractText()) as OpenapiDocument,
    "/api/rest/",
    withBodiesOnly,
  );

  /** What is wrong with a body, in sentences that name the fields. */
  async problems(method: string, url: string, data: DataObject): Promise<readonly string[]> {
    const request = seenByValidator(method, url, { body: { ...data } });
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
      const field = path.replace(/^\/body\/?/, "").replaceAll("/", ".");
      if (!told.has(field)) told.set(field, sentence(field, message));
    }
    return [...told.values()];
  }
}

function sentence(field: string, message: string): string {
  if (/required property/.test(message)) return `${field}: is required.`;
  return field === "" ? `The body ${message}.` : `${field}: ${message}.`;
}

/** The contract without what is not judged by it here: the query of a collection is read by rules of its own. */
function withBodiesOnly(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths).map(([path, { ...methods }]) => {
    for (const [method, operation] of Object.entries(methods as Record<string, object>)) {
      if ("requestBody" in operation)
        (methods as Record<string, object>)[method] = { ...operation, parameters: [] };
      else if (method !== "parameters") delete (methods as Record<string, object>)[method];
    }
    return [path, methods];
  });
  return { ...document, paths: Object.fromEntries(paths) as OpenapiDocument["paths"] };
}
