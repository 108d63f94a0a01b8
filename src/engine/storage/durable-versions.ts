/** Which versions the journals can reproduce. Restoring one of them takes only a record with the number of its last record. */
import type { State } from "./state.js";
import type { CollectionName } from "./storage.js";

interface Name {
  /** The version is the state after this record … */
  readonly record: number;
  /** … except for these collections. */
  readonly except: readonly CollectionName[];
}

export class DurableVersions {
  private names = new WeakMap<State, Name>();
  private isSwitching = false;

  /** @param oldest the last record contained in the JSON file: earlier states cannot be reproduced */
  constructor(private oldest: number) {}

  note(version: State, record: number, except: readonly CollectionName[] = []): void {
    const known = this.recordOf(version, except);
    if (known === undefined) this.names.set(version, { record, except });
  }

  /** The record after which the state was this version, apart from the collections in `keep`. Undefined if there is none. */
  recordOf(version: State, keep: readonly CollectionName[]): number | undefined {
    const name = this.names.get(version);
    if (!name || this.isSwitching || name.record < this.oldest) return undefined;
    return name.except.every((collection) => keep.includes(collection)) ? name.record : undefined;
  }

  /** Call it to switch journals: the new journal must not refer to a record of the old one. */
  async whileSwitching(switchJournal: () => Promise<number>): Promise<void> {
    this.isSwitching = true;
    try {
      this.oldest = await switchJournal();
    } finally {
      this.isSwitching = false;
    }
  }

  /** Call it after a change without a record: from then on a record number is ambiguous. */
  forget(): void {
    this.names = new WeakMap();
  }
}
