/** Versions that the journals still contain. Going back to one of them needs only a record with its name. */
import type { State } from "./state.js";
import type { CollectionName } from "./storage.js";

interface Name {
  /** The version is what there was after this record, … */
  readonly record: number;
  /** … but for these collections. */
  readonly except: readonly CollectionName[];
}

export class DurableVersions {
  private names = new WeakMap<State, Name>();
  private isTurning = false;

  /** @param oldest the record whose state the JSON file holds: what was before it cannot be found again */
  constructor(private oldest: number) {}

  note(version: State, record: number, except: readonly CollectionName[] = []): void {
    const known = this.recordOf(version, except);
    if (known === undefined) this.names.set(version, { record, except });
  }

  /** The record after which there was the version, apart from the collections that are kept as they are. */
  recordOf(version: State, keep: readonly CollectionName[]): number | undefined {
    const name = this.names.get(version);
    if (!name || this.isTurning || name.record < this.oldest) return undefined;
    return name.except.every((collection) => keep.includes(collection)) ? name.record : undefined;
  }

  /** Between two journals: what names a record of the old one must not get into the new one. */
  async turning(turn: () => Promise<number>): Promise<void> {
    this.isTurning = true;
    try {
      this.oldest = await turn();
    } finally {
      this.isTurning = false;
    }
  }

  /** The state changed without a record of it, so a number may now stand for two states. */
  forget(): void {
    this.names = new WeakMap();
  }
}
