/**
 * A FIFO buffer for the exchanges of the journal. Its segments are outside of the heap and are reused. One buffer per exchange
 * cost a tenth of the time of a small call, and strings cost twice as much, because of garbage collection.
 */

/** The first segment is small, because most sandboxes receive few calls. */
const firstSegmentBytes = 4 * 1024;
const segmentBytes = 256 * 1024;

export interface ReservedBytes {
  readonly segment: Buffer;
  /** The offset of the first reserved byte. */
  readonly start: number;
}

export class SegmentRing {
  /** Size of all segments. */
  bytes = 0;
  /** Oldest first. */
  private readonly segments: Buffer[] = [];
  /** Number of reserved bytes in the last segment. */
  private used = 0;
  private nextSize = firstSegmentBytes;
  private spare: Buffer | undefined;

  /** @param length at most 256 KiB */
  reserve(length: number): ReservedBytes {
    const last = this.segments.at(-1);
    const segment = last && last.length - this.used >= length ? last : this.add(length);
    const start = this.used;
    this.used += length;
    return { segment, start };
  }

  /** Drops all older segments; all segments for undefined. */
  releaseBefore(segment: Buffer | undefined): void {
    while (this.segments.length > 0 && this.segments[0] !== segment) {
      const oldest = this.segments.shift() as Buffer;
      this.bytes -= oldest.length;
      if (oldest.length === segmentBytes) this.spare = oldest;
    }
  }

  private add(length: number): Buffer {
    while (this.nextSize < length) this.nextSize *= 4;
    const size = this.nextSize;
    const segment = (size === segmentBytes && this.spare) || Buffer.allocUnsafeSlow(size);
    if (segment === this.spare) this.spare = undefined;
    this.segments.push(segment);
    this.bytes += size;
    this.used = 0;
    this.nextSize = Math.min(size * 4, segmentBytes);
    return segment;
  }
}
