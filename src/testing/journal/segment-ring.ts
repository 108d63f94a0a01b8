/**
 * Memory for bytes that are kept for a while and dropped in the order in which they came. Its segments are reused and lie
 * outside of the heap: allocating a buffer for every exchange of the journal took a tenth of the time of a small call, and
 * keeping strings twice as much, in garbage collection.
 */

/** The first segment is small: the journals of most sandboxes hold a few calls. */
const firstSegmentBytes = 4 * 1024;
const segmentBytes = 256 * 1024;

/** Where reserved bytes begin. */
export interface Place {
  readonly segment: Buffer;
  readonly start: number;
}

export class SegmentRing {
  /** Of all segments. */
  bytes = 0;
  /** Oldest first. */
  private readonly segments: Buffer[] = [];
  /** Of the last segment. */
  private used = 0;
  private nextSize = firstSegmentBytes;
  private spare: Buffer | undefined;

  /** @param length at most 256 KiB */
  reserve(length: number): Place {
    const last = this.segments.at(-1);
    const segment = last && last.length - this.used >= length ? last : this.add(length);
    const start = this.used;
    this.used += length;
    return { segment, start };
  }

  /** Drops all that was reserved before this segment began; everything for undefined. */
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
