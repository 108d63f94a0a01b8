/**
 * Adds chapters to an application (`--extend`): additional operations in the form of our own chapters, validated by the same
 * rules and turned into tables by the same code.
 */
import type { SoapBinding } from "../../../generated/doors/soap-v2.js";
import type { Ajv } from "ajv";
import { globalFaults } from "../../../generated/convention.js";
import type { NamespaceRow, OperationRow } from "../../../generated/tables.js";
import type { Check } from "../../../generated/validators.js";
import type { Application } from "../application.js";
import type { AnyHandler } from "../calls/handler.js";
import { withChapters, type OpenRpcDocument, type OpenRpcMethod } from "../chapters/bundle.js";
import type { NamespaceChapter, Schema } from "../chapters/chapter.js";
import { argumentCheckName, argumentSchemas, localSchema, newAjv } from "../chapters/checks.js";
import { addCallDefinitions, type CallDefinitions } from "../chapters/dataset-calls.js";
import { faultRows, operationRow, slimMethod } from "../chapters/rows.js";
import { rpcOpenApi } from "../chapters/rpc-openapi.js";
import { noShapeExceptions, shapesOf } from "../chapters/shapes.js";
import { mentionedTypes, soapFunctions } from "../chapters/soap-functions.js";
import { TypeTable } from "../chapters/soap-types.js";
import { paramKind, namespaceOf, operationsOf } from "../chapters/views.js";
import { Contract, type ContractTables } from "../contract/contract.js";
import type { PublishedContracts, PublishedDocument } from "../contract/published-contracts.js";
import { linearRegExp } from "../values/linear-patterns.js";
import { append } from "../values/lists.js";
import { messageOf } from "../values/messages.js";
import { ChapterProblems, ChapterSource, refuse } from "./chapter-source.js";
import { exampleHandler, functionHandler, loadModule, type ChapterModule } from "./handlers.js";
import {
  validateChapters,
  namespaceChapter,
  namespaceOfSource,
  UsedNames,
  chapterSchemas,
} from "./chapter-validation.js";

export { ChapterProblems };

/** The contract to which chapters are added. */
interface BaseContract {
  readonly contract: Contract;
  /** Returns the text of its `/openrpc.json`. */
  readonly openrpc: () => string;
}

/** The path of a chapter file, or the chapter as a value. */
export type ChapterGiven = string | object;

/** An application contract with added chapters. */
export class Extension {
  readonly contract: Contract;
  /** The names of the added operations. */
  readonly operations: readonly string[];

  constructor(
    readonly document: OpenRpcDocument,
    private readonly added: AddedContract,
    base: Contract,
    private readonly handlers: ReadonlyMap<string, AnyHandler>,
    checks: OwnChecks,
  ) {
    this.contract = new Contract(tablesWith(base.tables, document, added.methods, checks));
    this.operations = added.methods.map(({ name }) => name);
  }

  /** The application with the operations of the chapters. */
  extend(given: Application): Application {
    const application = given.over?.(this.contract) ?? given;
    const { hasBuiltDocs, data, rewrites, routes, states } = application;
    return {
      hasBuiltDocs,
      data,
      rewrites,
      routes,
      states,
      contract: this.contract,
      handlers: new Map([...application.handlers, ...this.handlers]),
      published: this.publishedWith(application.published),
      open: (place) => application.open(place),
      work: (parts) => application.work?.(parts),
      added: this.operations,
    };
  }

  /** Adds the chapters to an OpenRPC document. */
  openrpc(text: string): OpenRpcDocument {
    return withAdded(withDefaults(JSON.parse(text) as OpenRpcDocument, this.contract.tables), this.added);
  }

  private publishedWith({ documents, state }: PublishedContracts): PublishedContracts {
    const textAt = (address: string) => documents.find((one) => one.address === address)?.text() ?? "{}";
    const writers: Readonly<Record<string, (text: string) => string>> = {
      "/openrpc.json": (text) => json(this.openrpc(text)),
      "/rpc.openapi.json": (text) => {
        const { info } = JSON.parse(text) as { info: { description: string } };
        const openapi = JSON.parse(textAt("/openapi.json")) as Schema;
        return rpcOpenApi(this.openrpc(textAt("/openrpc.json")), openapi, info.description);
      },
      "/dataset.schema.json": (text) => {
        const schema = JSON.parse(text) as { definitions: CallDefinitions };
        const document = this.openrpc(textAt("/openrpc.json"));
        addCallDefinitions(schema.definitions, document, operationsOf(document));
        return json(schema);
      },
      "/llms.txt": (text) =>
        `${text.trimEnd()}\n${this.added.methods.map(({ name, summary }) => `- ${name}: ${summary}\n`).join("")}`,
    };
    return {
      state,
      documents: documents.map((one): PublishedDocument => {
        const write = writers[one.address];
        return write ? { ...one, text: () => write(one.text()) } : one;
      }),
    };
  }
}

interface AddedContract {
  readonly namespaces: readonly (readonly [name: string, chapter: NamespaceChapter])[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly methods: readonly OpenRpcMethod[];
}

/**
 * Reads chapters and their handler modules. Throws ChapterProblems.
 * @param withoutCode the paths of chapters whose handlers may not be run: whoever named them may not run code here
 */
export async function readExtension(
  base: BaseContract,
  given: readonly ChapterGiven[],
  withoutCode: ReadonlySet<string> = new Set(),
): Promise<Extension> {
  const sources = allOf(
    given.map(
      (one, index) => () =>
        typeof one === "string" ? ChapterSource.read(one) : ChapterSource.of(one, `extend[${index}]`),
    ),
  );
  const document = withDefaults(JSON.parse(base.openrpc()) as OpenRpcDocument, base.contract.tables);
  const names = new UsedNames(base.contract, document);
  refuse(sources.flatMap((source) => [...names.problems(source)]));
  const schemas = chapterSchemas(sources);
  const namespaces = sources.map((source) => [namespaceOfSource(source), namespaceChapter(source)] as const);
  const added = { namespaces, schemas };
  const whole = bundled(document, added, sources);
  // One instance for all, since each compiles the meta-schema.
  const ajv = newAjv({ regExp: linearRegExp });
  validateChapters(whole, sources, ajv);
  const modules = await Promise.all(sources.map((one) => loadModule(one, !withoutCode.has(one.file))));
  refuse(modules.flatMap(({ problems }) => problems));
  const ownNames = new Set(sources.flatMap(({ chapter }) => chapter.methods.map(({ name }) => name)));
  const methods = whole.methods.filter(({ name }) => ownNames.has(name));
  const checks = ownChecks(whole, methods, ajv);
  const handlers = sources.flatMap((source, index) =>
    handlersOf(source, methods, whole, checks, modules[index]?.module),
  );
  return new Extension(whole, { ...added, methods }, base.contract, new Map(handlers), checks);
}

/** The results of all functions; throws the problems of all of them together. */
function allOf<Made>(makers: readonly (() => Made)[]): Made[] {
  const made: Made[] = [];
  const lines: string[] = [];
  for (const make of makers) {
    try {
      made.push(make());
    } catch (error) {
      if (!(error instanceof ChapterProblems)) throw error;
      append(lines, error.lines);
    }
  }
  refuse(lines);
  return made;
}

function bundled(
  document: OpenRpcDocument,
  added: Pick<AddedContract, "namespaces" | "schemas">,
  sources: readonly ChapterSource[],
): OpenRpcDocument {
  try {
    return withAdded(document, added);
  } catch (error) {
    // Only abbreviations with unknown names can fail here.
    throw new ChapterProblems(sources.map(({ file }) => `${file}: ${messageOf(error)}`));
  }
}

function withAdded(
  document: OpenRpcDocument,
  added: Pick<AddedContract, "namespaces" | "schemas">,
): OpenRpcDocument {
  const nodes = added.namespaces.flatMap(([, chapter]) => [
    chapter["x-acl"],
    ...chapter.methods.flatMap((method) => method["x-acl"] ?? []),
  ]);
  const paths = nodes.flatMap((node) =>
    node.split("/").map((_, index, steps) => steps.slice(0, index + 1).join("/")),
  );
  return {
    ...withChapters(document, added),
    "x-acl-nodes": [...new Set([...document["x-acl-nodes"], ...paths])],
  };
}

/** Adds parts that an OpenRPC document may omit, from the tables of its contract. */
function withDefaults(document: OpenRpcDocument, { aclNodes, namespaces }: ContractTables): OpenRpcDocument {
  const tables = Object.entries(namespaces).map(([name, { title, acl, aliases, faults }]) => [
    name,
    { title, acl, aliases, faults },
  ]);
  return {
    ...document,
    components: { ...{ schemas: {}, errors: {}, tags: {} }, ...document.components },
    "x-global-faults": document["x-global-faults"] ?? globalFaults,
    "x-acl-nodes": document["x-acl-nodes"] ?? [...aclNodes],
    "x-namespaces":
      document["x-namespaces"] ?? (Object.fromEntries(tables) as OpenRpcDocument["x-namespaces"]),
  };
}

interface OwnChecks {
  readonly arguments: Readonly<Record<string, Check>>;
  /** Validators by operation. */
  readonly results: Readonly<Record<string, Check>>;
}

/** Validators of the added operations. @param ajv has the components */
function ownChecks(document: OpenRpcDocument, methods: readonly OpenRpcMethod[], ajv: Ajv): OwnChecks {
  const compiled = (schema: Schema) => ajv.compile(localSchema(schema)) as unknown as Check;
  const raw = methods.flatMap((method) =>
    method.params
      .filter((param) => isRaw(document, param))
      .map((param) => [argumentCheckName(method, param), param.schema] as const),
  );
  return {
    arguments: Object.fromEntries(
      [...argumentSchemas(document, methods), ...raw].map(([name, schema]) => [name, compiled(schema)]),
    ),
    results: Object.fromEntries(methods.map(({ name, result }) => [name, compiled(result.schema)])),
  };
}

/** Whether a parameter has no kind, so that its form depends on its schema alone. */
function isRaw(document: OpenRpcDocument, param: OpenRpcMethod["params"][number]): boolean {
  return paramKind(document, param) === "raw";
}

/** The row of an operation. Raw parameters are checked by their schema, since handlers of chapters do not check them. */
function rowOf(document: OpenRpcDocument, method: OpenRpcMethod): OperationRow {
  const row = operationRow(document, method) as unknown as OperationRow;
  return {
    ...row,
    params: row.params.map((param, index) => {
      const written = method.params[index];
      return written && isRaw(document, written)
        ? { ...param, check: argumentCheckName(method, written) }
        : param;
    }),
  };
}

function tablesWith(
  tables: ContractTables,
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
  checks: OwnChecks,
): ContractTables {
  const shapes = shapesOf(document, methods, noShapeExceptions);
  const types = { rpc: TypeTable.of(tables.soapTypes.rpc), wsi: TypeTable.of(tables.soapTypes.wsi) };
  const functions = soapFunctions(document, methods, shapes, types);
  const soapTypesWith = (binding: SoapBinding) => ({
    ...types[binding].reachableFrom(mentionedTypes(functions, binding)),
    ...tables.soapTypes[binding],
  });
  const touched = [...new Set(methods.map(({ name }) => namespaceOf(name)))];
  return {
    ...tables,
    operations: {
      ...tables.operations,
      ...Object.fromEntries(methods.map((method) => [method.name, rowOf(document, method)])),
    },
    methods: {
      ...tables.methods,
      methods: [
        ...tables.methods.methods,
        ...methods.map(slimMethod),
      ] as ContractTables["methods"]["methods"],
    },
    namespaces: {
      ...tables.namespaces,
      ...Object.fromEntries(
        touched.map((name) => [name, namespaceRow(tables.namespaces[name], document, name, methods)]),
      ),
    },
    aclNodes: document["x-acl-nodes"],
    argumentChecks: { ...tables.argumentChecks, ...checks.arguments },
    resultChecks: async () => ({ ...(await tables.resultChecks()), ...checks.results }),
    shapes: { ...tables.shapes, ...shapes },
    soapFunctions: { ...tables.soapFunctions, ...functions },
    soapTypes: { rpc: soapTypesWith("rpc"), wsi: soapTypesWith("wsi") },
  };
}

function namespaceRow(
  known: NamespaceRow | undefined,
  document: OpenRpcDocument,
  name: string,
  methods: readonly OpenRpcMethod[],
): NamespaceRow {
  const table = document["x-namespaces"][name];
  if (!table) throw new Error(`there is no namespace ${name}`);
  const { title, acl, aliases, faults } = table;
  const own = methods.filter((method) => namespaceOf(method.name) === name).map((method) => method.name);
  return {
    title,
    acl,
    aliases,
    faults: faultRows(faults),
    operations: [...(known?.operations ?? []), ...own],
  };
}

function handlersOf(
  { chapter }: ChapterSource,
  methods: readonly OpenRpcMethod[],
  document: OpenRpcDocument,
  checks: OwnChecks,
  module: ChapterModule | undefined,
): [string, AnyHandler][] {
  return chapter.methods.flatMap((written): [string, AnyHandler][] => {
    const method = methods.find(({ name }) => name === written.name);
    const fits = checks.results[written.name];
    if (!method || !fits) return [];
    const row = rowOf(document, method);
    const acts = module && Object.hasOwn(module.functions, row.name);
    return [[written.name, acts ? functionHandler(row, module, fits) : exampleHandler(written)]];
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
