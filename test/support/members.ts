/** The values in the arguments of the operations, one by one, as the contract describes them. */
import { bundle } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { operationsOf, referredSchema } from "../../src/engine/chapters/views.js";
import { readChapters } from "../../scripts/spec/chapters.js";

export interface Place {
  readonly operation: string;
  /** The parameter and the members below it; 0 is the first entry of a list. */
  readonly path: readonly (string | 0)[];
  /** A schema without branches. */
  readonly schema: Schema;
}

const contract = bundle(readChapters());

/** All values in the arguments of all operations that write. */
export function placesOfWrites(): Place[] {
  const writes = operationsOf(contract).filter((method) => method["x-effect"] === "write");
  const places = writes.flatMap(({ name: operation, params }) =>
    params.flatMap(({ name, schema }) => placesIn(operation, [name], schema)),
  );
  const known = new Map(places.map((place) => [`${titleOf(place)} ${String(place.schema.type)}`, place]));
  return [...known.values()];
}

export function titleOf({ operation, path }: Place): string {
  return `${operation} ${path.join(".")}`;
}

function placesIn(operation: string, path: Place["path"], given: Schema): Place[] {
  const schema = referredSchema(contract, given);
  const branches = [schema.oneOf, schema.anyOf].flatMap((one) => (one ?? []) as Schema[]);
  if (branches.length > 0) return branches.flatMap((branch) => placesIn(operation, path, branch));
  if (schema.type === "array") return placesIn(operation, [...path, 0], schema.items as Schema);
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (schema.type !== "object") return [{ operation, path, schema }];
  return members.flatMap(([name, member]) => placesIn(operation, [...path, name], member));
}

/** The arguments with another value at a place. */
export function withValueAt(args: object, { path }: Place, value: unknown): Record<string, unknown> {
  return replaced(args, path, value) as Record<string, unknown>;
}

function replaced(whole: unknown, [first, ...rest]: Place["path"], value: unknown): unknown {
  if (first === undefined) return value;
  if (first === 0) {
    const [entry = {}, ...others] = Array.isArray(whole) ? (whole as unknown[]) : [];
    return [replaced(entry, rest, value), ...others];
  }
  const members =
    typeof whole === "object" && !Array.isArray(whole) ? (whole as Record<string, unknown>) : {};
  return { ...members, [first]: replaced(members[first], rest, value) };
}
