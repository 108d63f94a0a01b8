/** Changes of a contract and their effect on its clients. */

/** breaking: a correct client may fail now · additive: more is possible than before · documentation: only texts */
export type Class = "breaking" | "additive" | "documentation";

export interface Change {
  readonly class: Class;
  /** The place in a readable form: `catalog_product.info result.price`. */
  readonly at: string;
  readonly what: string;
}

/** Whether clients send or receive the values of a schema: the same change has opposite effects. */
export type Direction = "sent" | "answered";

export function change(kind: Class, at: string, what: string): Change {
  return { class: kind, at, what };
}

/** Fewer values than before: breaks clients that send the removed ones, but not clients that read values. */
export function narrower(direction: Direction, at: string, what: string): Change {
  return change(direction === "sent" ? "breaking" : "additive", at, what);
}

/** More values than before. */
export function wider(direction: Direction, at: string, what: string): Change {
  return change(direction === "sent" ? "additive" : "breaking", at, what);
}

/** Changes of texts that only people read. */
export function* textChanges(
  at: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  members: readonly string[],
): Iterable<Change> {
  for (const member of members) {
    if (!isSame(before[member], after[member])) yield change("documentation", at, `another ${member}`);
  }
}

/** Whether two values are equal as JSON, in any order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "undefined"
  );
}

/** Pairs the members of both by name, in the order of the new one; removed members come last. */
export function* byName<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Iterable<readonly [name: string, before: T | undefined, after: T | undefined]> {
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
    yield [name, before[name], after[name]];
  }
}
