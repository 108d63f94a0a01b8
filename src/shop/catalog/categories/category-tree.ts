/**
 * The arithmetic of the category tree: places, orders and counts (catalog 10.6, 10.8, 10.9).
 *
 * What is changed comes back as new nodes; saving them is the caller's business.
 */
import { nextPosition } from "../attribute-values/positions.js";

/** Where a category is. */
export interface TreePlace {
  /** 0 for the tree root. */
  readonly parent_id: number;
  /** IDs from the tree root to the node itself, joined by "/". */
  readonly path: string;
  /** Number of "/" in the path. */
  readonly level: number;
  /** Place among its siblings; gaps and equal positions are legal. */
  readonly position: number;
}

export interface TreeNode extends TreePlace {
  readonly id: number;
  /** Number of all descendants. */
  readonly children_count: number;
}

/** The technical root of the tree; never shown, carries no products. */
export const treeRootId = 1;

/** Sorts nodes by position, equal ones by ID. */
export function byPosition(a: TreeNode, b: TreeNode): number {
  return a.position - b.position || a.id - b.id;
}

/** IDs of the ancestors, from the tree root to the parent. */
export function ancestorIds(node: Pick<TreePlace, "path">): number[] {
  return node.path.split("/").slice(0, -1).map(Number);
}

/** Is the node the other one or one of its descendants? Whole segments count: 1/2/30 is not below 1/2/3. */
export function isWithin(node: Pick<TreePlace, "path">, other: Pick<TreePlace, "path">): boolean {
  return node.path === other.path || node.path.startsWith(`${other.path}/`);
}

/** The place of a new child; without a position behind the last sibling, the first child at 1. */
export function childPlace(
  parent: TreeNode,
  siblings: readonly TreeNode[],
  id: number,
  position = nextPosition(lastPosition(siblings)),
): TreePlace {
  return { parent_id: parent.id, path: `${parent.path}/${id}`, level: parent.level + 1, position };
}

/** The nodes after so many descendants came (or went, when negative). */
export function withDescendants<Node extends TreeNode>(ancestors: readonly Node[], change: number): Node[] {
  return ancestors.map((node) => ({ ...node, children_count: node.children_count + change }));
}

/** Where a moved category goes. */
export interface Destination {
  readonly parent_id: number;
  /** The sibling to be placed after; 0 = first, null = last. */
  readonly after: number | null;
}

/**
 * Moves a node with everything below it and answers the nodes that changed; none when it is there already.
 *
 * Needs the node, the new parent, the old and new siblings and, for another parent, the subtree and the ancestors of
 * both places; more nodes do no harm. Of a node that comes twice the last one counts. The destination must be legal:
 * not within the subtree, `after` a child of the new parent other than the node.
 */
export function moveNode<Node extends TreeNode>(
  nodes: readonly Node[],
  id: number,
  { parent_id, after }: Destination,
): Node[] {
  const tree = new TreeChange(nodes);
  const node = tree.get(id);
  const parent = tree.get(parent_id);
  if (isThere(node, tree.children(parent_id), { parent_id, after })) return [];

  for (const sibling of tree.children(node.parent_id)) {
    if (sibling.id === id || sibling.position <= node.position) continue;
    tree.change(sibling.id, { position: sibling.position - 1 });
  }
  const siblings = tree.children(parent_id).filter((sibling) => sibling.id !== id);
  const position = after === null ? lastPosition(siblings) : after === 0 ? 0 : tree.get(after).position;
  for (const sibling of siblings) {
    // "First" is in front of all, also of a sibling that was created at position 0.
    if (after !== 0 && sibling.position <= position) continue;
    tree.change(sibling.id, { position: nextPosition(sibling.position) });
  }

  const place = childPlace(parent, siblings, id, nextPosition(position));
  tree.change(id, place);
  if (parent_id !== node.parent_id) carrySubtree(tree, node, place);
  return tree.changed();
}

/** The subtree follows its moved root, and the ancestors of both places count it. */
function carrySubtree<Node extends TreeNode>(tree: TreeChange<Node>, node: Node, place: TreePlace): void {
  for (const descendant of tree.nodes()) {
    if (descendant.id === node.id || !isWithin(descendant, node)) continue;
    tree.change(descendant.id, {
      path: place.path + descendant.path.slice(node.path.length),
      level: descendant.level + place.level - node.level,
    });
  }
  const size = 1 + node.children_count;
  for (const id of ancestorIds(node)) tree.count(id, -size);
  for (const id of ancestorIds(place)) tree.count(id, size);
}

/** Is the node at its destination already: same parent, same neighbour in front? */
function isThere(node: TreeNode, children: readonly TreeNode[], { parent_id, after }: Destination): boolean {
  if (node.parent_id !== parent_id) return false;
  const order = children.toSorted(byPosition).map(({ id }) => id);
  const place = order.indexOf(node.id);
  return after === null ? place === order.length - 1 : (order[place - 1] ?? 0) === after;
}

function lastPosition(siblings: readonly TreeNode[]): number {
  return siblings.reduce((highest, { position }) => Math.max(highest, position), 0);
}

/** Nodes on their way to a new state. */
class TreeChange<Node extends TreeNode> {
  private readonly before: ReadonlyMap<number, Node>;
  private readonly now: Map<number, Node>;

  constructor(nodes: readonly Node[]) {
    this.before = new Map(nodes.map((node) => [node.id, node]));
    this.now = new Map(this.before);
  }

  get(id: number): Node {
    const node = this.now.get(id);
    if (!node) throw new Error(`category ${id} is missing from the nodes of the change`);
    return node;
  }

  nodes(): Node[] {
    return [...this.now.values()];
  }

  children(parentId: number): Node[] {
    return this.nodes().filter(({ parent_id }) => parent_id === parentId);
  }

  change(id: number, change: Partial<TreePlace>): void {
    this.now.set(id, { ...this.get(id), ...change });
  }

  count(id: number, by: number): void {
    const node = this.get(id);
    this.now.set(id, { ...node, children_count: node.children_count + by });
  }

  /** Without those that were changed back, for example siblings that moved up and down again. */
  changed(): Node[] {
    return this.nodes().filter((node) => {
      const old = this.before.get(node.id);
      return placeKeys.some((key) => node[key] !== old?.[key]);
    });
  }
}

const placeKeys = ["parent_id", "path", "level", "position", "children_count"] as const;
