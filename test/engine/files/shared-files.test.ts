/** Images that processes share: the files on the disk of a process match the storage. */
import { expect, onTestFinished, test } from "vitest";
import { bytesOf } from "../../../src/engine/files/versioned-files.js";
import { SharedFiles } from "../../../src/engine/files/shared-files.js";
import type { SharedImage, SharedImages } from "../../../src/engine/storage/shared.js";

/** One image; counts the reads of its parts. */
class OneImage implements SharedImages {
  readonly partBytes = 4;
  partsRead = 0;

  constructor(
    public version: number,
    public content: string,
  ) {}

  async find(name: string): Promise<SharedImage> {
    return { name, version: this.version, size: this.content.length };
  }

  async part({ version }: SharedImage, part: number): Promise<Uint8Array | undefined> {
    this.partsRead += 1;
    if (version !== this.version) return undefined;
    return Buffer.from(this.content.slice(part * this.partBytes, (part + 1) * this.partBytes));
  }

  claim = async () => false;
  write = async () => this.version;
  remove = async () => {};
  async *list(): AsyncGenerator<SharedImage> {}
}

async function read(files: SharedFiles): Promise<string> {
  const file = await files.open("mug.png");
  if (!file) throw new Error("there is no such file");
  try {
    return Buffer.from(await bytesOf(file)).toString();
  } finally {
    await file.close();
  }
}

test("a file is read once, until its version changes", async () => {
  const image = new OneImage(7, "a red mug");
  const files = new SharedFiles(image);
  onTestFinished(() => files.close());
  expect([await read(files), await read(files)]).toEqual(["a red mug", "a red mug"]);
  expect(image.partsRead).toBe(3);
  [image.version, image.content] = [8, "blue one"];
  expect(await read(files)).toBe("blue one");
});

test("concurrent first reads are whole, and later ones come from the cache", async () => {
  const image = new OneImage(7, "a red mug");
  const files = new SharedFiles(image);
  onTestFinished(() => files.close());
  const reads = await Promise.all(Array.from({ length: 20 }, () => read(files)));
  expect(new Set(reads)).toEqual(new Set(["a red mug"]));
  const { partsRead } = image;
  expect(await read(files)).toBe("a red mug");
  expect(image.partsRead).toBe(partsRead);
});

test("another database server may use a version for other bytes (D-89)", async () => {
  const image = new OneImage(7, "a red mug");
  const files = new SharedFiles(image);
  onTestFinished(() => files.close());
  await read(files);
  image.content = "blue one!";
  // It is cached under its version, because nobody writes other bytes under the same version.
  expect(await read(files)).toBe("a red mug");
  files.forget();
  expect(await read(files)).toBe("blue one!");
});

test("a read that began before is not cached afterwards", async () => {
  const image = new OneImage(7, "a red mug");
  const files = new SharedFiles(image);
  onTestFinished(() => files.close());
  const before = await files.open("mug.png");
  files.forget();
  if (before) await bytesOf(before);
  image.content = "blue one!";
  expect(await read(files)).toBe("blue one!");
});
