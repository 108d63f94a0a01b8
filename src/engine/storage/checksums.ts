import { crc32 } from "node:zlib";

/** Small enough to locate damage, large enough to keep the list of a large file short. */
export const CHUNK_BYTES = 1024 * 1024;

/** CRC-32 checksums of the successive chunks of a file, computed while it is read or written. */
export class Checksums {
  private readonly done: number[] = [];
  private current = 0;
  private filled = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - this.filled);
      this.current = crc32(part, this.current);
      this.filled += part.length;
      at += part.length;
      if (this.filled === CHUNK_BYTES) this.end();
    }
  }

  /** Eight hexadecimal digits per chunk; the last chunk may be shorter. */
  list(): string[] {
    const all = this.filled > 0 ? [...this.done, this.current] : this.done;
    return all.map((one) => one.toString(16).padStart(8, "0"));
  }

  private end(): void {
    this.done.push(this.current);
    this.current = 0;
    this.filled = 0;
  }
}
