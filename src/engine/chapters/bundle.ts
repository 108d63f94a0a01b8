/** Joins the chapters into one OpenRPC document. Expands abbreviations, adds nothing else. */
import type { CheckRow } from "../../../generated/tables.js";
import { expandAbbreviations } from "./abbreviations.js";
import type {
  AclTree,
  Chapters,
  FaultRow,
  HeadChapter,
  MethodChapter,
  NamespaceChapter,
  ParamChapter,
  Schema,
} from "./chapter.js";

export interface OpenRpcParam {
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  [extension: `x-${string}`]: unknown;
}

export interface OpenRpcMethod {
  name: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  tags: { $ref: string }[];
  paramStructure: "either";
  params: OpenRpcParam[];
  result: { name: string; schema: Schema };
  errors: { $ref: string }[];
  examples: {
    name: string;
    params: { name: string; value: unknown }[];
    result: { name: string; value: unknown };
  }[];
  "x-checks"?: CheckRow[];
  [extension: `x-${string}`]: unknown;
}

interface OpenRpcError {
  code: number;
  message: string;
  data: { fault: string; resource?: string };
}

interface NamespaceTable {
  title: string;
  acl: string;
  aliases: string[];
  faults: Record<string, FaultRow>;
}

export interface OpenRpcDocument {
  openrpc: string;
  info: { title: string; version: string; license: object; contact: object; description: string };
  servers: unknown[];
  methods: OpenRpcMethod[];
  components: {
    schemas: Record<string, Schema>;
    errors: Record<string, OpenRpcError>;
    tags: Record<string, { name: string; description: string }>;
  };
  "x-global-faults": Record<string, FaultRow>;
  /** Paths of all access nodes, `all` included. */
  "x-acl-nodes": string[];
  "x-namespaces": Record<string, NamespaceTable>;
}

/** The contract of this service: its head with all chapters. */
export function bundle({ head, namespaces, schemas }: Chapters): OpenRpcDocument {
  return withChapters(headDocument(head), {
    namespaces,
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, schema])),
    methods: head.methods,
  });
}

function headDocument(head: HeadChapter): OpenRpcDocument {
  const errors = Object.entries(head["x-global-faults"]).map(([fault, { code, message }]) => [
    fault,
    { code, message, data: { fault } },
  ]);
  return {
    openrpc: head.openrpc,
    info: head.info,
    servers: head.servers,
    methods: head.methods.map((method) => expandMethod(method, "session", "")),
    components: {
      schemas: {},
      errors: Object.fromEntries(errors) as Record<string, OpenRpcError>,
      tags: Object.fromEntries(
        head.tags.map(({ name, summary, description }) => [name, tag(name, summary, description)]),
      ),
    },
    "x-global-faults": head["x-global-faults"],
    "x-acl-nodes": ["all", ...aclPaths(head["x-acl-nodes"])],
    "x-namespaces": {},
  };
}

interface AddedChapters {
  readonly namespaces: readonly (readonly [name: string, chapter: NamespaceChapter])[];
  /** The schemas of the chapters. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Methods of the document that use these schemas. */
  readonly methods?: readonly MethodChapter[];
}

/** The document with additional chapters. A chapter of an existing namespace extends it. */
export function withChapters(document: OpenRpcDocument, added: AddedChapters): OpenRpcDocument {
  const { namespaces } = added;
  const operations = namespaces.flatMap(([, { methods }]) => methods);
  const errors = { ...document.components.errors };
  const tags = { ...document.components.tags };
  const tables = { ...document["x-namespaces"] };
  for (const [resource, chapter] of namespaces) {
    for (const [fault, row] of Object.entries(chapter.errors ?? {})) {
      if (row.reserved) continue;
      errors[`${resource}.${fault}`] = { code: row.code, message: row.message, data: { fault, resource } };
    }
    tags[resource] ??= tag(resource, chapter.title, chapter.description);
    const known = tables[resource];
    tables[resource] = known
      ? { ...known, faults: { ...known.faults, ...chapter.errors } }
      : {
          title: chapter.title,
          acl: chapter["x-acl"],
          aliases: chapter["x-aliases"] ?? [],
          faults: chapter.errors ?? {},
        };
  }
  return {
    ...document,
    methods: [
      ...document.methods,
      ...namespaces.flatMap(([name, chapter]) =>
        chapter.methods.map((method) => ({
          ...expandMethod(method, name, `${name}.`),
          ...(chapter["x-source"] === undefined ? {} : { "x-source": chapter["x-source"] }),
        })),
      ),
    ],
    components: {
      schemas: expandAbbreviations(
        { ...document.components.schemas, ...added.schemas },
        operations,
        added.methods ?? [],
      ),
      errors,
      tags,
    },
    "x-namespaces": tables,
  };
}

/** Tags of OpenRPC have no summary, so it becomes the first sentence of the description. */
function tag(name: string, title: string, description: string) {
  return { name, description: `${title}. ${description}` };
}

function expandMethod(method: MethodChapter, tag: string, faultPrefix: string): OpenRpcMethod {
  const { name, summary, description, params, result, errors, examples, ...others } = method;
  const { "x-checks": checks, ...extensions } = others;
  return {
    name,
    summary,
    description: [description, ...extensionTexts(method)].filter(Boolean).join("\n\n"),
    tags: [{ $ref: `#/components/tags/${tag}` }],
    paramStructure: "either",
    ...extensions,
    ...(checks === undefined ? {} : { "x-checks": checks.flatMap(expandCheck) }),
    params: params.map(withDefault) as unknown as OpenRpcParam[],
    result,
    errors: errors.map((fault) => ({ $ref: `#/components/errors/${faultPrefix}${fault}` })),
    examples: examples.map((example) => ({
      name: example.name,
      params: positional(params, example.params),
      result: { name: result.name, value: example.result },
    })),
  };
}

/** Access and effect as text, since not every viewer shows extensions. */
function extensionTexts(method: MethodChapter): string[] {
  const { "x-acl": acl, "x-effect": effect, "x-storage-fault": storageFault } = method;
  if (effect === undefined) return [];
  const access = acl === undefined ? "Access: the node of the namespace." : `Access: \`${acl}\`.`;
  const kind = effect === "read" ? "Changes nothing." : "Changes data, as a whole or not at all.";
  const failure =
    storageFault === undefined ? "" : ` When the storage cannot carry it out: \`${storageFault}\`.`;
  return [`${access} ${kind}${failure}`];
}

function withDefault(param: ParamChapter): ParamChapter {
  const { description = "", "x-default": value } = param;
  if (value === undefined || description.includes("Default:")) return param;
  return { ...param, description: `${description} Default: \`${JSON.stringify(value)}\`.` };
}

/**
 * Example arguments in the order of the parameters, as in positional calls: null for an omitted one. Those that are no
 * parameters come last, for the check of examples.
 */
function positional(params: readonly ParamChapter[], given: Readonly<Record<string, unknown>>) {
  const last = params.findLastIndex(({ name }) => Object.hasOwn(given, name));
  const surplus = Object.keys(given).filter((name) => !params.some((param) => param.name === name));
  const names = [...params.slice(0, last + 1).map(({ name }) => name), ...surplus];
  return names.map((name) => ({ name, value: given[name] ?? null }));
}

/** `specialPrice, fromDate: data_invalid` is one check of both arguments. */
function expandCheck(check: Record<string, string>): CheckRow[] {
  return Object.entries(check).map(([names, fault]) => ({ arguments: names.split(", "), fault }));
}

function aclPaths(tree: AclTree, parent = ""): string[] {
  return Object.entries(tree).flatMap(([node, below]) => [
    parent + node,
    ...(below === null ? [] : aclPaths(below, `${parent}${node}/`)),
  ]);
}

/** The target of a local reference, or undefined. */
export function resolveReference(document: object, ref: string): unknown {
  let at: unknown = document;
  for (const part of ref.replace(/^#\//, "").split("/")) {
    at = (at as Record<string, unknown> | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return at;
}
