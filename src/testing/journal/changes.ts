/** What a call, or everything since a snapshot, has changed: per record the members before and after, without secrets. */
import type { components } from "../../../generated/rest.js";
import { differences } from "../../engine/storage/difference.js";
import type { DocDifference } from "../../engine/storage/documents.js";
import { isRecorded } from "../../engine/storage/recording-storage.js";
import { State } from "../../engine/storage/state.js";
import type { Version } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { maxTextLength, truncatedValue, withoutNamedSecrets } from "./journal-values.js";
import { secretKind, stars } from "../secrets/names.js";

export type RecordedChange = components["schemas"]["RecordedChange"];

/** With secrets. A record that was created or deleted is one change as a whole. */
export function changesIn({ collection, id, before, after }: DocDifference): readonly RecordedChange[] {
  if (before === undefined && after === undefined) return [];
  const change = (member: string | null, one: unknown, other: unknown): RecordedChange => {
    return { collection, id, member, before: kept(one), after: kept(other) };
  };
  if (!before || !after) return [change(null, before, after)];
  const differing: (readonly [string, unknown, unknown])[] = [];
  addDifferences(differing, "", before, after);
  return differing.map(([path, one, other]) => change(path, one, other));
}

/** A copy of a large value, truncated; other values as they are. */
function kept(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const isShort = typeof value !== "object" && (typeof value !== "string" || value.length <= maxTextLength);
  // A part of a text would keep the whole text in memory.
  return isShort ? value : (JSON.parse(JSON.stringify(truncatedValue(value))) as unknown);
}

/** The approximate size of changes in the journal, in bytes. */
export function sizeOfChanges(changes: readonly RecordedChange[]): number {
  let size = 0;
  for (const { before, after } of changes) size += 100 + sizeOf(before) + sizeOf(after);
  return size;
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 0;
}

/** The change with stars in place of secrets. */
export function withStars(change: RecordedChange): RecordedChange {
  const { member, before, after } = change;
  const shown = (value: unknown): unknown => {
    if (value === null) return null;
    if (member !== null && secretKind(member) !== undefined) return stars;
    return withoutNamedSecrets(value);
  };
  return { ...change, before: shown(before), after: shown(after) };
}

/** The changes from one version in memory to another, without secrets. */
export async function* changesBetween(from: Version, to: Version): AsyncGenerator<RecordedChange, void> {
  if (!(from instanceof State) || !(to instanceof State))
    throw new TypeError("only versions in memory differ");
  for await (const batch of differences(from, to))
    for (const difference of batch)
      if (isRecorded(difference.collection)) yield* changesIn(difference).map(withStars);
}

/** Adds path, value before and value after of each member that differs: `values.0.price`, `items[1].qty_invoiced`. */
function addDifferences(
  differing: (readonly [string, unknown, unknown])[],
  path: string,
  before: unknown,
  after: unknown,
): void {
  if (isObject(before) && isObject(after)) {
    const below = path === "" ? "" : `${path}.`;
    let common = 0;
    for (const [name, one] of Object.entries(before)) {
      const other = after[name];
      if (other !== undefined) common += 1;
      if (one !== other) addDifferences(differing, below + name, one, other);
    }
    const names = Object.keys(after);
    if (common === names.length) return;
    for (const name of names)
      if (!Object.hasOwn(before, name)) addDifferences(differing, below + name, undefined, after[name]);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const index of before.keys())
      if (before[index] !== after[index])
        addDifferences(differing, `${path}[${index}]`, before[index], after[index]);
  } else differing.push([path, before, after]);
}
