/**
 * Explains why express-openapi-validator refuses a request. It reports the keyword, but not its parameters: for a body, Ajv
 * reports them by the same schema, and for a parameter of the request, they are in its schema.
 */
import { Ajv } from "ajv";
import type { OpenapiDocument } from "./published-contracts.js";
import { problemPath, type SchemaProblem } from "./schema-words.js";

/** `path` is, for example, `/body/sku` or `/query/page`. */
export interface RequestProblem extends Omit<SchemaProblem, "instancePath"> {
  readonly path: string;
  /** The names of the members that are known at the place of an unknown one. */
  readonly known?: readonly string[];
}

/** A problem as the validator reports it. */
export interface ReportedProblem {
  readonly path: string;
  readonly message: string;
  /** `maxLength.openapi.validation`; undefined for a query parameter that is unknown or empty. */
  readonly errorCode?: string;
}

interface Refused {
  readonly method: string;
  readonly body?: unknown;
  readonly openapi?: {
    readonly openApiRoute: string;
    readonly schema: { readonly parameters?: readonly Schema[] };
  };
}

type Schema = Readonly<Record<string, unknown>>;

interface Parameter extends Schema {
  readonly name: string;
  readonly schema: Schema;
}

export class RequestProblems {
  private ajv: Ajv | undefined;

  constructor(
    private readonly document: OpenapiDocument,
    private readonly allErrors: boolean,
  ) {}

  of(request: Refused, reported: readonly ReportedProblem[]): RequestProblem[] {
    const isOfBody = ({ path }: ReportedProblem) => /^\/body(\/|$)/.test(path);
    const inBody = reported.some(isOfBody) ? this.bodyProblems(request) : [];
    const others = inBody.length > 0 ? reported.filter((problem) => !isOfBody(problem)) : reported;
    return [...others.map((problem) => this.parameterProblem(request, problem)), ...inBody];
  }

  private bodyProblems({ method, body, openapi }: Refused): RequestProblem[] {
    if (body === undefined || !openapi) return [];
    const place = ["paths", openapi.openApiRoute, method.toLowerCase(), "requestBody", "content"];
    const steps = [...place, "application/json", "schema"].map(pointerStep);
    this.ajv ??= newAjv(this.allErrors).addSchema(this.document, "openapi");
    const check = this.ajv.getSchema(`openapi#/${steps.join("/")}`);
    if (!check || check(body) === true) return [];
    return (check.errors ?? []).map((error) => {
      const { keyword, params, message, parentSchema } = error;
      const known =
        keyword === "additionalProperties" && Object.keys((parentSchema?.properties ?? {}) as object);
      return { path: `/body${problemPath(error)}`, keyword, params, message, ...(known && { known }) };
    });
  }

  private parameterProblem(
    { openapi }: Refused,
    { path, message, errorCode = "" }: ReportedProblem,
  ): RequestProblem {
    const [keyword = ""] = errorCode.split(".");
    const name = path.split("/")[2];
    const parameters = (openapi?.schema.parameters ?? []).map((one) => this.resolved(one) as Parameter);
    const parameter = parameters.find((one) => one.name.toLowerCase() === name?.toLowerCase());
    if (!parameter) return { path, keyword: "unknownParameter", params: {}, message };
    const value = this.resolved(parameter.schema)[keyword];
    const params = { type: value, limit: value, pattern: value, allowedValues: value };
    return { path, keyword, params, message };
  }

  private resolved(part: Schema): Schema {
    if (typeof part.$ref !== "string") return part;
    const [kind = "", name = ""] = part.$ref.split("/").slice(2);
    const components = this.document.components as Readonly<Record<string, Readonly<Record<string, Schema>>>>;
    return components[kind]?.[name] ?? {};
  }
}

function newAjv(allErrors: boolean): Ajv {
  // As the validator has compiled them before.
  const trusted = { strict: false, validateSchema: false, validateFormats: false };
  return new Ajv({ ...trusted, allErrors, verbose: true });
}

function pointerStep(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
