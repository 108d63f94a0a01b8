/**
 * Checks every answer by plain HTTP, of the customers resource and of the test control against the published
 * contracts.
 */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { resolveReference } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { ContractViolation } from "./contract.js";
import { valueOfXml, xsdMisfit } from "./xml-answers.js";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An address of a contract, with its answers. */
interface Route {
  readonly pattern: RegExp;
  readonly contract: PublishedContract;
  readonly verbs: Readonly<Record<string, { readonly responses?: Readonly<Record<string, Schema>> }>>;
}

class PublishedContract {
  readonly document: Schema;
  private readonly ajv: Ajv;
  private readonly checks = new Map<string, ValidateFunction>();

  constructor(file: string) {
    this.document = JSON.parse(
      readFileSync(new URL(`../../generated/${file}`, import.meta.url), "utf8"),
    ) as Schema;
    const options = { strict: false, validateFormats: false } as const;
    this.ajv = String(this.document.openapi).startsWith("3.1") ? new Ajv2020(options) : new Ajv(options);
    this.ajv.addSchema(withPlainBounds(this.document) as object, "contract");
  }

  /** The problem of a value, in a sentence. */
  misfit(schema: Schema, value: unknown): string | undefined {
    const key = JSON.stringify(schema);
    const check =
      this.checks.get(key) ??
      this.ajv.compile(JSON.parse(key.replaceAll('"$ref":"#', '"$ref":"contract#')) as Schema);
    this.checks.set(key, check);
    return check(value) ? undefined : this.ajv.errorsText(check.errors, { dataVar: "answer" });
  }

  routes(): Route[] {
    return Object.entries(this.document.paths as Record<string, Route["verbs"]>).map(([path, verbs]) => {
      const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, "[^/]+");
      return { pattern: new RegExp(`^${pattern}$`), contract: this, verbs };
    });
  }
}

/** OpenAPI 3.0 writes an exclusive bound as a flag next to the bound. */
function withPlainBounds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one): unknown => withPlainBounds(one));
  if (typeof node !== "object" || node === null) return node;
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = node as Schema;
  const entries = Object.entries(rest).map(([key, value]) => [key, withPlainBounds(value)]);
  const plain: Schema = Object.fromEntries(entries) as Schema;
  if (exclusiveMinimum === true) plain.exclusiveMinimum = rest.minimum;
  if (exclusiveMaximum === true) plain.exclusiveMaximum = rest.maximum;
  return plain;
}

let known: Route[] | undefined;

/** The addresses of operations precede the general form in openapi.yaml. */
function routesOf(path: string): Route[] {
  known ??= [
    ...new PublishedContract("rpc.openapi.json").routes(),
    ...new PublishedContract("openapi.json").routes(),
  ];
  return known.filter(({ pattern }) => pattern.test(path));
}

/** Throws if the contract does not describe an answer; ignores addresses that it does not contain. */
export function checkHttpAnswer(method: string, url: string, { status, headers, text }: Answer): void {
  const path = url.split("?", 1)[0]?.replace(/(?<=.)\/$/, "") ?? url;
  const [type = ""] = headers.get("content-type")?.split(";") ?? [];
  if (text === "" || !/^\/(api\/r|control\/)/.test(path)) return;
  const route = routesOf(path).filter(({ verbs }) => method.toLowerCase() in verbs);
  const misfit =
    type === "application/json"
      ? jsonMisfit(route, method, status, text)
      : /^(application|text)\/xml$/.test(type)
        ? xmlMisfit(route[0], method, status, type, text)
        : undefined;
  if (misfit !== undefined)
    throw new ContractViolation(`${method} ${path} ${status}: ${misfit}\n${text.slice(0, 2000)}`);
}

function jsonMisfit(routes: readonly Route[], method: string, status: number, text: string) {
  const value = JSON.parse(text) as unknown;
  const judge = isOfAddress(status, text) ? routes.at(-1) : routes[0];
  return judge && misfitOf(judge, method, status, "application/json", () => ({ value }));
}

/** The XML that the XSD describes. */
const withXsd = /^\/api\/rest\/(customers|session)/;

function xmlMisfit(route: Route | undefined, method: string, status: number, type: string, text: string) {
  const follow = (schema: Schema): Schema => (route && followed(route, schema)) ?? {};
  return (
    (route && withXsd.test(String(route.pattern.source).replaceAll("\\", "").slice(1))
      ? xsdMisfit(text)
      : undefined) ??
    (route && misfitOf(route, method, status, type, (schema) => valueOfXml(text, schema, follow)))
  );
}

/**
 * An unknown operation or sandbox is an answer of the address, not of an operation, and has the general form.
 */
export function isOfAddress(status: number, text: string): boolean {
  if (status !== 404 || !text.startsWith("{")) return false;
  const { data } = JSON.parse(text) as { data?: { fault?: string; resource?: string } };
  return data?.fault !== undefined && data.resource === undefined;
}

function misfitOf(
  route: Route,
  method: string,
  status: number,
  type: string,
  read: (schema: Schema) => ReturnType<typeof valueOfXml>,
): string | undefined {
  const { responses } = route.verbs[method.toLowerCase()] ?? {};
  const answer = followed(route, responses?.[status] ?? responses?.default);
  const media = (answer?.content as Record<string, { schema: Schema }> | undefined)?.[type];
  if (!media) return "the contract has no such answer";
  const reading = read(media.schema);
  return "misfit" in reading ? reading.misfit : route.contract.misfit(media.schema, reading.value);
}

function followed(route: Route, node: Schema | undefined): Schema | undefined {
  return typeof node?.$ref === "string"
    ? (resolveReference(route.contract.document, node.$ref) as Schema)
    : node;
}
