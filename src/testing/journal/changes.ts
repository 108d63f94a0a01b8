/** What a call, or everything since a snapshot, has changed: per record the members before and after, without secrets. */
import type { components } from "../../../generated/rest.js";
import { differences } from "../../engine/storage/difference.js";
import type { DocDifference } from "../../engine/storage/documents.js";
import { isRecorded } from "../../engine/storage/recording-storage.js";
import { State } from "../../engine/storage/state.js";
import type { Version } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { truncatedValue } from "./journal-values.js";
import { secretKind, stars } from "../secrets/names.js";

export type RecordedChange = components["schemas"]["RecordedChange"];

/** A record that was created or deleted is one change as a whole. */
export function* changesIn({
  collection,
  id,
  before,
  after,
}: DocDifference): Generator<RecordedChange, void> {
  if (before === undefined && after === undefined) return;
  const change = (member: string | null, one: unknown, other: unknown): RecordedChange => {
    return { collection, id, member, before: shown(member, one), after: shown(member, other) };
  };
  if (!before || !after) yield change(null, before, after);
  else for (const [path, one, other] of membersThatDiffer("", before, after)) yield change(path, one, other);
}

/** The changes from one version in memory to another. */
export async function* changesBetween(from: Version, to: Version): AsyncGenerator<RecordedChange, void> {
  if (!(from instanceof State) || !(to instanceof State))
    throw new TypeError("only versions in memory differ");
  for await (const batch of differences(from, to))
    for (const difference of batch) if (isRecorded(difference.collection)) yield* changesIn(difference);
}

/** Yields path, value before and value after: `values.0.price`, `items[1].qty_invoiced`. */
function* membersThatDiffer(
  path: string,
  before: unknown,
  after: unknown,
): Generator<readonly [string, unknown, unknown]> {
  if (before === after) return;
  if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* membersThatDiffer(path === "" ? name : `${path}.${name}`, before[name], after[name]);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const index of before.keys())
      yield* membersThatDiffer(`${path}[${index}]`, before[index], after[index]);
  } else yield [path, before, after];
}

/** The value as JSON, with stars in place of secrets and with truncated texts. */
function shown(member: string | null, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (member !== null && secretKind(member) !== undefined) return stars;
  if (typeof value !== "object") return truncatedValue(value);
  const text = JSON.stringify(truncatedValue(value), (name, one: unknown) =>
    secretKind(name) !== undefined && one !== null && one !== "" ? stars : one,
  );
  return JSON.parse(text) as unknown;
}
