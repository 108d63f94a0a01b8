/**
 * Bodies in very small pieces. A body of one-byte chunks is 11,000 pieces in each 64 KB that arrive, and each as a buffer
 * of its own takes a hundred times its size: they are gathered to larger ones.
 */

/** Bytes of a piece that is gathered. */
export const smallPiece = 512;

const gatheredBytes = 16 * 1024;

/** So many are let in of any body, and beyond that one for so many bytes. */
const alwaysPieces = 16_384;
const bytesPerPiece = 64;

export class SmallPieces {
  private pieces = 0;
  private bytes = 0;
  private room = Buffer.alloc(0);
  private filled = 0;
  /** Whether the latest gathered piece left room for more. */
  isRoom = true;

  /**
   * @param take a gathered piece: when there is enough of it, and at the end of each turn of the event loop; tells whether
   * there is room for more
   */
  constructor(private readonly take: (gathered: Buffer) => boolean) {}

  /** False when there are too many for what they bring. */
  add(piece: Buffer): boolean {
    this.pieces += 1;
    this.bytes += piece.length;
    if (this.pieces > alwaysPieces + this.bytes / bytesPerPiece) return false;
    // The first is most often all.
    if (this.pieces === 1) this.isRoom = this.take(piece);
    else this.gather(piece);
    return true;
  }

  flush(): void {
    if (this.filled === 0) return;
    const gathered = this.room.subarray(0, this.filled);
    this.room = this.room.subarray(this.filled);
    this.filled = 0;
    this.isRoom = this.take(gathered);
  }

  private gather(piece: Buffer): void {
    if (piece.length > this.room.length - this.filled) {
      this.flush();
      this.room = Buffer.allocUnsafeSlow(gatheredBytes);
    }
    if (this.filled === 0) setImmediate(() => this.flush());
    piece.copy(this.room, this.filled);
    this.filled += piece.length;
  }
}
