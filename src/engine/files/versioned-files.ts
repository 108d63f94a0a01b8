/**
 * Image files whose state can be kept, brought back and forked, as that of the storage can. Which names there are stands
 * in a tree of its own, so that a fork costs nothing; the bytes are shared, and read from the disk only when asked for.
 */
import * as sortedDiff from "sorted-btree/extended/diffAgainst.js";
import { compareKeys, newTree, type Tree } from "../storage/table.js";
import type { MediaFile, MediaFiles } from "./media-files.js";

/** What is under one name. It outlives the file on the disk as long as some version has it. */
export interface Content {
  open(): Promise<MediaFile | undefined>;
}

/** All files at one moment. */
export interface FilesVersion {
  readonly contents: Tree<string, Content>;
}

export const noFiles: FilesVersion = { contents: newTree<string, Content>(compareKeys) };

/** The image files of a shop as a whole: in memory, beside the data, or in the database that processes share. */
export interface ShopFiles extends MediaFiles {
  /** Finds out what there is. Needed once, before anything else. */
  load(): Promise<void>;
  version(): FilesVersion | Promise<FilesVersion>;
  /**
   * The files become those of a version again: first what it has and is not here, and with `finish` what is here and it
   * has not. In between belongs whatever makes the records follow.
   */
  restore(version: FilesVersion): Promise<{ finish(): Promise<void> }>;
}

/** Bytes in memory, or those that a function makes whenever they are needed. */
export class BytesContent implements Content {
  constructor(private readonly bytes: () => Uint8Array) {}

  async open(): Promise<MediaFile> {
    return new BytesFile(this.bytes());
  }
}

/** A file of the disk, taken into memory before it goes or changes there. */
class DiskContent implements Content {
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

export class VersionedFiles implements ShopFiles {
  private readonly contents: Tree<string, Content>;
  /** Some version may want what is under a name now. */
  private isKept = false;
  /** Versions that came from elsewhere and were restored, as they are on this disk. */
  private readonly adopted = new WeakMap<FilesVersion, FilesVersion>();

  /** @param disk where the files are kept too; without it they are in memory only */
  constructor(
    private readonly disk?: MediaFiles,
    version: FilesVersion = noFiles,
  ) {
    this.contents = version.contents.clone();
  }

  /** Finds out what the disk holds. Needed once, before anything else. */
  async load(): Promise<void> {
    const { disk } = this;
    if (!disk) return;
    for await (const name of disk.names()) this.contents.set(name, new DiskContent(disk, name));
  }

  version(): FilesVersion {
    this.isKept = true;
    return { contents: this.contents.clone() };
  }

  /**
   * The files become those of a version again: first what it has and is not here, and with `finish` what is here and it
   * has not. In between belongs whatever makes the records follow.
   */
  async restore(version: FilesVersion): Promise<{ finish(): Promise<void> }> {
    const known = this.adopted.get(version) ?? version;
    const adopted = this.contents.clone();
    const surplus: string[] = [];
    const wanted: [string, Content][] = [];
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
      // The next time there is nothing to compare or to write.
      this.adopted.set(version, { contents: adopted });
      this.isKept = true;
    }
    return {
      finish: async () => {
        for (const name of surplus) await this.remove(name);
      },
    };
  }

  /** Answers the content as it is kept here. */
  private async place(name: string, content: Content): Promise<Content> {
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

class BytesFile implements MediaFile {
  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    return this.bytes.subarray(position, position + length);
  }

  async close(): Promise<void> {}
}

async function holds(content: Content, bytes: Uint8Array): Promise<boolean> {
  const file = await content.open();
  if (!file || file.size !== bytes.length) {
    await file?.close();
    return false;
  }
  return Buffer.compare(await bytesOf(file), bytes) === 0;
}

/** All bytes of an open file, which is closed then. */
export async function bytesOf(file: MediaFile): Promise<Uint8Array> {
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

type Compare = (
  one: Tree<string, Content>,
  other: Tree<string, Content>,
  onlyOne: (name: string, content: Content) => void,
  onlyOther: (name: string, content: Content) => void,
  different: (name: string, one: Content, other: Content) => void,
) => true | undefined;

// CommonJS: depending on who loads it, the function is the default of the default or the default itself.
const found = sortedDiff.default as unknown as { default?: unknown };
const compareTrees = (found.default ?? found) as Compare;
