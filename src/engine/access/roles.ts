/** What a role permits: a set of granted nodes, judged against the nodes of an operation (conventions 7.2). */
import { aclNodes, namespaces, operations } from "../../../generated/tables.js";

const knownNodes = new Set(aclNodes);

/** Names in `nodes` that are no access nodes; `p/*` grants p and everything below it. */
export function unknownNodes(nodes: readonly string[]): string[] {
  return nodes.filter((node) => !knownNodes.has(node.endsWith("/*") ? node.slice(0, -2) : node));
}

export class Grants {
  private readonly verdicts = new Map<string, boolean>();

  constructor(private readonly nodes: readonly string[]) {}

  /** May the holder call the operation, for example `catalog_product.info`? */
  allows(operation: string): boolean {
    let verdict = this.verdicts.get(operation);
    if (verdict === undefined) {
      const row = operations[operation as keyof typeof operations];
      const namespaceNode = namespaces[row.namespace]?.acl ?? "";
      verdict =
        this.has("all") || (this.reaches(namespaceNode) && (row.acl === null || this.covers(row.acl)));
      this.verdicts.set(operation, verdict);
    }
    return verdict;
  }

  /** May the holder know of the namespace at all? */
  allowsNamespace(namespace: string): boolean {
    return this.has("all") || this.reaches(namespaces[namespace]?.acl ?? "");
  }

  /** May the holder use a node as such, as the REST resource asks? */
  allowsNode(node: string): boolean {
    return this.has("all") || this.covers(node);
  }

  private has(node: string): boolean {
    return this.nodes.includes(node);
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

/** Is `node` the same as `ancestor`, or below it? */
function isWithin(node: string, ancestor: string): boolean {
  return node === ancestor || node.startsWith(`${ancestor}/`);
}

/** The grants of a role; null = no role. */
export function grantsOf(user: { readonly roles: readonly string[] | null }): Grants {
  return new Grants(user.roles ?? []);
}
