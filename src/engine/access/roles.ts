/** The permissions of a role: its granted access nodes, compared with the nodes of an operation (conventions 7.2). */
import type { OperationRow } from "../../../generated/tables.js";
import type { Contract } from "../contract/contract.js";

export class Grants {
  /** The operations that the user may call, for example `catalog_product.info`. */
  readonly operations: Pick<ReadonlySet<string>, "has">;
  private readonly areAll: boolean;

  constructor(
    private readonly nodes: readonly string[],
    private readonly contract: Contract,
  ) {
    this.areAll = nodes.includes("all");
    const rows = Object.entries(contract.tables.operations);
    const granted = this.areAll ? rows : rows.filter(([, row]) => this.reachesOperation(row));
    this.operations = new Set(granted.map(([name]) => name));
  }

  /** Whether the user may see a namespace. */
  allowsNamespace(namespace: string): boolean {
    return this.areAll || this.reaches(this.contract.tables.namespaces[namespace]?.acl ?? "");
  }

  private reachesOperation({ namespace, acl }: OperationRow): boolean {
    return (
      this.reaches(this.contract.tables.namespaces[namespace]?.acl ?? "") &&
      (acl === null || this.covers(acl))
    );
  }

  private covers(node: string): boolean {
    return this.nodes.some((granted) => {
      if (!granted.endsWith("/*")) return granted === node;
      return isWithin(node, granted.slice(0, -2));
    });
  }

  private reaches(node: string): boolean {
    return this.covers(node) || this.nodes.some((granted) => granted.startsWith(`${node}/`));
  }
}

/** Whether `node` is `ancestor` or below it. */
function isWithin(node: string, ancestor: string): boolean {
  return node === ancestor || node.startsWith(`${ancestor}/`);
}

/** Returns the grants of the nodes of a role. */
export type GrantsOf = (nodes: readonly string[]) => Grants;

export function grantsBy(contract: Contract): GrantsOf {
  return (nodes) => new Grants(nodes, contract);
}
