/** Limits the memory of the journals of all sandboxes: each journal is limited by itself, but there may be thousands. */

interface ClearableJournal {
  /** Drops all entries. */
  clear(): void;
}

/** The memory of one journal. */
interface Share {
  bytes: number;
}

/** Default limit for all journals together. */
const defaultBytes = 128 * 1024 * 1024;

export class JournalRoom {
  /** By journal, the least recently called first. */
  private readonly shares = new Map<ClearableJournal, Share>();
  /** The most recently called journal. Calls often go to the same shop, so its share is at hand. */
  private latest: ClearableJournal | undefined;
  private latestShare: Share = { bytes: 0 };
  private bytes = 0;

  constructor(private readonly maxBytes = defaultBytes) {}

  /** Sets the size of a journal after a call. Above the limit, clears the least recently called other journals. */
  note(journal: ClearableJournal, bytes: number): void {
    if (journal !== this.latest) this.moveToEnd(journal);
    this.bytes += bytes - this.latestShare.bytes;
    this.latestShare.bytes = bytes;
    if (this.bytes > this.maxBytes) this.clearOthers(journal);
  }

  /** Removes a journal. */
  leave(journal: ClearableJournal): void {
    this.bytes -= this.shares.get(journal)?.bytes ?? 0;
    this.shares.delete(journal);
    if (journal === this.latest) this.latest = undefined;
  }

  private moveToEnd(journal: ClearableJournal): void {
    this.leave(journal);
    this.latest = journal;
    this.shares.set(journal, (this.latestShare = { bytes: 0 }));
  }

  private clearOthers(journal: ClearableJournal): void {
    for (const oldest of this.shares.keys()) {
      if (this.bytes <= this.maxBytes || oldest === journal) return;
      this.leave(oldest);
      oldest.clear();
    }
  }
}
