/** What the journals of all sandboxes hold together: each is bounded by itself, but there may be thousands of them. */

interface Emptied {
  /** Lets go of all that it holds. */
  forget(): void;
}

const usualBytes = 256 * 1024 * 1024;

export class JournalRoom {
  /** Bytes by journal; the one that was called longest ago comes first. */
  private readonly held = new Map<Emptied, number>();
  private bytes = 0;

  constructor(private readonly maxBytes = usualBytes) {}

  /** A journal holds so many bytes now. When all hold too many, those are emptied that were called longest ago. */
  note(journal: Emptied, bytes: number): void {
    this.leave(journal);
    this.held.set(journal, bytes);
    this.bytes += bytes;
    for (const oldest of this.held.keys()) {
      if (this.bytes <= this.maxBytes || oldest === journal) return;
      this.leave(oldest);
      oldest.forget();
    }
  }

  leave(journal: Emptied): void {
    this.bytes -= this.held.get(journal) ?? 0;
    this.held.delete(journal);
  }
}
