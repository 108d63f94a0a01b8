/** What the journals of all sandboxes hold together: each is bounded by itself, but there may be thousands of them. */

interface Emptied {
  /** Drops all its entries. */
  clear(): void;
}

/** What one journal holds of it. */
interface Share {
  bytes: number;
}

const usualBytes = 128 * 1024 * 1024;

export class JournalRoom {
  /** By journal; the one that was called longest ago comes first. */
  private readonly shares = new Map<Emptied, Share>();
  /** The last of them: mostly one shop is called again and again. */
  private latest: Emptied | undefined;
  private latestShare: Share = { bytes: 0 };
  private bytes = 0;

  constructor(private readonly maxBytes = usualBytes) {}

  /** A journal holds so many bytes now. When all hold too many, those are emptied that were called longest ago. */
  note(journal: Emptied, bytes: number): void {
    if (journal !== this.latest) this.moveToEnd(journal);
    this.bytes += bytes - this.latestShare.bytes;
    this.latestShare.bytes = bytes;
    if (this.bytes > this.maxBytes) this.emptyOthers(journal);
  }

  leave(journal: Emptied): void {
    this.bytes -= this.shares.get(journal)?.bytes ?? 0;
    this.shares.delete(journal);
    if (journal === this.latest) this.latest = undefined;
  }

  private moveToEnd(journal: Emptied): void {
    this.leave(journal);
    this.latest = journal;
    this.shares.set(journal, (this.latestShare = { bytes: 0 }));
  }

  private emptyOthers(journal: Emptied): void {
    for (const oldest of this.shares.keys()) {
      if (this.bytes <= this.maxBytes || oldest === journal) return;
      this.leave(oldest);
      oldest.clear();
    }
  }
}
