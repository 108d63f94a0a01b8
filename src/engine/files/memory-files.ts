/** Image files for `memory:`. Only the size of the heap limits them, and they end with the process. */
import type { MediaFile, MediaFiles } from "./media-files.js";

export class MemoryFiles implements MediaFiles {
  private readonly files = new Map<string, Uint8Array>();

  async has(name: string): Promise<boolean> {
    return this.files.has(name);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.files.set(name, bytes);
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }

  async open(name: string): Promise<MediaFile | undefined> {
    const bytes = this.files.get(name);
    return bytes && new MemoryFile(bytes);
  }

  async *names(): AsyncIterable<string> {
    yield* [...this.files.keys()];
  }

  async removeLeftovers(): Promise<void> {}
}

class MemoryFile implements MediaFile {
  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    return this.bytes.subarray(position, position + length);
  }

  async close(): Promise<void> {}
}
