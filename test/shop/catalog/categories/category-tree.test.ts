import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ancestorIds,
  byPosition,
  childPlace,
  isWithin,
  moveNode,
  treeRootId,
  withDescendants,
  type Destination,
  type TreeNode,
} from "../../../../src/shop/catalog/categories/category-tree.js";

/** Category 2 with children A … of the given positions: A is 11, B is 12 and so on. */
function siblings(...positions: number[]): TreeNode[] {
  const count = positions.length;
  return [
    { id: 1, parent_id: 0, path: "1", level: 0, position: 0, children_count: count + 1 },
    { id: 2, parent_id: 1, path: "1/2", level: 1, position: 1, children_count: count },
    ...positions.map((position, n) => ({
      id: 11 + n,
      parent_id: 2,
      path: `1/2/${11 + n}`,
      level: 2,
      position,
      children_count: 0,
    })),
  ];
}

function apply(nodes: readonly TreeNode[], id: number, destination: Destination): TreeNode[] {
  const changed = new Map(moveNode(nodes, id, destination).map((node) => [node.id, node]));
  return nodes.map((node) => changed.get(node.id) ?? node);
}

/** "A1 B2": the children of category 2 in order. */
function shown(nodes: readonly TreeNode[]): string {
  const children = nodes.filter(({ parent_id }) => parent_id === 2).toSorted(byPosition);
  return children.map(({ id, position }) => String.fromCharCode(54 + id) + position).join(" ");
}

describe("a move within one parent", () => {
  const [A, B, C, D] = [11, 12, 13, 14];
  test.each([
    ["A after C", [1, 2, 3, 4], A, C, "B1 C2 A3 D4"],
    ["D first", [1, 2, 3, 4], D, 0, "D1 A2 B3 C4"],
    ["B last", [1, 2, 3, 4], B, null, "A1 C2 D3 B4"],
    ["C after A", [1, 2, 3, 4], C, A, "A1 C2 B3 D4"],
    ["B after A, its current place", [1, 2, 3, 4], B, A, "A1 B2 C3 D4"],
    ["A first, its current place", [1, 2, 3, 4], A, 0, "A1 B2 C3 D4"],
    ["D last, its current place", [1, 2, 3, 4], D, null, "A1 B2 C3 D4"],
    ["gaps stay if nothing moves", [3, 7, 9], B, A, "A3 B7 C9"],
    ["gaps shrink by one step", [3, 7, 9], A, B, "B6 A7 C9"],
    ["equal positions, the last of them moves first", [1, 1, 2], B, 0, "B1 A2 C2"],
    ["first, before a sibling at 0", [5, 0], A, 0, "A1 B1"],
  ])("%s", (_title, positions, id, after, want) => {
    expect(shown(apply(siblings(...positions), id, { parent_id: 2, after }))).toBe(want);
  });

  test("returns only changed categories", () => {
    const changed = moveNode(siblings(1, 2, 3, 4), A, { parent_id: 2, after: B });
    expect(changed.map(({ id, position }) => [id, position])).toEqual([
      [A, 2],
      [B, 1],
    ]);
    expect(moveNode(siblings(1, 2), B, { parent_id: 2, after: null })).toEqual([]);
  });
});

describe("a move to another parent", () => {
  const tree: TreeNode[] = [
    { id: 1, parent_id: 0, path: "1", level: 0, position: 0, children_count: 6 },
    { id: 2, parent_id: 1, path: "1/2", level: 1, position: 1, children_count: 5 },
    { id: 3, parent_id: 2, path: "1/2/3", level: 2, position: 1, children_count: 2 },
    { id: 30, parent_id: 2, path: "1/2/30", level: 2, position: 2, children_count: 0 },
    { id: 4, parent_id: 2, path: "1/2/4", level: 2, position: 3, children_count: 0 },
    { id: 5, parent_id: 3, path: "1/2/3/5", level: 3, position: 1, children_count: 1 },
    { id: 6, parent_id: 5, path: "1/2/3/5/6", level: 4, position: 1, children_count: 0 },
  ];
  const after = new Map(apply(tree, 3, { parent_id: 30, after: null }).map((node) => [node.id, node]));

  test("the subtree gets new paths and levels", () => {
    expect([3, 5, 6].map((id) => [after.get(id)?.path, after.get(id)?.level])).toEqual([
      ["1/2/30/3", 3],
      ["1/2/30/3/5", 4],
      ["1/2/30/3/5/6", 5],
    ]);
  });

  test("old siblings close the gap, the new parent counts all moved categories, and common ancestors are unchanged", () => {
    expect([30, 4].map((id) => after.get(id)?.position)).toEqual([1, 2]);
    expect([1, 2, 30].map((id) => after.get(id)?.children_count)).toEqual([6, 5, 3]);
  });
});

/** A model of the tree: parents and positions by ID, changed by the steps of catalog 10.8. */
class NaiveTree {
  readonly places = new Map<number, { parent: number; position: number }>([
    [treeRootId, { parent: 0, position: 0 }],
  ]);

  children(parent: number): number[] {
    const ids = [...this.places.keys()].filter((id) => this.place(id).parent === parent);
    return ids.sort((a, b) => this.place(a).position - this.place(b).position || a - b);
  }

  below(id: number): number[] {
    return this.children(id).flatMap((child) => [child, ...this.below(child)]);
  }

  move(id: number, parent: number, after: number | null): void {
    const place = this.place(id);
    const order = this.children(parent);
    const before = order.indexOf(id);
    if (place.parent === parent) {
      if (after === null && before === order.length - 1) return;
      if (after === 0 && before === 0) return;
      if (after !== null && after !== 0 && order[before - 1] === after) return;
    }
    for (const sibling of this.children(place.parent)) {
      if (this.place(sibling).position > place.position) this.place(sibling).position -= 1;
    }
    const others = this.children(parent).filter((sibling) => sibling !== id);
    const highest = Math.max(0, ...others.map((sibling) => this.place(sibling).position));
    const point = after === null ? highest : after === 0 ? -1 : this.place(after).position;
    for (const sibling of others) {
      if (this.place(sibling).position > point) this.place(sibling).position += 1;
    }
    this.places.set(id, { parent, position: after === 0 ? 1 : point + 1 });
  }

  place(id: number) {
    return this.places.get(id) as { parent: number; position: number };
  }

  /** The model with all further members of the real tree, computed from scratch. */
  nodes(): TreeNode[] {
    return [...this.places.keys()].map((id) => {
      const path = this.pathOf(id);
      const { parent, position } = this.place(id);
      const children_count = this.below(id).length;
      return { id, parent_id: parent, position, path, level: path.split("/").length - 1, children_count };
    });
  }

  private pathOf(id: number): string {
    const { parent } = this.place(id);
    return parent === 0 ? String(id) : `${this.pathOf(parent)}/${id}`;
  }
}

type Step = { kind: "create" | "move" | "delete"; pick: number; to: number; after: number; position: number };

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("create", "create", "move", "move", "move", "delete"),
    pick: fc.nat(1000),
    to: fc.nat(1000),
    after: fc.nat(1000),
    position: fc.integer({ min: -6, max: 6 }),
  }),
  { maxLength: 40 },
);

test("after any creates, moves and deletes: a tree, with the positions of the naive model", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const naive = new NaiveTree();
      let tree = naive.nodes();
      for (const [n, step] of all.entries()) {
        tree = perform(tree, naive, step, n + 2);
        expect(sorted(tree)).toEqual(sorted(naive.nodes()));
      }
    }),
    { numRuns: 300 },
  );
});

/** One step on both trees; an illegal step does nothing. */
function perform(tree: TreeNode[], naive: NaiveTree, step: Step, newId: number): TreeNode[] {
  const ids = [...naive.places.keys()];
  const picked = ids[step.pick % ids.length] as number;
  const target = ids[step.to % ids.length] as number;
  const node = tree.find(({ id }) => id === picked) as TreeNode;
  if (step.kind === "create") return create(tree, naive, { parent: node, position: step.position, newId });
  if (picked === treeRootId) return tree;
  if (step.kind === "delete") return remove(tree, naive, node);

  if (target === picked || naive.below(picked).includes(target)) return tree;
  const choices = [null, 0, ...naive.children(target).filter((id) => id !== picked)];
  const after = choices[step.after % choices.length] as number | null;
  naive.move(picked, target, after);
  return apply(tree, picked, { parent_id: target, after });
}

function create(
  tree: TreeNode[],
  naive: NaiveTree,
  { parent, position, newId }: { parent: TreeNode; position: number; newId: number },
): TreeNode[] {
  const children = tree.filter(({ parent_id }) => parent_id === parent.id);
  const place = childPlace(parent, children, newId, position < 0 ? undefined : position);
  naive.places.set(newId, { parent: parent.id, position: place.position });
  return [...counted(tree, place, 1), { id: newId, ...place, children_count: 0 }];
}

function remove(tree: TreeNode[], naive: NaiveTree, node: TreeNode): TreeNode[] {
  for (const id of [node.id, ...naive.below(node.id)]) naive.places.delete(id);
  const kept = tree.filter((one) => !isWithin(one, node));
  return counted(kept, node, -(1 + node.children_count));
}

function counted(tree: TreeNode[], place: { path: string }, change: number): TreeNode[] {
  const ancestors = tree.filter(({ id }) => ancestorIds(place).includes(id));
  const changed = new Map(withDescendants(ancestors, change).map((node) => [node.id, node]));
  return tree.map((node) => changed.get(node.id) ?? node);
}

function sorted(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.toSorted((a, b) => a.id - b.id);
}
