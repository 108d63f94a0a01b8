/**
 * The category tree: places, positions and counts (catalog 10.6, 10.8, 10.9).
 *
 * The functions return changed nodes as new objects; the caller saves them.
 */
import { positiveInt } from "../../../engine/values/whole-numbers.js";
import { nextPosition } from "../attribute-values/positions.js";

/** The place of a category in the tree. */
interface TreePlace {
  /** 0 for the tree root. */
  readonly parent_id: number;
  /** IDs from the tree root to the node itself, joined by "/". */
  readonly path: string;
  /** Number of "/" in the path. */
  readonly level: number;
  /** Position among its siblings; gaps and duplicates are allowed. */
  readonly position: number;
}

export interface TreeNode extends TreePlace {
  readonly id: number;
  /** Number of all descendants. */
  readonly children_count: number;
}

/** The internal root of the tree. It has no products, and storefronts do not show it. */
export const treeRootId = 1;

/** Compares by position, then by ID. */
export function byPosition(a: TreeNode, b: TreeNode): number {
  return a.position - b.position || a.id - b.id;
}

/** IDs of the ancestors, from the tree root to the parent. */
export function ancestorIds(node: Pick<TreePlace, "path">): number[] {
  return node.path.split("/").slice(0, -1).map(Number);
}

/** Whether a node is the other one or one of its descendants. Compares whole segments: 1/2/30 is not below 1/2/3. */
export function isWithin(node: Pick<TreePlace, "path">, other: Pick<TreePlace, "path">): boolean {
  return node.path === other.path || node.path.startsWith(`${other.path}/`);
}

/** The place of a new child; by default after the last sibling, and 1 for the first child. */
export function childPlace(
  parent: TreeNode,
  siblings: readonly TreeNode[],
  id: number,
  position = nextPosition(lastPosition(siblings), positiveInt),
): TreePlace {
  return { parent_id: parent.id, path: `${parent.path}/${id}`, level: parent.level + 1, position };
}

/** The ancestors with their counts changed by the number of added (or removed) descendants. */
export function withDescendants<Node extends TreeNode>(ancestors: readonly Node[], change: number): Node[] {
  return ancestors.map((node) => ({ ...node, children_count: node.children_count + change }));
}

/** The target of a move. */
export interface Destination {
  readonly parent_id: number;
  /** The sibling before the new place; 0 = first, null = last. */
  readonly after: number | null;
}

/**
 * Moves a node with its subtree and returns the nodes that changed; none if it is already at the destination.
 *
 * Needs the node, the new parent, the old and new siblings and, for another parent, the subtree and the ancestors of
 * both places. Further nodes are ignored. If a node occurs twice, the last one counts. The caller has checked the
 * destination: not within the subtree, `after` a child of the new parent other than the node.
 */
export function moveNode<Node extends TreeNode>(
  nodes: readonly Node[],
  id: number,
  { parent_id, after }: Destination,
): Node[] {
  const tree = new TreeChange(nodes);
  const node = tree.get(id);
  const parent = tree.get(parent_id);
  if (isAtDestination(node, tree.children(parent_id), { parent_id, after })) return [];

  for (const sibling of tree.children(node.parent_id)) {
    if (sibling.id === id || sibling.position <= node.position) continue;
    tree.change(sibling.id, { position: sibling.position - 1 });
  }
  const siblings = tree.children(parent_id).filter((sibling) => sibling.id !== id);
  const position = after === null ? lastPosition(siblings) : after === 0 ? 0 : tree.get(after).position;
  for (const sibling of siblings) {
    // "First" is before all siblings, including one that was created at position 0.
    if (after !== 0 && sibling.position <= position) continue;
    tree.change(sibling.id, { position: nextPosition(sibling.position, positiveInt) });
  }

  const place = childPlace(parent, siblings, id, nextPosition(position, positiveInt));
  tree.change(id, place);
  if (parent_id !== node.parent_id) moveSubtree(tree, node, place);
  return tree.changed();
}

/** Updates the paths and levels of the subtree, and the counts of the ancestors of both places. */
function moveSubtree<Node extends TreeNode>(tree: TreeChange<Node>, node: Node, place: TreePlace): void {
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

/** Whether the node is already at its destination: same parent, same previous sibling. */
function isAtDestination(
  node: TreeNode,
  children: readonly TreeNode[],
  { parent_id, after }: Destination,
): boolean {
  if (node.parent_id !== parent_id) return false;
  const order = children.toSorted(byPosition).map(({ id }) => id);
  const place = order.indexOf(node.id);
  return after === null ? place === order.length - 1 : (order[place - 1] ?? 0) === after;
}

function lastPosition(siblings: readonly TreeNode[]): number {
  return siblings.reduce((highest, { position }) => Math.max(highest, position), 0);
}

/** Collects changes to nodes. */
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

  /** The nodes that differ from the start, without those that were changed back. */
  changed(): Node[] {
    return this.nodes().filter((node) => {
      const old = this.before.get(node.id);
      return placeKeys.some((key) => node[key] !== old?.[key]);
    });
  }
}

const placeKeys = ["parent_id", "path", "level", "position", "children_count"] as const;
