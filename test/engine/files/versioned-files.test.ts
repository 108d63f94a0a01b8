import { expect, test } from "vitest";
import { MemoryFiles } from "../../../src/engine/files/memory-files.js";
import { bytesOf, VersionedFiles, type FilesVersion } from "../../../src/engine/files/versioned-files.js";

/** Replaces the disk, and counts the writes. */
class CountedFiles extends MemoryFiles {
  written: string[] = [];

  override async write(name: string, bytes: Uint8Array): Promise<void> {
    this.written.push(name);
    await super.write(name, bytes);
  }
}

async function filesWith(content: Readonly<Record<string, string>>, disk?: CountedFiles) {
  const files = new VersionedFiles(disk);
  for (const [name, text] of Object.entries(content)) await files.write(name, Buffer.from(text));
  if (disk) disk.written = [];
  return files;
}

async function goTo(files: VersionedFiles, version: FilesVersion): Promise<void> {
  await (await files.restore(version)).finish();
}

async function contentOf(files: VersionedFiles): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const name of files.names()) {
    const file = await files.open(name);
    content[name] = file ? Buffer.from(await bytesOf(file)).toString() : "";
  }
  return content;
}

test("a version from elsewhere is written once, and only files that the disk does not have", async () => {
  const disk = new CountedFiles();
  const files = await filesWith({ same: "1", changed: "here", surplus: "x" }, disk);
  const wanted = { same: "1", changed: "there", other: "2" };
  const version = (await filesWith(wanted)).version();

  await goTo(files, version);
  expect(disk.written.sort()).toEqual(["changed", "other"]);
  expect(await contentOf(files)).toEqual(wanted);

  disk.written = [];
  await goTo(files, version);
  expect(disk.written).toEqual([]);

  await files.write("changed", Buffer.from("again"));
  await files.remove("other");
  await files.write("new", Buffer.from("3"));
  disk.written = [];
  await goTo(files, version);
  expect(disk.written.sort()).toEqual(["changed", "other"]);
  expect(await contentOf(files)).toEqual(wanted);
});

test("a version stays unchanged, whatever happens to the disk", async () => {
  const files = await filesWith({ one: "1", two: "2" }, new CountedFiles());
  const version = files.version();
  await files.write("one", Buffer.from("changed"));
  await files.remove("two");
  await goTo(files, (await filesWith({ three: "3" })).version());
  expect(await contentOf(files)).toEqual({ three: "3" });
  await goTo(files, version);
  expect(await contentOf(files)).toEqual({ one: "1", two: "2" });
});
