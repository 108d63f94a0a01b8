/** Image files in memory: limited only by the heap, and lost when the process ends. */
import { BytesFile, type MediaFile, type MediaFiles } from "./media-files.js";

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
    return bytes && new BytesFile(bytes);
  }

  async *names(): AsyncIterable<string> {
    yield* [...this.files.keys()];
  }

  async removeLeftovers(): Promise<void> {}
}
