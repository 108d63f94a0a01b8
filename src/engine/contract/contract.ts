/** The contract as the engine uses it: generated tables with lookups. */
import { unknownOperation } from "./unknown-operation.js";
import { globalFaults } from "../../../generated/convention.js";
import type { SoapBinding, SoapFunction, SoapType } from "../../../generated/doors/soap-v2.js";
import type { Shape } from "../../../generated/doors/values.js";
import type { NamespaceRow, OperationRow } from "../../../generated/tables.js";
import type { Check } from "../../../generated/validators.js";
import { meantName } from "../config/spelling.js";
import type { MethodDocument } from "./method-document.js";
import { Fault, globalFault, type FaultDetail } from "./faults.js";

/** Generated from the contract by scripts/generate. */
export interface ContractTables {
  readonly operations: Readonly<Record<string, OperationRow>>;
  /** The operations for the Router of @open-rpc/server-js. */
  readonly methods: MethodDocument;
  readonly namespaces: Readonly<Record<string, NamespaceRow>>;
  readonly aclNodes: readonly string[];
  /** Names of path and query parameters by operation of a REST resource. */
  readonly restOperations: Readonly<Record<string, readonly string[]>>;
  readonly argumentChecks: Readonly<Record<string, Check>>;
  /** Loaded on demand: large, and needed only to force results. */
  readonly resultChecks: () => Promise<Readonly<Record<string, Check>>>;
  /** How the XML doors encode results, and which members contain base64. */
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly base64Members: Readonly<Record<string, readonly string[]>>;
  readonly soapFunctions: Readonly<Record<string, SoapFunction>>;
  readonly soapTypes: Readonly<Record<SoapBinding, Readonly<Record<string, SoapType>>>>;
}

export class Contract {
  private readonly namespaceByName = new Map<string, string>();
  /** Operation names by accepted path, aliases included (conventions 3.4). */
  readonly operationNames: ReadonlyMap<unknown, string>;
  private readonly knownNodes: ReadonlySet<string>;

  constructor(readonly tables: ContractTables) {
    const { namespaces, operations, aclNodes } = tables;
    for (const [name, { aliases }] of Object.entries(namespaces)) {
      for (const known of [name, ...aliases]) this.namespaceByName.set(known, name);
    }
    const operationNames = new Map<unknown, string>();
    for (const [name, row] of Object.entries(operations)) {
      const spellings = [row.namespace, ...(namespaces[row.namespace]?.aliases ?? [])];
      for (const local of [row.name, ...row.aliases]) {
        for (const namespace of spellings) operationNames.set(`${namespace}.${local}`, name);
      }
    }
    this.operationNames = operationNames;
    this.knownNodes = new Set(aclNodes);
  }

  /** The namespace with this name or alias. */
  resolveNamespace(name: unknown): string | undefined {
    return typeof name === "string" ? this.namespaceByName.get(name) : undefined;
  }

  /** The operation at this path. Throws `resource_path_invalid`. */
  resolveOperation(path: unknown): { readonly name: string; readonly row: OperationRow } {
    const name = this.operationNames.get(path);
    if (name === undefined) {
      throw globalFault(
        "resource_path_invalid",
        typeof path === "string" ? unknownOperation(this, path) : undefined,
      );
    }
    return { name, row: this.tables.operations[name] as OperationRow };
  }

  /** Other accepted paths of an operation, in the form that `resources` lists. */
  aliasPaths(name: string): string[] {
    return [...this.operationNames]
      .filter(([path, target]) => target === name && path !== name)
      .map(([path]) => String(path));
  }

  /** A fault by name, looked up as in the real system: in the namespace, then globally, otherwise `unknown`. */
  fault(resource: string, name: string, detail?: FaultDetail): Fault {
    const own = this.tables.namespaces[resource]?.faults[name];
    if (own) return new Fault(name, own, resource, detail);
    const global = globalFaults[name];
    if (global) return new Fault(name, global, undefined, detail);
    return globalFault("unknown", detail);
  }

  /** The end of a message about an unknown access node: the nearest that there is. */
  meantNode(node: string): string {
    return meantName(node, [...this.knownNodes]);
  }

  /** The names that are not access nodes; `p/*` stands for p and everything below it. */
  unknownNodes(nodes: readonly string[]): string[] {
    return nodes.filter((node) => !this.knownNodes.has(node.endsWith("/*") ? node.slice(0, -2) : node));
  }
}
