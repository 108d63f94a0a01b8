/**
 * Compares the contracts with the API documents (spec/documents/): every operation, parameter, member, type,
 * default, enumeration, fault and REST row. Each intended difference is a line of
 * spec/documents/differences.yaml.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { faultNames } from "../../src/engine/chapters/views.js";
import {
  resolveReference,
  type OpenRpcDocument,
  type OpenRpcMethod,
} from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { projectRoot } from "../spec/chapters.js";
import { schemaReferences } from "../../src/engine/chapters/schemas.js";
import type { DocumentedOperation, Model, Resource, RestRow } from "../spec/model.js";
import { typeOf, typeText, typesAgree, type TypeReader } from "./document-types.js";

interface Mismatch {
  /** `Attribute.scope`, `customer.info(store)`. */
  readonly place: string;
  /** The place in the documents. */
  readonly at: string;
  readonly documents: string;
  readonly contract: string;
}

export function documentProblems(document: OpenRpcDocument, openapi: object, model: Model): string[] {
  const unused = new Set(
    model.differences.flatMap((one) => one.places.map((place) => wanted(place, one.contract))),
  );
  const problems = [...mismatches(document, openapi, model)]
    .filter(({ place, contract }) => !unused.delete(wanted(place, contract)))
    .map(
      ({ place, at, documents, contract }) => `${place}: ${contract}, in the documents ${documents} (${at})`,
    );
  return [
    ...problems,
    ...[...unused].map((one) => `spec/documents/differences.yaml: there is no such difference: ${one}`),
    ...model.sentences
      .filter(({ held }) => !existsSync(join(projectRoot, held)))
      .map(({ at, held }) => `spec/documents: ${at}: there is no ${held}`),
  ];
}

function wanted(place: string, contract: string): string {
  return `${place}: ${contract}`;
}

function* mismatches(document: OpenRpcDocument, openapi: object, model: Model): Iterable<Mismatch> {
  const rpc = { document, resources: model.resources };
  const rest = { document: openapi, resources: model.restResources };
  for (const [name, resource] of Object.entries(model.resources)) yield* ofResource(name, resource, rpc);
  for (const [name, resource] of Object.entries(model.restResources)) yield* ofResource(name, resource, rest);
  const methods = new Map(document.methods.map((method) => [method.name, method]));
  for (const [name, operation] of Object.entries(model.operations)) {
    const method = methods.get(name);
    if (method) yield* ofOperation(method, operation, rpc);
    else yield { place: name, at: operation.at, documents: "there", contract: "missing" };
  }
  for (const { name, "x-source": source } of document.methods.filter((one) => one.name.includes("."))) {
    const isDocumented = Object.hasOwn(model.operations, name);
    if (isDocumented === (source !== "observed")) continue;
    const contract = isDocumented ? "marked x-source: observed" : "not marked x-source: observed";
    yield { place: name, at: "Endpoints", documents: isDocumented ? "there" : "missing", contract };
  }
  for (const [row, said] of Object.entries(model.rest)) yield* ofRow(row, said, rest);
}

function* ofResource(name: string, resource: Resource, reader: TypeReader): Iterable<Mismatch> {
  const { contract, changes } = resource;
  yield* ofComponent(name, resource, contract, reader);
  // "Same structure as create": the same members and types, all optional.
  if (changes !== undefined) yield* ofComponent(`changes of ${name}`, optional(resource), changes, reader);
}

function optional({ members, ...resource }: Resource): Resource {
  const all = Object.entries(members).map(([name, type]) => [`${name.replace(/\?$/, "")}?`, type]);
  return { ...resource, members: Object.fromEntries(all) as Resource["members"] };
}

function* ofComponent(
  name: string,
  resource: Resource,
  component: string,
  reader: TypeReader,
): Iterable<Mismatch> {
  const schema = resolveReference(reader.document, `#/components/schemas/${component}`) as Schema | undefined;
  if (!schema)
    return void (yield {
      place: name,
      at: resource.at,
      documents: "there",
      contract: `no component ${component}`,
    });
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  for (const [key, said] of Object.entries(resource.members)) {
    const member = key.replace(/\?$/, "");
    const place = `${name}.${member}`;
    const { [member]: given } = properties;
    yield* ofValue(place, resource.at, said, given, reader);
    if (!given) continue;
    const [isRequired, wantsRequired] = [required.includes(member), !key.endsWith("?")];
    if (isRequired !== wantsRequired)
      yield {
        place,
        at: resource.at,
        documents: requirement(wantsRequired),
        contract: requirement(isRequired),
      };
  }
  const known = Object.keys(resource.members).map((key) => key.replace(/\?$/, ""));
  const beyond = Object.keys(properties).filter((member) => !known.includes(member));
  for (const member of beyond.filter((one) => resource.input && required.includes(one)))
    yield { place: `${name}.${member}`, at: resource.at, documents: "unknown", contract: "required" };
  if (beyond.length > 0 && !resource.open)
    yield { place: name, at: resource.at, documents: "closed", contract: "further members" };
}

function requirement(isRequired: boolean): string {
  return isRequired ? "required" : "optional";
}

/** The type of a member, parameter or result, its values and its default. */
function* ofValue(
  place: string,
  at: string,
  said: string,
  given: Schema | undefined,
  reader: TypeReader,
): Iterable<Mismatch> {
  const [type = "", fallback] = said.split(" = ");
  if (!given) return void (yield { place, at, documents: type, contract: "missing" });
  const wanted = typeOf(type);
  if (!typesAgree(wanted, given, reader))
    yield { place, at, documents: type, contract: typeText(given, reader) };
  if (fallback === undefined) return;
  const target =
    typeof given.$ref === "string" ? (resolveReference(reader.document, given.$ref) as Schema) : given;
  const value = String(given["x-default"] ?? target["x-default"]);
  if (value !== fallback) yield { place, at, documents: `default ${fallback}`, contract: `default ${value}` };
}

function* ofOperation(
  method: OpenRpcMethod,
  operation: DocumentedOperation,
  reader: TypeReader,
): Iterable<Mismatch> {
  const { name, params, result } = method;
  const { at } = operation;
  const keys = Object.keys(operation.params);
  for (const [index, key] of keys.entries()) {
    const place = `${name}(${key.replace(/\?$/, "")})`;
    const param = params[index];
    const found = param ? param.name : "missing";
    if (!param || found !== key.replace(/\?$/, "")) {
      yield {
        place,
        at,
        documents: `parameter ${index + 1}`,
        contract: `parameter ${index + 1} is ${found}`,
      };
      continue;
    }
    const isRequired = param.required === true;
    if (isRequired === key.endsWith("?"))
      yield { place, at, documents: requirement(!isRequired), contract: requirement(isRequired) };
    const said = operation.params[key] as string;
    const { "x-default": fallback } = param;
    if (said.startsWith("filters of ")) {
      const { oneOf = [] } = resolveReference(reader.document, String(param.schema.$ref)) as Schema;
      const forms = (oneOf as Schema[]).map(
        ({ $ref }) => resolveReference(reader.document, String($ref)) as Schema,
      );
      // "filters (object or array)": an object, or an array, which holds no names of fields.
      for (const form of ["object", "array"].filter((one) => !forms.some(({ type }) => type === one)))
        yield { place, at, documents: `object or array`, contract: `no ${form}` };
      const { properties = {} } = forms.find(({ type }) => type === "object") ?? {};
      const named = said.slice("filters of ".length).split(", ");
      const missing = named.filter((field) => !Object.hasOwn(properties as object, field));
      for (const field of missing)
        yield { place: `${place}.${field}`, at, documents: "a filter", contract: "missing" };
    } else {
      const schema = fallback === undefined ? param.schema : { ...param.schema, "x-default": fallback };
      yield* ofValue(place, at, said, schema, reader);
    }
  }
  // Additional parameters are allowed only if callers can omit them.
  for (const param of params.slice(keys.length).filter(({ required }) => required))
    yield { place: `${name}(${param.name})`, at, documents: "unknown", contract: "required" };
  yield* ofValue(`${name} result`, at, operation.returns, result.schema, reader);
  const added = faultNames(method).filter((one) => !operation.faults.includes(one));
  const marked = (method["x-added-faults"] ?? []) as readonly string[];
  for (const fault of new Set(
    [...added, ...marked].filter((one) => added.includes(one) !== marked.includes(one)),
  ))
    yield {
      place: `${name} fault ${fault}`,
      at: `${at}, Errors`,
      documents: operation.faults.includes(fault) ? "there" : "not there",
      contract: marked.includes(fault) ? "in x-added-faults" : "not in x-added-faults",
    };
  for (const fault of operation.faults.filter((one) => !faultNames(method).includes(one)))
    yield {
      place: `${name} fault ${fault}`,
      at: `${at}, Errors`,
      documents: "there",
      contract: "not declared",
    };
}

interface RestOperation {
  readonly description?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: object }>>;
}

function* ofRow(row: string, said: RestRow | "not allowed", reader: TypeReader): Iterable<Mismatch> {
  const at = "part 2, Endpoints, REST customers resource";
  const [verb = "", path = ""] = row.split(" ");
  const { paths } = reader.document as { paths: Record<string, Record<string, RestOperation>> };
  const operation = paths[path]?.[verb.toLowerCase()];
  if (said === "not allowed") {
    if (operation) yield { place: row, at, documents: "not allowed", contract: "there" };
    return;
  }
  if (!operation) return void (yield { place: row, at, documents: "there", contract: "missing" });
  const auth = operation.security?.length === 0 ? "open" : "credentials";
  if (auth === "open") yield { place: row, at, documents: said.auth.join(", "), contract: auth };
  const takesCustomers = (operation.description ?? "").includes("and for the customer.");
  if (takesCustomers !== said.auth.includes("customer"))
    yield {
      place: row,
      at,
      documents: said.auth.join(", "),
      contract: takesCustomers ? "admin, customer" : "admin",
    };
  for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
    if (said.takes !== undefined) yield* ofValue(`${row} ${type}`, at, said.takes, schema, reader);
  if (said.takes !== undefined && !operation.requestBody)
    yield { place: row, at, documents: `takes ${said.takes}`, contract: "no body" };
  const answer = operation.responses[said.status ?? 200];
  const component = said.answers === undefined ? undefined : reader.resources[said.answers]?.contract;
  if (component !== undefined && !leadsTo(answer?.content, component, reader.document))
    yield { place: row, at, documents: `answers ${said.answers}`, contract: `no ${component}` };
  if (!answer) yield { place: row, at, documents: `status ${said.status ?? 200}`, contract: "missing" };
  for (const header of said.headers ?? [])
    if (!Object.hasOwn(answer?.headers ?? {}, header))
      yield { place: row, at, documents: `header ${header}`, contract: "missing" };
}

/** Whether the schemas of an answer refer to a component, directly or through another component. */
function leadsTo(node: unknown, component: string, document: object): boolean {
  return [...schemaReferences(node)].some(
    ({ ref }) =>
      ref.endsWith(`/${component}`) || leadsTo(resolveReference(document, ref), component, document),
  );
}
