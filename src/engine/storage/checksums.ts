import { crc32 } from "node:zlib";

/** Small enough to say where a file is damaged, large enough to keep the list of a large file short. */
export const CHUNK_BYTES = 1024 * 1024;

/** Checksums of the successive chunks of a file, made while it is read or written. */
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

  /** Eight hexadecimal digits for each chunk, the last one perhaps shorter than the others. */
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
