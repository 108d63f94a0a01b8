/**
 * The texts of a journal, copied out of the heap one behind the other: the oldest go first. What lives for a thousand
 * calls would be copied by the garbage collector twice, which costs more than to copy it once into a buffer.
 */

/** The first segment is small: the journals of most sandboxes hold a few calls. */
const firstSegmentBytes = 4 * 1024;
const segmentBytes = 256 * 1024;

/** Bytes that texts are laid into one after the other. */
export interface Segment {
  readonly bytes: Buffer;
  used: number;
}

/** A text in a segment. */
export interface Kept {
  readonly segment: Segment;
  readonly start: number;
  readonly length: number;
}

export class TextRing {
  bytes = 0;
  /** Oldest first. */
  private readonly segments: Segment[] = [];
  private nextSize = firstSegmentBytes;
  /** One that was let go, to be used again. */
  private spare: Segment | undefined;

  /** @param parts bytes, or texts of one byte per character; at most `segmentBytes` in all */
  keep(parts: readonly (string | Uint8Array)[], length: number): Kept {
    const segment = this.segmentFor(length);
    const start = segment.used;
    const end = start + length;
    for (const part of parts) {
      const { used } = segment;
      const room = end - used;
      if (typeof part === "string") segment.used += segment.bytes.write(part, used, room, "latin1");
      else {
        const bytes = part.length > room ? part.subarray(0, room) : part;
        segment.bytes.set(bytes, used);
        segment.used += bytes.length;
      }
    }
    return { segment, start, length: segment.used - start };
  }

  /** Lets go of all that was kept before this segment. */
  releaseBefore(segment: Segment | undefined): void {
    while (this.segments.length > 0 && this.segments[0] !== segment) {
      const oldest = this.segments.shift() as Segment;
      this.bytes -= oldest.bytes.length;
      if (oldest.bytes.length === segmentBytes) this.spare = oldest;
    }
  }

  private segmentFor(length: number): Segment {
    const open = this.segments.at(-1);
    if (open && open.bytes.length - open.used >= length) return open;
    while (this.nextSize < length) this.nextSize *= 4;
    const size = this.nextSize;
    const segment = size === segmentBytes && this.spare ? this.spare : newSegment(size);
    segment.used = 0;
    this.spare = undefined;
    this.segments.push(segment);
    this.bytes += size;
    this.nextSize = Math.min(size * 4, segmentBytes);
    return segment;
  }
}

function newSegment(size: number): Segment {
  return { bytes: Buffer.allocUnsafeSlow(size), used: 0 };
}

export function textOf({ segment, start, length }: Kept): string {
  return segment.bytes.toString("utf8", start, start + length);
}

/** Of text that was sent with one byte per character. */
export function latin1Of({ segment, start, length }: Kept): string {
  return segment.bytes.toString("latin1", start, start + length);
}
