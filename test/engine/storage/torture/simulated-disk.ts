/** A disk in memory that knows what is durable and what a loss of power would take. */
import { dirname } from "node:path";
import type { FileSystem, OpenFile } from "../../../../src/engine/storage/files.js";

type Pending =
  | { readonly kind: "write"; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly size: number };

interface Inode {
  readonly number: number;
  /** As of the last sync. */
  durable: Buffer;
  current: Buffer;
  pending: Pending[];
}

type NameChange =
  | { readonly kind: "set"; readonly path: string; readonly inode: Inode; readonly from?: string }
  | { readonly kind: "remove"; readonly path: string; readonly inode: Inode };

/** Files by path, as a machine finds them after it stopped. */
export type Image = ReadonlyMap<string, Buffer>;

/** What becomes of all that was not synced. */
export type Fate = "kept" | "dropped" | "cut" | "zeroed" | "reordered";
export const fates: readonly Fate[] = ["kept", "dropped", "cut", "zeroed", "reordered"];

const BLOCK = 512;

export interface DiskOptions {
  /** The control: a disk that promises and does not keep. */
  readonly ignoresSyncs?: boolean;
  /** Called before every step; throwing makes it fail. */
  readonly before?: (step: string, path: string) => void | Promise<void>;
}

export class SimulatedDisk implements FileSystem {
  private readonly names = new Map<string, Inode>();
  private readonly durableNames = new Map<string, Inode>();
  private pendingNames: NameChange[] = [];
  private lastInode = 0;
  private isOff = false;

  constructor(private readonly options: DiskOptions = {}) {}

  static from(image: Image, options: DiskOptions = {}): SimulatedDisk {
    const disk = new SimulatedDisk(options);
    for (const [path, bytes] of image) {
      const inode = disk.newInode();
      inode.durable = inode.current = Buffer.from(bytes);
      disk.names.set(path, inode);
      disk.durableNames.set(path, inode);
    }
    return disk;
  }

  /** The process is gone: whatever it still tries fails. */
  turnOff(): void {
    this.isOff = true;
  }

  /** What a start would find if the machine stopped now. */
  image(fate: "kept" | "dropped"): Image;
  image(fate: Fate, random: () => number): Image;
  image(fate: Fate, random = () => 0): Image {
    const names = new Map(this.durableNames);
    for (const change of this.pendingNames) {
      if (fate === "dropped" || (fate !== "kept" && random() < 0.5)) continue;
      if (change.kind === "remove") {
        if (names.get(change.path) === change.inode) names.delete(change.path);
      } else {
        if (change.from !== undefined && names.get(change.from) === change.inode) names.delete(change.from);
        names.set(change.path, change.inode);
      }
    }
    return new Map([...names].map(([path, inode]) => [path, contentAfter(inode, fate, random)]));
  }

  async open(path: string, mode: "r" | "r+" | "a" | "w" | "wx"): Promise<OpenFile> {
    await this.step(`open ${mode}`, path);
    let inode = this.names.get(path);
    if (inode && mode === "wx") throw errorOf("EEXIST", path);
    if (!inode && mode !== "w" && mode !== "wx") throw errorOf("ENOENT", path);
    if (!inode) {
      inode = this.newInode();
      this.names.set(path, inode);
      this.pendingNames.push({ kind: "set", path, inode });
    } else if (mode === "w") this.change(inode, { kind: "truncate", size: 0 });
    return this.openFile(path, inode);
  }

  async readText(path: string): Promise<string | undefined> {
    await this.step("readText", path);
    return this.names.get(path)?.current.toString("utf8");
  }

  async rename(from: string, to: string): Promise<void> {
    await this.step("rename", to);
    const inode = this.names.get(from);
    if (!inode) throw errorOf("ENOENT", from);
    this.names.delete(from);
    this.names.set(to, inode);
    this.pendingNames.push({ kind: "set", path: to, inode, from });
  }

  async remove(path: string): Promise<void> {
    await this.step("remove", path);
    const inode = this.names.get(path);
    if (!inode) throw errorOf("ENOENT", path);
    this.names.delete(path);
    this.pendingNames.push({ kind: "remove", path, inode });
  }

  async list(folder: string): Promise<string[]> {
    await this.step("list", folder);
    return [...this.names.keys()]
      .filter((path) => dirname(path) === folder)
      .map((path) => path.slice(folder.length + 1));
  }

  async makeFolder(folder: string): Promise<string | undefined> {
    await this.step("makeFolder", folder);
    return undefined;
  }

  async syncFolder(folder: string): Promise<void> {
    await this.step("syncFolder", folder);
    if (this.options.ignoresSyncs) return;
    this.durableNames.clear();
    for (const [path, inode] of this.names) this.durableNames.set(path, inode);
    this.pendingNames = [];
  }

  async identify(path: string): Promise<string | undefined> {
    await this.step("identify", path);
    const inode = this.names.get(path);
    return inode && String(inode.number);
  }

  async room(): Promise<{ free: number; size: number }> {
    return { free: 1e12, size: 1e12 };
  }

  async rights(): Promise<number> {
    return 0o700;
  }

  private openFile(path: string, inode: Inode): OpenFile {
    return {
      write: async (bytes) => {
        await this.step("write", path);
        this.change(inode, { kind: "write", at: inode.current.length, bytes: Buffer.from(bytes) });
      },
      writeAt: async (at, bytes) => {
        await this.step("writeAt", path);
        this.change(inode, { kind: "write", at, bytes: Buffer.from(bytes) });
      },
      read: async (position, length) => {
        await this.step("read", path);
        return Buffer.from(inode.current.subarray(position, position + length));
      },
      size: async () => {
        await this.step("size", path);
        return inode.current.length;
      },
      sync: async () => {
        await this.step("sync", path);
        if (this.options.ignoresSyncs) return;
        inode.durable = inode.current;
        inode.pending = [];
      },
      truncate: async (size) => {
        await this.step("truncate", path);
        this.change(inode, { kind: "truncate", size });
      },
      identify: async () => String(inode.number),
      close: async () => {},
    };
  }

  private async step(name: string, path: string): Promise<void> {
    if (this.isOff) throw new Error("the process is gone");
    await this.options.before?.(name, path);
    if (this.isOff) throw new Error("the process is gone");
  }

  private newInode(): Inode {
    this.lastInode += 1;
    return { number: this.lastInode, durable: Buffer.alloc(0), current: Buffer.alloc(0), pending: [] };
  }

  private change(inode: Inode, change: Pending): void {
    inode.pending.push(change);
    inode.current = applied(inode.current, change);
  }
}

function contentAfter(inode: Inode, fate: Fate, random: () => number): Buffer {
  if (fate === "kept") return inode.current;
  let content = inode.durable;
  if (fate === "dropped") return content;
  for (const [at, change] of inode.pending.entries()) {
    const isLast = at === inode.pending.length - 1;
    if (fate === "reordered" && random() < 0.5) continue;
    if (change.kind === "truncate") content = applied(content, change);
    else if (fate === "cut" && isLast) {
      content = applied(content, {
        ...change,
        bytes: change.bytes.subarray(0, Math.floor(random() * change.bytes.length)),
      });
    } else if (fate === "zeroed") content = applied(content, { ...change, bytes: withZeros(change, random) });
    else content = applied(content, change);
  }
  return content;
}

/** Blocks of a write that never reached the disk, while the size of the file did. */
function withZeros(
  { at, bytes }: { readonly at: number; readonly bytes: Buffer },
  random: () => number,
): Buffer {
  const copy = Buffer.from(bytes);
  let lost = false;
  for (let start = -(at % BLOCK); start < copy.length; start += BLOCK) {
    if (random() < 0.5) continue;
    copy.fill(0, Math.max(0, start), Math.min(copy.length, start + BLOCK));
    lost = true;
  }
  // A write of one block is lost as a whole, or in its tail.
  if (!lost) copy.fill(0, Math.floor(random() * copy.length));
  return copy;
}

function applied(content: Buffer, change: Pending): Buffer {
  if (change.kind === "truncate") {
    const next = Buffer.alloc(change.size);
    content.copy(next, 0, 0, change.size);
    return next;
  }
  const next = Buffer.alloc(Math.max(content.length, change.at + change.bytes.length));
  content.copy(next);
  change.bytes.copy(next, change.at);
  return next;
}

function errorOf(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
