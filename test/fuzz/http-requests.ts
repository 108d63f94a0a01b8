/**
 * Requests to all other addresses of openapi.yaml: the REST customers, the test control, and public
 * documents.
 */
import { readFileSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";
import { almost, nearly, valuesOf, type Schema, type Schemas } from "../support/schema-values.js";

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Reference>>;
}

interface Reference {
  readonly $ref?: string;
}

interface Answer {
  readonly content?: Readonly<Record<string, unknown>>;
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Reference[] };

const document = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
};

const schemas = document.components.schemas as Schemas;

/**
 * Excluded addresses: without end (the stream), not yet built (the documentation), with calls of other
 * addresses, or with megabytes in every answer.
 */
const leftOut = ["getDocs", "streamCalls", "callJsonRpc", "callOperation", "importState", "exportState"];

/** Values that refer to records, so that requests are not only refused because of unknown records. */
const knownNames: Readonly<Record<string, readonly string[]>> = {
  customerId: ["1", "2", "3", "8", "9", "99"],
  name: ["one", "two", "box"],
  username: ["reader", "nobody"],
  increment_id: ["100000001", "100000002"],
  path: ["m/u/mug.gif", "../../etc/passwd", "x"],
  attrs: ["email,lastname", "", "nothing"],
  order: ["lastname", "email", "nothing"],
  Prefer: ["code=404", "code=500", "fault=internal", "wait=5"],
  Website: ["base", "2", "nowhere"],
};

const admin = { Authorization: `Basic ${btoa("admin:admin123")}` };
const anna = { Authorization: `Basic ${btoa("anna.becker@example.com:sample123")}` };

function callOf(path: string, method: string, operation: Operation, shared: readonly Reference[]) {
  const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolved<Parameter>(one));
  const place = (wanted: Parameter["in"]) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((one) => one.in === wanted).map((one) => [one.name, textsOf(one)] as const),
      ),
      wanted === "path" ? {} : { requiredKeys: [] },
    );
  // If a list had all of its many parameters at once, it would always be refused.
  const query = place("query").chain((all) =>
    fc.subarray(Object.entries(all), { maxLength: Math.min(3, Object.keys(all).length) }),
  );
  return fc
    .record({
      names: place("path") as Arbitrary<Record<string, string>>,
      query,
      headers: fc.option(place("header"), { freq: 5, nil: {} }),
      credentials: path.startsWith("/api/rest")
        ? fc.constantFrom<Record<string, string>>(admin, admin, admin, anna, {})
        : fc.constant({}),
      accept: fc.constantFrom("application/json", "application/xml", "*/*", "text/xml", "image/png", ""),
      body: bodiesOf(operation),
    })
    .map(({ names, query, headers, credentials, accept, body }): HttpCall => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(name, names[name] ?? ""));
      const search = new URLSearchParams(query as [string, string][]).toString();
      return {
        method: method.toUpperCase(),
        path: search === "" ? filled : `${filled}?${search}`,
        headers: {
          ...credentials,
          ...inAscii(headers),
          ...(accept === "" ? {} : { Accept: accept }),
          ...body.type,
        },
        ...(body.text === undefined ? {} : { body: body.text }),
      };
    });
}

/** As one segment of a path; the path of an image has several. */
function escaped(name: string, value: string): string {
  if (name !== "path") return encodeURIComponent(value);
  return value.split("/").map(encodeURIComponent).join("/").replaceAll("..", "%2e%2e");
}

/** Headers cannot contain other characters. */
function inAscii(headers: object): Record<string, string> {
  const clean = Object.entries(headers).map(([name, value]) => [
    name,
    String(value).replaceAll(/[^\x20-\x7e]/g, "?"),
  ]);
  return Object.fromEntries(clean) as Record<string, string>;
}

function textsOf({ name, schema }: Parameter): Arbitrary<string> {
  const known = knownNames[name];
  const values = fc.oneof(
    { weight: 4, arbitrary: valuesOf(schema, schemas) },
    { weight: 1, arbitrary: almost },
  );
  const texts = values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed())
    .filter((text) => text !== "" && text !== "." && text !== "..");
  return known ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, texts) : texts;
}

interface Body {
  readonly type: Readonly<Record<string, string>>;
  readonly text?: string;
}

function bodiesOf({ requestBody }: Operation): Arbitrary<Body> {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return fc.constant({ type: {} });
  const isXml = Object.keys(requestBody?.content ?? {}).includes("application/xml");
  const objects = valuesOf(content.schema, schemas) as Arbitrary<object>;
  const bodies = fc.oneof(
    { weight: 3, arbitrary: objects },
    { weight: 1, arbitrary: nearly(objects, membersOf(content.schema)) },
    { weight: 1, arbitrary: almost },
  );
  return fc.tuple(bodies, fc.nat({ max: 19 })).map(([value, way]): Body => {
    if (way === 0) return { type: { "Content-Type": "text/plain" }, text: "hello" };
    if (way === 1) return { type: { "Content-Type": "application/json" }, text: '{"unfinished":' };
    if (isXml && way > 12) return { type: { "Content-Type": "application/xml" }, text: xmlOf(value) };
    return { type: { "Content-Type": "application/json" }, text: JSON.stringify(value) };
  });
}

function membersOf(schema: Schema): string[] {
  const { properties = {} } = schema.$ref === undefined ? schema : resolved<Schema>(schema);
  return Object.keys(properties);
}

function xmlOf(value: unknown): string {
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [["email", value]];
  const elements = fields.map(([name, content]) => {
    const tag = String(name).replaceAll(/[^a-z_]/g, "") || "data_item";
    const text = (typeof content === "string" ? content : JSON.stringify(content))
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;");
    return `<${tag}>${text}</${tag}>`;
  });
  return `<service_api>${elements.join("")}</service_api>`;
}

function resolved<Wanted>(node: Reference): Wanted {
  if (node.$ref === undefined) return node as Wanted;
  const [, , kind = "", name = ""] = node.$ref.split("/");
  return document.components[kind]?.[name] as Wanted;
}

const verbs = ["get", "head", "post", "put", "delete"];

function callsBelow(prefix: RegExp): Arbitrary<HttpCall> {
  const all = Object.entries(document.paths)
    .filter(([path]) => prefix.test(path))
    .flatMap(([path, item]) =>
      verbs
        .filter((verb) => item[verb] && !leftOut.includes(item[verb].operationId))
        .map((verb) => callOf(path, verb, item[verb] as Operation, item.parameters ?? [])),
    );
  return fc.oneof(...all);
}

/** The REST customers and their sessions. */
export const restCall = callsBelow(/^\/api\/rest/);
export const controlCall = callsBelow(/^\/control/);
/** Contracts, pages, health, metrics and images. */
export const publicCall = callsBelow(/^\/(?!api|control)/);

/** The problem of an answer without a JSON body, or without a body: its status or its type. */
export function misfitOf(
  { method, path }: HttpCall,
  status: number,
  type: string | null,
): string | undefined {
  const plain = path.split("?", 1)[0] ?? path;
  const item = Object.entries(document.paths).find(([pattern]) =>
    new RegExp(
      `^${pattern
        .replaceAll(".", "\\.")
        .replace("{path}", ".+")
        .replaceAll(/\{\w+\}/g, "[^/]+")}$`,
    ).test(plain),
  )?.[1];
  const responses = item?.[method.toLowerCase()]?.responses;
  const answer = responses?.[status] ?? responses?.default;
  if (!answer) return `the contract has no answer ${status}`;
  const { content } = resolved<Answer>(answer);
  if (type === null || content === undefined) return undefined;
  const named = Object.keys(content).some((one) => type.startsWith(one.replace("/*", "/")));
  return named ? undefined : `the contract has no ${type} for ${status}`;
}
