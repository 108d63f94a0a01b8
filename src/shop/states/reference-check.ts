/** Checks that all references between the rows of a state have targets (references.ts), in any order of rows. */
import {
  fixedTargets,
  rowReferences,
  referenceTargets,
  type Reference,
  type ReferenceTarget,
  type TargetName,
} from "./references.js";
import type { CollectionName, Doc, Key } from "../../engine/storage/documents.js";
import { isObject } from "../../engine/values/coercion.js";
import type { StateProblem } from "../../engine/states/problem.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";

interface Found {
  readonly path: string;
  readonly value: unknown;
}

/** The values at a path of a row. */
export type Find = (doc: unknown) => Iterable<Found>;

interface Rule extends Reference {
  readonly find: Find;
}

const rules = groupedBy(rowReferences.map((reference) => ({ ...reference, find: finder(reference.path) })));
const targets = groupedBy(
  Object.entries<ReferenceTarget>(referenceTargets).map(([name, target]) => ({
    ...target,
    name: name as TargetName,
    find: finder(target.path),
  })),
);

/** A reference that has no target of the row so far. */
interface Open {
  readonly at: RowIndex;
  readonly found: Found;
  readonly by: Key;
}

export class ReferenceCheck implements CrossRowCheck {
  private readonly known = new Map<TargetName, Set<Key>>();
  /** The owners of targets that belong to rows. */
  private readonly owners = new Map<number, number>();
  /** References whose targets were not read yet or belong to another row, with the first row that has each. */
  private readonly open = new Map<Rule, Map<Key, Open>>();

  constructor(aclNodes: readonly string[]) {
    for (const name of Object.keys(referenceTargets)) this.known.set(name as TargetName, new Set());
    for (const [name, keys] of Object.entries(fixedTargets(aclNodes)))
      this.known.set(name as TargetName, new Set(keys));
  }

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    const row = doc as object as Record<string, unknown>;
    for (const { name, find, entityType, owner } of targets.get(collection) ?? []) {
      if (entityType !== undefined && row.entity_type !== entityType) continue;
      for (const { value } of find(doc)) if (isKey(value)) this.knownAs(name).add(value);
      if (owner !== undefined && isValid) this.owners.set(Number(doc.id), Number(row[owner]));
    }
    for (const rule of rules.get(collection) ?? []) {
      for (const found of rule.find(doc)) {
        const key = keyOf(rule, found.value);
        if (key === undefined || this.has(rule, key, doc.id)) continue;
        let open = this.open.get(rule);
        if (!open) this.open.set(rule, (open = new Map<Key, Open>()));
        // Of several rows with a target that can belong to one only, each is looked at in the end.
        const first = open.get(key);
        const name = rule.isOwn && first && first.by !== doc.id ? `${key} ${doc.id}` : key;
        if (!open.has(name)) open.set(name, { at, found, by: doc.id });
      }
    }
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const [rule, open] of this.open) {
      for (const { at, found, by } of open.values()) {
        const key = keyOf(rule, found.value);
        if (key === undefined || this.has(rule, key, by)) continue;
        const message = this.knownAs(rule.to).has(key)
          ? `names address ${key}, which customer ${this.owners.get(Number(key))} has`
          : `names ${JSON.stringify(found.value)}, which is not among ${rule.to}`;
        yield { place: `${placeOf(rule.from, at)}.${found.path}`, message };
      }
    }
  }

  /** Whether a row may refer to a target. */
  private has({ to, isOwn }: Rule, key: Key, by: Key): boolean {
    if (!this.knownAs(to).has(key)) return false;
    const owner = isOwn && this.owners.get(Number(key));
    return owner === undefined || owner === by;
  }

  private knownAs(name: TargetName): Set<Key> {
    return this.known.get(name) as Set<Key>;
  }
}

/** The key that a value refers to; undefined if it is not a reference. */
function keyOf({ none = [], as }: Reference, value: unknown): Key | undefined {
  if (!isKey(value) || none.includes(value)) return undefined;
  if (as === "number") return Number(value);
  if (as === "access node") return String(value).replace(/\/\*$/, "");
  return as === "lower case" ? String(value).toLowerCase() : value;
}

function isKey(value: unknown): value is Key {
  return typeof value === "number" || typeof value === "string";
}

export function finder(path: string): Find {
  const steps = path.match(/[^.[\]]+|\[\]/g) ?? [];
  // Fast path: most paths are a single member.
  const [only = ""] = steps;
  if (steps.length === 1) return (doc) => [{ path, value: (doc as Record<string, unknown>)[only] }];
  return (doc) => walk(doc, steps, 0, "");
}

function* walk(value: unknown, steps: readonly string[], at: number, way: string): Generator<Found> {
  const step = steps[at];
  if (step === undefined) yield { path: way, value };
  else if (step === "[]") {
    if (!Array.isArray(value)) return;
    for (const [index, one] of value.entries()) yield* walk(one, steps, at + 1, `${way}[${index}]`);
  } else if (!isObject(value)) return;
  else if (step.startsWith("{")) {
    const prefix = step.slice(1, -1);
    for (const name of Object.keys(value))
      if (name.startsWith(prefix)) yield { path: `${way}.${name}`, value: name.slice(prefix.length) };
  } else {
    for (const name of step === "*" ? Object.keys(value) : [step])
      yield* walk(value[name], steps, at + 1, way === "" ? name : `${way}.${name}`);
  }
}

function groupedBy<Row extends { readonly from: CollectionName }>(
  rows: readonly Row[],
): ReadonlyMap<CollectionName, readonly Row[]> {
  const groups = new Map<CollectionName, Row[]>();
  for (const row of rows) groups.set(row.from, [...(groups.get(row.from) ?? []), row]);
  return groups;
}
