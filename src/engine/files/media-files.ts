/**
 * The port to the place that holds image files: names are image paths (`/m/u/mug.jpg`), contents are bytes.
 */
import { StorageError } from "../storage/storage.js";

/** An open file. It can be read to its end, also when it is removed meanwhile. */
export interface MediaFile {
  /** In bytes. */
  readonly size: number;
  /** Up to `length` bytes from the position on; fewer at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface MediaFiles {
  has(name: string): Promise<boolean>;
  /** Takes a name that is free, where other processes may want it at the same moment. */
  claim?(name: string): Promise<boolean>;
  /** Resolves when the whole file is durable under its name; when it rejects, nothing has the name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** A file that is not there is no error. */
  remove(name: string): Promise<void>;
  open(name: string): Promise<MediaFile | undefined>;
  names(): AsyncIterable<string>;
  /** Removes what an earlier process left half written. */
  removeLeftovers(): Promise<void>;
}

/** A file could not be kept. Calls answer the fault that stands for a failing storage. */
export class MediaError extends StorageError {
  override name = "MediaError";
}
