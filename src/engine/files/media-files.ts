/** Storage of image files: names are image paths (`/m/u/mug.jpg`), contents are bytes. */
import { StorageError } from "../storage/storage.js";

/** An open file. It can be read to its end even if it is removed meanwhile. */
export interface MediaFile {
  /** In bytes. */
  readonly size: number;
  /** Up to `length` bytes from the position; fewer at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** An open file whose bytes are in memory. */
export class BytesFile implements MediaFile {
  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    return this.bytes.subarray(position, position + length);
  }

  async close(): Promise<void> {}
}

export interface MediaFiles {
  has(name: string): Promise<boolean>;
  /** Reserves a name against other processes. False if it is taken. */
  claim?(name: string): Promise<boolean>;
  /** Resolves when the whole file is durable under its name. If it rejects, there is no file of this name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>;
  open(name: string): Promise<MediaFile | undefined>;
  names(): AsyncIterable<string>;
  /** Removes incomplete files of an earlier process. */
  removeLeftovers(): Promise<void>;
}

/** A file could not be stored. Calls fail with the fault for a failing storage. */
export class MediaError extends StorageError {
  override name = "MediaError";
}
