/** How often something happened, by kind. Every kind is there from the beginning, so that the first one shows as a rise. */
export class Counts<Kind extends string> {
  private readonly counts: Map<Kind, number>;

  constructor(kinds: readonly Kind[]) {
    this.counts = new Map(kinds.map((kind) => [kind, 0]));
  }

  add(kind: Kind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  get all(): readonly (readonly [Kind, number])[] {
    return [...this.counts];
  }
}
