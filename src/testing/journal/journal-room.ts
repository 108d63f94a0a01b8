/** Limits the memory of the journals of all sandboxes: each journal is limited by itself, but there may be thousands. */

interface ClearableJournal {
  /** Drops all entries. */
  clear(): void;
}

/** Default limit for all journals together. */
const defaultBytes = 128 * 1024 * 1024;

export class JournalRoom {
  /** Sizes by journal, the least recently called first. */
  private readonly sizes = new Map<ClearableJournal, number>();
  private bytes = 0;

  constructor(private readonly maxBytes = defaultBytes) {}

  /** Sets the size of a journal after a call. Above the limit, clears the least recently called other journals. */
  note(journal: ClearableJournal, bytes: number): void {
    this.leave(journal);
    this.sizes.set(journal, bytes);
    this.bytes += bytes;
    for (const oldest of this.sizes.keys()) {
      if (this.bytes <= this.maxBytes || oldest === journal) return;
      this.leave(oldest);
      oldest.clear();
    }
  }

  /** Removes a journal. */
  leave(journal: ClearableJournal): void {
    this.bytes -= this.sizes.get(journal) ?? 0;
    this.sizes.delete(journal);
  }
}
