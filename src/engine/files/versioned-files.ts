/**
 * Image files with versions that can be kept, restored and forked, as those of the storage. Names are in a persistent tree,
 * so a fork costs nothing; contents are shared, and read from the disk on demand.
 */
import { compareTrees } from "../storage/difference.js";
import { compareKeys } from "../storage/table.js";
import { newTree, type Tree } from "../storage/tree.js";
import { BytesFile, type MediaFile, type MediaFiles } from "./media-files.js";

/** The content of a file. It outlives the file on the disk as long as a version refers to it. */
export interface FileContent {
  open(): Promise<MediaFile | undefined>;
}

/** All files at one moment. */
export interface FilesVersion {
  readonly contents: Tree<string, FileContent>;
}

export const noFiles: FilesVersion = { contents: newTree<string, FileContent>(compareKeys) };

/** The image files of an instance as a whole: in memory, next to the data, or in the database that processes share. */
export interface InstanceFiles extends MediaFiles {
  /** Lists the existing files. Call it once, before anything else. */
  load(): Promise<void>;
  version(): FilesVersion | Promise<FilesVersion>;
  /**
   * Restores the files of a version in two steps: adds those that are missing, and removes surplus ones with `finish`. Restore
   * the records in between, so that they never refer to a missing file.
   */
  restore(version: FilesVersion): Promise<{ finish(): Promise<void> }>;
}

/** Bytes that a function returns, from memory or computed on demand. */
export class BytesContent implements FileContent {
  constructor(private readonly bytes: () => Uint8Array) {}

  async open(): Promise<MediaFile> {
    return new BytesFile(this.bytes());
  }
}

/** A file on the disk, read into memory before it is removed or changed there. */
class DiskContent implements FileContent {
  private saved: Uint8Array | undefined;

  constructor(
    private readonly files: MediaFiles,
    private readonly name: string,
  ) {}

  async open(): Promise<MediaFile | undefined> {
    return this.saved ? new BytesFile(this.saved) : this.files.open(this.name);
  }

  async save(): Promise<void> {
    if (this.saved) return;
    const file = await this.files.open(this.name);
    if (file) this.saved = await bytesOf(file);
  }
}

export class VersionedFiles implements InstanceFiles {
  private readonly contents: Tree<string, FileContent>;
  /** Whether a version refers to current contents. */
  private isKept = false;
  /** Restored versions of other files, with their contents on this disk. */
  private readonly adopted = new WeakMap<FilesVersion, FilesVersion>();

  /** @param disk where the files are stored; without it they are in memory only */
  constructor(
    private readonly disk?: MediaFiles,
    version: FilesVersion = noFiles,
  ) {
    this.contents = version.contents.clone();
  }

  async load(): Promise<void> {
    const { disk } = this;
    if (!disk) return;
    for await (const name of disk.names()) this.contents.set(name, new DiskContent(disk, name));
  }

  version(): FilesVersion {
    this.isKept = true;
    return { contents: this.contents.clone() };
  }

  async restore(version: FilesVersion): Promise<{ finish(): Promise<void> }> {
    const known = this.adopted.get(version) ?? version;
    const adopted = this.contents.clone();
    const surplus: string[] = [];
    const wanted: [string, FileContent][] = [];
    compareTrees(
      this.contents,
      known.contents,
      (name) => void surplus.push(name),
      (name, content) => void wanted.push([name, content]),
      (name, _present, content) => void wanted.push([name, content]),
    );
    for (const name of surplus) adopted.delete(name);
    for (const [name, content] of wanted) adopted.set(name, await this.place(name, content));
    if (this.disk && wanted.length > 0) {
      // Restoring it again then needs no comparison and no write.
      this.adopted.set(version, { contents: adopted });
      this.isKept = true;
    }
    return {
      finish: async () => {
        for (const name of surplus) await this.remove(name);
      },
    };
  }

  /** Stores a content of a version. @returns the content as stored here */
  private async place(name: string, content: FileContent): Promise<FileContent> {
    const present = this.contents.get(name);
    const file = this.disk && (await content.open());
    if (!file) {
      if (!this.disk) this.contents.set(name, content);
      return content;
    }
    const bytes = await bytesOf(file);
    if (present && (await holds(present, bytes))) return present;
    await this.write(name, bytes);
    return this.contents.get(name) ?? content;
  }

  async has(name: string): Promise<boolean> {
    return this.contents.has(name);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.saveForVersions(name);
    const { disk } = this;
    if (!disk) {
      this.contents.set(name, new BytesContent(() => bytes));
      return;
    }
    this.contents.delete(name);
    await disk.write(name, bytes);
    this.contents.set(name, new DiskContent(disk, name));
  }

  async remove(name: string): Promise<void> {
    await this.saveForVersions(name);
    this.contents.delete(name);
    await this.disk?.remove(name);
  }

  async open(name: string): Promise<MediaFile | undefined> {
    return this.contents.get(name)?.open();
  }

  async *names(): AsyncIterable<string> {
    yield* [...this.contents.keys()];
  }

  async removeLeftovers(): Promise<void> {
    await this.disk?.removeLeftovers();
  }

  private async saveForVersions(name: string): Promise<void> {
    const content = this.isKept ? this.contents.get(name) : undefined;
    if (content instanceof DiskContent) await content.save();
  }
}

async function holds(content: FileContent, bytes: Uint8Array): Promise<boolean> {
  const file = await content.open();
  if (!file || file.size !== bytes.length) {
    await file?.close();
    return false;
  }
  return Buffer.compare(await bytesOf(file), bytes) === 0;
}

/** Reads all bytes of an open file and closes it. */
export async function bytesOf(file: MediaFile): Promise<Uint8Array> {
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}
