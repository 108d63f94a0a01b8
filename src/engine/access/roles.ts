/** The permissions of a role: its granted access nodes, compared with the nodes of an operation (conventions 7.2). */
import type { Contract } from "../contract/contract.js";

export class Grants {
  private readonly verdicts = new Map<string, boolean>();
  private readonly areAll: boolean;

  constructor(
    private readonly nodes: readonly string[],
    private readonly contract: Contract,
  ) {
    this.areAll = nodes.includes("all");
  }

  /** Whether the user may call an operation, for example `catalog_product.info`. */
  allows(operation: string): boolean {
    let verdict = this.verdicts.get(operation);
    if (verdict === undefined) {
      verdict = this.areAll || this.reachesOperation(operation);
      this.verdicts.set(operation, verdict);
    }
    return verdict;
  }

  /** Whether the user may see a namespace. */
  allowsNamespace(namespace: string): boolean {
    return this.areAll || this.reaches(this.contract.tables.namespaces[namespace]?.acl ?? "");
  }

  /** Whether a node is granted, as REST resources require. */
  allowsNode(node: string): boolean {
    return this.areAll || this.covers(node);
  }

  private reachesOperation(operation: string): boolean {
    const { operations, namespaces } = this.contract.tables;
    const row = operations[operation];
    if (!row) return false;
    return this.reaches(namespaces[row.namespace]?.acl ?? "") && (row.acl === null || this.covers(row.acl));
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

/** Returns the grants of a user; `roles: null` is no role. */
export type GrantsOf = (user: { readonly roles: readonly string[] | null }) => Grants;

export function grantsBy(contract: Contract): GrantsOf {
  return ({ roles }) => new Grants(roles ?? [], contract);
}
