/**
 * Image files in a storage that processes share. Files are read in parts. A file that was read as a whole is cached on the
 * disk of the process by the version of its bytes, so the cache is never outdated.
 */
import { createHash } from "node:crypto";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SharedImage, SharedImages } from "../storage/shared.js";
import { BoundedCache } from "../values/bounded-cache.js";
import { Reservations } from "../values/reservations.js";
import { makeImageFolder } from "./image-folder.js";
import type { MediaFile } from "./media-files.js";
import {
  bytesOf,
  noFiles,
  type FileContent,
  type FilesVersion,
  type InstanceFiles,
} from "./versioned-files.js";

/** A file without a record counts as an upload in progress for this long. */
const uploadGrace_s = 3600;

/** Size of the cache on disk. */
const maxCachedBytes = 512 * 1024 * 1024;

/** A file written by this process: a reset need not write it again. */
interface Written {
  readonly content: FileContent;
  readonly version: number;
}

export class SharedFiles implements InstanceFiles {
  private folder: Promise<string> | undefined;
  /** Versions of the cached files. */
  private readonly cached = new BoundedCache<number, true>(maxCachedBytes);
  /** Versions that are being written to the disk. */
  private readonly caching = new Reservations<number>();
  /** Changes with each database server: versions of different generations are unrelated. */
  private generation = 0;
  private readonly written = new Map<string, Written>();

  constructor(private readonly images: SharedImages) {}

  async load(): Promise<void> {}

  /** Call it when another database server responds, which may reuse versions for other bytes. */
  forget(): void {
    this.generation += 1;
    this.cached.clear();
    this.written.clear();
  }

  /** A version with names only: bytes are read on demand, if the files still exist. */
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
    const { generation } = this;
    return (
      (await this.openCached(image)) ??
      new PartedFile(image, this.images, (bytes) => this.addToCache(image, bytes, generation))
    );
  }

  async *names(): AsyncGenerator<string> {
    for await (const { name } of this.images.list(uploadGrace_s)) yield name;
  }

  async removeLeftovers(): Promise<void> {}

  /** Removes the cache. */
  async close(): Promise<void> {
    const folder = await this.folder?.catch(() => undefined);
    this.folder = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  private async place(name: string, content: FileContent): Promise<void> {
    const file = await content.open();
    if (!file) return;
    const version = await this.images.write(name, await bytesOf(file));
    this.written.set(name, { content, version });
  }

  private async openCached(image: SharedImage): Promise<MediaFile | undefined> {
    if (!this.cached.get(image.version)) return undefined;
    const file = await open(await this.pathOf(image.version)).catch(() => undefined);
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

  /** Caches a file. A full disk is not an error. */
  private async addToCache(image: SharedImage, bytes: Uint8Array, generation: number): Promise<void> {
    const { version } = image;
    const isKnown = this.cached.has(version) || this.caching.has(version);
    if (generation !== this.generation || isKnown || bytes.length > maxCachedBytes / 4) return;
    await this.caching
      .createOnce(version, async () => {
        await writeFile(await this.pathOf(version), bytes);
        if (generation !== this.generation) return;
        for (const evicted of this.cached.set(version, true, bytes.length)) {
          await rm(await this.pathOf(evicted), { force: true });
        }
      })
      .catch(() => this.cached.delete(version));
  }

  private async pathOf(version: number): Promise<string> {
    this.folder ??= makeImageFolder();
    return join(await this.folder, createHash("sha1").update(String(version)).digest("hex"));
  }
}

/** A file read in parts. If its bytes are replaced meanwhile, it ends early. */
class PartedFile implements MediaFile {
  readonly size: number;
  private last: { readonly part: number; readonly bytes: Uint8Array } | undefined;

  constructor(
    private readonly image: SharedImage,
    private readonly images: SharedImages,
    private readonly onReadWhole: (bytes: Uint8Array) => Promise<void>,
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
    if (position === 0 && all.length === this.size) await this.onReadWhole(all);
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
