/** What a change of a contract means for those who built on it. */

/** breaking: a client that was right before can be wrong now · additive: more than before · documentation: text alone */
export type Class = "breaking" | "additive" | "documentation";

export interface Change {
  readonly class: Class;
  /** Where, for people: `catalog_product.info result.price`. */
  readonly at: string;
  readonly what: string;
}

/** Schemas of what clients send, and of what they are answered: the same change means the opposite for the two. */
export type Direction = "sent" | "answered";

export function change(kind: Class, at: string, what: string): Change {
  return { class: kind, at, what };
}

/** Fewer values than before: clients that send the others are refused, clients that read them are fine. */
export function narrower(direction: Direction, at: string, what: string): Change {
  return change(direction === "sent" ? "breaking" : "additive", at, what);
}

/** More values than before. */
export function wider(direction: Direction, at: string, what: string): Change {
  return change(direction === "sent" ? "additive" : "breaking", at, what);
}

/** The texts of two things that only people read. */
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

/** Equal as JSON, whatever the order of members. */
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

/** Members by name in both, in the order of the new one, those that are gone last. */
export function* byName<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Iterable<readonly [name: string, before: T | undefined, after: T | undefined]> {
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
    yield [name, before[name], after[name]];
  }
}
