/** Validates chapters before they are added to a contract. Each problem names file, line and remedy. */
import type { Ajv } from "ajv";
import { globalFaults } from "../../../generated/convention.js";
import { resolveReference, type OpenRpcDocument, type OpenRpcMethod } from "../chapters/bundle.js";
import type { FaultRow, NamespaceChapter, Schema } from "../chapters/chapter.js";
import { addComponentsOf, localSchema, schemasOfMethod } from "../chapters/checks.js";
import {
  checkRows,
  declaredFaults,
  exampleProblems,
  parameterOrder,
  type MethodProblem,
} from "../chapters/method-problems.js";
import { schemaPatterns, schemaReferences } from "../chapters/schemas.js";
import { camelCase, namespaceOf, schemaPrefix } from "../chapters/views.js";
import type { Contract } from "../contract/contract.js";
import { problemsText } from "../contract/schema-words.js";
import { kinds } from "../values/coercion.js";
import { linearPattern } from "../values/linear-patterns.js";
import { messageOf } from "../values/messages.js";
import { nearestOf, refuse, type ChapterSource, type Path, type WrittenChapter } from "./chapter-source.js";

/** Lower numbers are reserved for global faults. */
const firstNumber = 100;

export function namespaceOfSource({ chapter }: ChapterSource): string {
  return namespaceOf(chapter.methods[0]?.name ?? "");
}

/** A title to begin with: `ol_websites` → `Ol websites`. */
function titleOf(namespace: string): string {
  return namespace.charAt(0).toUpperCase() + namespace.slice(1).replaceAll("_", " ");
}

/** The names used by the contract and by chapters read before, each with its owner. */
export class UsedNames {
  private readonly namespaces = new Map<string, string>();
  /** By namespace and name, and by namespace and number. */
  private readonly faults = new Map<string, string>();
  private readonly schemas: Map<string, string>;
  private readonly paths: Map<unknown, string>;
  private readonly functions = new Map<string, string>();

  constructor({ operationNames, tables }: Contract, document: OpenRpcDocument) {
    for (const [name, { aliases, faults }] of Object.entries(document["x-namespaces"])) {
      for (const known of [name, ...aliases]) this.namespaces.set(known, name);
      for (const [fault, { code }] of Object.entries(faults))
        for (const known of [fault, code]) this.faults.set(`${name}.${known}`, fault);
    }
    this.schemas = new Map(Object.keys(document.components.schemas).map((name) => [name, name]));
    this.paths = new Map(operationNames);
    for (const [name, { operation, element = name }] of Object.entries(tables.soapFunctions))
      for (const known of [name, element]) this.functions.set(known, operation);
  }

  /** Adds the names of a chapter. @returns problems with them */
  *problems(source: ChapterSource): Iterable<string> {
    const namespace = namespaceOfSource(source);
    for (const [path, text] of [
      ...this.ofNamespace(namespace, source.chapter),
      ...this.ofFaults(namespace, source.chapter),
      ...this.ofMethods(source.chapter),
      ...this.ofSchemas(source.chapter),
    ])
      yield source.problem(path, text);
  }

  private *ofNamespace(name: string, { title, methods, ...chapter }: WrittenChapter): Iterable<NameProblem> {
    for (const [index, method] of methods.entries()) {
      if (namespaceOf(method.name) !== name)
        yield [
          ["methods", index, "name"],
          `${method.name} is not in the namespace ${name} of this chapter; put it into a chapter of its own`,
        ];
    }
    const owner = this.namespaces.get(name);
    if (owner !== undefined && owner !== name) {
      yield [["methods", 0, "name"], `${name} is another name of the namespace ${owner}; use ${owner}`];
    } else if (title === undefined && owner === undefined) {
      const near = nearestOf(name, [...this.namespaces.values()]);
      yield [
        ["methods", 0, "name"],
        `there is no namespace ${name} to add operations to${near && `; ${near}`}; for a namespace of its own, add this line to the chapter: title: ${titleOf(name)}`,
      ];
    } else if (title !== undefined && owner !== undefined) {
      yield [
        ["title"],
        `there is a namespace ${name} already; leave the title out to add operations to it, or choose another name`,
      ];
    }
    for (const key of ["description", "x-acl", "x-aliases"] as const) {
      if (title === undefined && chapter[key] !== undefined)
        yield [[key], `${key} belongs to a namespace of its own; leave it out, or give the chapter a title`];
    }
    for (const [index, alias] of (chapter["x-aliases"] ?? []).entries()) {
      const known = claim(this.namespaces, alias, name);
      if (known !== undefined)
        yield [["x-aliases", index], `${alias} is a name of the namespace ${known} already; leave it out`];
    }
    claim(this.namespaces, name, name);
  }

  private *ofFaults(namespace: string, { errors = {} }: WrittenChapter): Iterable<NameProblem> {
    for (const [fault, { code }] of Object.entries(errors)) {
      const at = ["errors", fault];
      const taken = claim(this.faults, `${namespace}.${code}`, fault);
      if (code < firstNumber)
        yield [
          [...at, "code"],
          `${fault} has the number ${code}; numbers below ${firstNumber} are those of faults that every call can answer, take one from ${firstNumber} on`,
        ];
      else if (taken !== undefined)
        yield [[...at, "code"], `${fault} has the number ${code} of ${taken}; take another one`];
      if (claim(this.faults, `${namespace}.${fault}`, fault) !== undefined)
        yield [at, `${namespace} has a fault ${fault} already; use that one, or choose another name`];
      if (Object.hasOwn(globalFaults, fault))
        yield [at, `${fault} is a fault that every call can answer; choose another name`];
    }
  }

  private *ofMethods({ methods }: WrittenChapter): Iterable<NameProblem> {
    for (const [index, { name, "x-aliases": others = [], params = [] }] of methods.entries()) {
      const at = ["methods", index];
      const namespace = namespaceOf(name);
      const known = [...this.namespaces].flatMap(([one, owner]) => (owner === namespace ? [one] : []));
      for (const [row, word] of [name.slice(namespace.length + 1), ...others].entries()) {
        for (const spelling of new Set([namespace, ...known])) {
          const owner = claim(this.paths, `${spelling}.${word}`, name);
          if (owner !== undefined)
            yield [
              row === 0 ? [...at, "name"] : [...at, "x-aliases", row - 1],
              `there is an operation ${spelling}.${word} already (${owner}); choose another name`,
            ];
        }
      }
      const called = camelCase(name);
      if ((claim(this.functions, called, name) ?? name) !== name)
        yield [
          [...at, "name"],
          `${name} would be called ${called} by SOAP v2, which is the name of another operation; choose another name`,
        ];
      for (const [row, param] of params.entries()) {
        if (params.findIndex((one) => one.name === param.name) < row)
          yield [[...at, "params", row], `${name}: the parameter ${param.name} is declared twice`];
        if (param.name === "sessionId")
          yield [[...at, "params", row], `${name}: the name sessionId is reserved for the session`];
      }
    }
  }

  private *ofSchemas({ schemas = {} }: WrittenChapter): Iterable<NameProblem> {
    for (const name of Object.keys(schemas)) {
      if (claim(this.schemas, name, name) !== undefined)
        yield [["schemas", name], `there is a schema ${name} already; give this one another name`];
    }
  }
}

type NameProblem = readonly [path: Path, text: string];

/** Who has the name already; otherwise it belongs to `owner` from now on. */
function claim<Name>(owners: Map<Name, string>, name: Name, owner: string): string | undefined {
  const known = owners.get(name);
  if (known === undefined) owners.set(name, owner);
  return known;
}

/** The chapter with defaults for omitted members. */
export function namespaceChapter(source: ChapterSource): NamespaceChapter {
  const { chapter } = source;
  const name = namespaceOfSource(source);
  const { title = name, description = title, "x-acl": acl = name, "x-aliases": aliases } = chapter;
  return {
    title,
    description,
    "x-acl": acl,
    ...(aliases === undefined ? {} : { "x-aliases": aliases }),
    errors: Object.fromEntries(
      Object.entries(chapter.errors ?? {}).map(([fault, row]): [string, FaultRow] => [
        fault,
        { ...row, status: row.status ?? (/not_(exists|found)$/.test(fault) ? 404 : 422) },
      ]),
    ),
    methods: chapter.methods.map((method) => ({
      ...method,
      params: (method.params ?? []).map((param) => ({ ...param, schema: withKind(param.schema) })),
      result: { name: "result", ...method.result },
      errors: [...(method.errors ?? [])],
      examples: method.examples.map((example) => ({
        ...example,
        params: { ...example.params } as Record<string, unknown>,
      })),
    })),
  };
}

const kindOfType: Readonly<Record<string, string>> = {
  integer: "int",
  number: "decimal",
  string: "text",
  boolean: "flag",
  object: "data",
};

/** Adds the `x-kind` that corresponds to the type, unless the schema has one. */
function withKind(schema: Schema): Schema {
  const kind = kindOfType[String(schema.type)];
  return kind === undefined || schema["x-kind"] !== undefined ? schema : { ...schema, "x-kind": kind };
}

/** The schemas of chapters; those used by parameters have an `x-kind`. */
export function chapterSchemas(sources: readonly ChapterSource[]): Record<string, Schema> {
  const schemas = Object.fromEntries(
    sources.flatMap(({ chapter }) => Object.entries(chapter.schemas ?? {})),
  ) as Record<string, Schema>;
  const params = sources.flatMap(({ chapter }) => chapter.methods.flatMap((method) => method.params ?? []));
  for (const { schema } of params) {
    const name = String(schema.$ref).slice(schemaPrefix.length);
    const own = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (own) schemas[name] = withKind(own);
  }
  return schemas;
}

/** Validates chapters that have been added to a contract. Throws ChapterProblems. */
export function validateChapters(
  document: OpenRpcDocument,
  sources: readonly ChapterSource[],
  ajv: Ajv,
): void {
  refuse(sources.flatMap((source) => [...danglingReferences(document, source)]));
  refuse(sources.flatMap((source) => [...patternProblems(source)]));
  refuse(sources.flatMap((source) => [...brokenSchemas(source, ajv)]));
  const schemas = sources.flatMap((source) => [
    ...Object.keys(source.chapter.schemas ?? {}).map((name): Schema => ({ $ref: schemaPrefix + name })),
    ...methodsOf(document, source).flatMap(([, method]) => schemasOfMethod(method)),
  ]);
  addComponentsOf(ajv, document, schemas);
  refuse(sources.flatMap((source) => [...chapterProblems(document, source, ajv)]));
}

/** Checked first, because nothing compiles with them. */
function* danglingReferences(document: OpenRpcDocument, source: ChapterSource): Iterable<string> {
  const places = [
    { at: ["schemas"], schema: source.chapter.schemas, prefix: "" },
    ...methodsOf(document, source).flatMap(([index, method]) =>
      schemaPlaces(method).map(([path, schema]) => ({
        at: ["methods", index, ...path],
        schema,
        prefix: `${method.name}: `,
      })),
    ),
  ];
  for (const { at, schema, prefix } of places) {
    for (const { path, ref } of schemaReferences(schema, at)) {
      if (!ref.startsWith(schemaPrefix) || resolveReference(document, ref) === undefined)
        yield source.problem(path, prefix + unknownSchema(document, ref));
    }
  }
}

/** The schemas of parameters and result, with their paths below the method. */
function schemaPlaces({ params, result }: OpenRpcMethod): (readonly [path: Path, schema: Schema])[] {
  return [
    ...params.map(({ schema }, row) => [["params", row, "schema"], schema] as const),
    [["result", "schema"], result.schema],
  ];
}

/** Regular expressions that are invalid, or cannot be matched in linear time. */
function* patternProblems(source: ChapterSource): Iterable<string> {
  const { schemas = {}, methods } = source.chapter;
  const found = [schemaPatterns(schemas, ["schemas"]), schemaPatterns(methods, ["methods"])];
  for (const { path, pattern } of found.flatMap((patterns) => [...patterns])) {
    const problem = unusable(() => linearPattern(pattern));
    if (problem !== undefined)
      yield source.problem(
        path,
        `${ownerOf(source, path)}: the pattern ${pattern} cannot be used: ${problem}`,
      );
  }
}

/** The schema or the operation to which a place belongs. */
function ownerOf({ chapter }: ChapterSource, [list, at]: Path): string {
  return list === "schemas" ? String(at) : (chapter.methods[Number(at)]?.name ?? "");
}

/** Invalid schemas. */
function* brokenSchemas(source: ChapterSource, ajv: Ajv): Iterable<string> {
  for (const [name, schema] of Object.entries(source.chapter.schemas ?? {})) {
    if (ajv.validateSchema(localSchema(schema)) === true) continue;
    const problem = problemsText(name, ajv.errors);
    yield source.problem(["schemas", name], `the schema ${name} cannot be used: ${problem}`);
  }
}

function unknownSchema(document: OpenRpcDocument, ref: string): string {
  if (!ref.startsWith(schemaPrefix)) return `${ref} must begin with ${schemaPrefix}`;
  const name = ref.slice(schemaPrefix.length);
  const near = nearestOf(name, Object.keys(document.components.schemas), 2);
  return `there is no schema ${name}; ${near || "add it to the schemas of this chapter"}`;
}

/** All other problems of a chapter. */
function* chapterProblems(document: OpenRpcDocument, source: ChapterSource, ajv: Ajv): Iterable<string> {
  for (const name of Object.keys(source.chapter.schemas ?? {})) {
    const problem = unusable(() => ajv.getSchema(name));
    if (problem !== undefined)
      yield source.problem(["schemas", name], `the schema ${name} cannot be used: ${problem}`);
  }
  for (const [index, method] of methodsOf(document, source)) {
    const at = ["methods", index];
    const table = Object.keys(document["x-namespaces"][namespaceOf(method.name)]?.faults ?? {});
    for (const [row, fault] of (source.chapter.methods[index]?.errors ?? []).entries()) {
      if (table.includes(fault)) continue;
      const hint = nearestOf(fault, table) || "add it to the errors of the chapter";
      yield source.problem([...at, "errors", row], `${method.name}: there is no fault ${fault}; ${hint}`);
    }
    let isUsable = true;
    for (const [path, schema] of schemaPlaces(method)) {
      const kind = schema["x-kind"] as string | undefined;
      if (kind !== undefined && !Object.hasOwn(kinds, kind))
        yield source.problem(
          [...at, ...path],
          `${method.name}: ${kind} is not an x-kind; there are ${Object.keys(kinds).join(", ")}`,
        );
      const problem = unusable(() => ajv.compile(localSchema(schema)));
      if (problem === undefined) continue;
      isUsable = false;
      yield source.problem([...at, ...path], `${method.name}: the schema cannot be used: ${problem}`);
    }
    const found = [parameterOrder(method), declaredFaults(document, method), checkRows(method)];
    if (isUsable) found.push(exampleProblems(ajv, method));
    for (const { path, text } of found.flatMap((problems): MethodProblem[] => [...problems]))
      yield source.problem(
        [...at, ...path],
        `${method.name}${/^[,(]/.test(text) ? "" : ": "}${text}${remedy(text)}`,
      );
  }
}

/** The remedy for a problem of an operation. */
function remedy(text: string): string {
  if (text.includes("is not declared")) return "; add it to the errors of the operation";
  if (text.includes("example")) return "; fix the example or the schema";
  return "";
}

function unusable(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function methodsOf(document: OpenRpcDocument, { chapter }: ChapterSource): [number, OpenRpcMethod][] {
  return chapter.methods.flatMap(({ name }, index): [number, OpenRpcMethod][] => {
    const method = document.methods.find((one) => one.name === name);
    return method ? [[index, method]] : [];
  });
}
