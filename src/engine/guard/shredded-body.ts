/** Bodies in crumbs: node hands over each chunk by itself, and ten thousand chunks of a byte fit into one read of a socket. */

/** So many pieces are allowed of any body, and one more for so many bytes. */
const freePieces = 2_000;
const bytesOfPiece = 32;

/** Counts what has come of one body. */
export class PieceCount {
  private pieces = 0;
  private bytes = 0;

  /** Notes a piece; answers whether the body comes in too many for what it is. */
  isShredded(bytes: number): boolean {
    this.pieces += 1;
    this.bytes += bytes;
    return this.pieces > freePieces + this.bytes / bytesOfPiece;
  }
}
