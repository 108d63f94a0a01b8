/** Checks that all references between the rows of a state have targets (references.ts), in any order of rows. */
import {
  fixedTargets,
  rowReferences,
  referenceTargets,
  type Reference,
  type ReferenceTarget,
  type TargetName,
} from "./references.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { KeySet, type RowKey } from "./key-set.js";
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
  Object.entries<ReferenceTarget>(referenceTargets).map(([name, { from, path, entityType }]) => ({
    ...{ from, entityType, name: name as TargetName },
    find: finder(path),
  })),
);

export class ReferenceCheck implements CrossRowCheck {
  private readonly known = new Map<TargetName, KeySet>();
  /** References whose targets were not read yet, with the first row that has each. */
  private readonly open = new Map<Rule, Map<RowKey, { readonly at: RowIndex; readonly found: Found }>>();

  constructor(aclNodes: readonly string[]) {
    for (const name of Object.keys(referenceTargets)) this.known.set(name as TargetName, new KeySet());
    for (const [name, keys] of Object.entries(fixedTargets(aclNodes))) {
      const set = new KeySet();
      for (const key of keys) set.add(key);
      this.known.set(name as TargetName, set);
    }
  }

  note(collection: CollectionName, doc: Doc, at: RowIndex): void {
    for (const { name, find, entityType } of targets.get(collection) ?? []) {
      if (entityType !== undefined && (doc as { entity_type?: unknown }).entity_type !== entityType) continue;
      for (const { value } of find(doc)) if (isKey(value)) this.knownAs(name).add(value);
    }
    for (const rule of rules.get(collection) ?? []) {
      for (const found of rule.find(doc)) {
        const key = keyOf(rule, found.value);
        if (key === undefined || this.knownAs(rule.to).has(key)) continue;
        let open = this.open.get(rule);
        if (!open) this.open.set(rule, (open = new Map<RowKey, { at: RowIndex; found: Found }>()));
        if (!open.has(key)) open.set(key, { at, found });
      }
    }
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const [{ from, to }, open] of this.open) {
      for (const [key, { at, found }] of open) {
        if (this.knownAs(to).has(key)) continue;
        const message = `names ${JSON.stringify(found.value)}, which is not among ${to}`;
        yield { place: `${placeOf(from, at)}.${found.path}`, message };
      }
    }
  }

  private knownAs(name: TargetName): KeySet {
    return this.known.get(name) as KeySet;
  }
}

/** The key that a value refers to; undefined if it is not a reference. */
function keyOf({ none = [], as }: Reference, value: unknown): RowKey | undefined {
  if (!isKey(value) || none.includes(value)) return undefined;
  if (as === "number") return Number(value);
  if (as === "access node") return String(value).replace(/\/\*$/, "");
  return as === "lower case" ? String(value).toLowerCase() : value;
}

function isKey(value: unknown): value is RowKey {
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
