/** Event counters by kind. All kinds start at 0, so that metrics show the first event as an increase. */
export class EventCounts<Kind extends string> {
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
