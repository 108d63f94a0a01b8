/**
 * Image files that lie in the storage that processes share. They are read in parts; a whole file is kept on the disk of
 * the process that read it, as long as there is room, under the version of its bytes: what is kept is never out of date.
 */
import { createHash } from "node:crypto";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SharedImage, SharedImages } from "../storage/shared.js";
import { makeImageFolder } from "./image-folder.js";
import type { MediaFile } from "./media-files.js";
import { bytesOf, noFiles, type Content, type FilesVersion, type ShopFiles } from "./versioned-files.js";

/** A file that no record names is somebody's upload under way, for so long. */
const underWay_s = 3600;

const maxKeptBytes = 512 * 1024 * 1024;

/** What was written by this process, so that a reset writes no picture twice. */
interface Written {
  readonly content: Content;
  readonly version: number;
}

export class SharedFiles implements ShopFiles {
  private folder: Promise<string> | undefined;
  /** Bytes of the files on disk by version, the oldest first. */
  private readonly kept = new Map<number, number>();
  private keptBytes = 0;
  /** Versions of different lives have nothing to do with each other. */
  private life = 0;
  private readonly written = new Map<string, Written>();

  constructor(private readonly images: SharedImages) {}

  async load(): Promise<void> {}

  /** Versions may be given again, to other bytes. */
  forget(): void {
    this.life += 1;
    this.kept.clear();
    this.keptBytes = 0;
    this.written.clear();
  }

  /** Names only: the bytes are read when they are wanted, as long as they are there. */
  async version(): Promise<FilesVersion> {
    const contents = noFiles.contents.clone();
    for await (const { name } of this.images.list(0)) contents.set(name, { open: () => this.open(name) });
    return { contents };
  }

  async restore({ contents }: FilesVersion): Promise<{ finish(): Promise<void> }> {
    const present = new Map<string, number>();
    for await (const { name, version } of this.images.list(0)) present.set(name, version);
    for (const [name, content] of contents.entries()) {
      const known = this.written.get(name);
      if (known?.content !== content || known.version !== present.get(name)) await this.place(name, content);
      present.delete(name);
    }
    return {
      finish: async () => {
        for (const name of present.keys()) await this.remove(name);
      },
    };
  }

  async has(name: string): Promise<boolean> {
    return (await this.images.find(name)) !== undefined;
  }

  claim(name: string): Promise<boolean> {
    return this.images.claim(name);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.images.write(name, bytes);
  }

  async remove(name: string): Promise<void> {
    await this.images.remove(name);
  }

  async open(name: string): Promise<MediaFile | undefined> {
    const image = await this.images.find(name);
    if (!image || image.size < 0) return undefined;
    const { life } = this;
    return (
      (await this.openKept(image)) ??
      new PartedFile(image, this.images, (bytes) => this.keep(image, bytes, life))
    );
  }

  async *names(): AsyncGenerator<string> {
    for await (const { name } of this.images.list(underWay_s)) yield name;
  }

  async removeLeftovers(): Promise<void> {}

  /** Removes what is kept on disk. */
  async close(): Promise<void> {
    const folder = await this.folder?.catch(() => undefined);
    this.folder = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  private async place(name: string, content: Content): Promise<void> {
    const file = await content.open();
    if (!file) return;
    const version = await this.images.write(name, await bytesOf(file));
    this.written.set(name, { content, version });
  }

  private async openKept(image: SharedImage): Promise<MediaFile | undefined> {
    if (!this.kept.has(image.version)) return undefined;
    const file = await open(await this.pathOf(image)).catch(() => undefined);
    if (!file) return undefined;
    return {
      size: image.size,
      async read(position, length) {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, image.size - position)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
        return buffer.subarray(0, bytesRead);
      },
      close: () => file.close(),
    };
  }

  /** The next reader finds it on the disk. A disk without room is no reason to answer nobody. */
  private async keep(image: SharedImage, bytes: Uint8Array, life: number): Promise<void> {
    if (life !== this.life || this.kept.has(image.version) || bytes.length > maxKeptBytes / 4) return;
    try {
      await writeFile(await this.pathOf(image), bytes);
      if (life !== this.life) return;
      this.kept.set(image.version, bytes.length);
      this.keptBytes += bytes.length;
      for (const [version, size] of this.kept) {
        if (this.keptBytes <= maxKeptBytes) break;
        this.kept.delete(version);
        this.keptBytes -= size;
        await rm(await this.pathOf({ ...image, version }), { force: true });
      }
    } catch {
      this.kept.delete(image.version);
    }
  }

  private async pathOf({ version }: SharedImage): Promise<string> {
    this.folder ??= makeImageFolder();
    return join(await this.folder, createHash("sha1").update(String(version)).digest("hex"));
  }
}

/** Read part by part. Other bytes under the name meanwhile end it, as if it had become shorter. */
class PartedFile implements MediaFile {
  readonly size: number;
  private last: { readonly part: number; readonly bytes: Uint8Array } | undefined;

  constructor(
    private readonly image: SharedImage,
    private readonly images: SharedImages,
    private readonly keep: (bytes: Uint8Array) => Promise<void>,
  ) {
    this.size = image.size;
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    const { partBytes } = this.images;
    const end = Math.min(position + length, this.size);
    const pieces: Uint8Array[] = [];
    for (let at = position; at < end;) {
      const part = Math.floor(at / partBytes);
      const bytes = await this.part(part);
      if (!bytes) break;
      const piece = bytes.subarray(at - part * partBytes, Math.min(end - part * partBytes, bytes.length));
      if (piece.length === 0) break;
      pieces.push(piece);
      at += piece.length;
    }
    const all = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
    if (position === 0 && all.length === this.size) await this.keep(all);
    return all;
  }

  async close(): Promise<void> {}

  private async part(part: number): Promise<Uint8Array | undefined> {
    if (this.last?.part === part) return this.last.bytes;
    const bytes = await this.images.part(this.image, part);
    if (bytes) this.last = { part, bytes };
    return bytes;
  }
}
