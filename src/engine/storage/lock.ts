import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type FileSystem, hasCode, type OpenFile } from "./files.js";
import { currentHolder, type LockHolder, holderText, isAlive, parseHolder } from "./holder.js";
import { StorageInUseError } from "./storage.js";

export interface LockOptions {
  /** A holder that can not be seen from here and shows no heartbeat for so long is taken for dead. */
  readonly stale_ms?: number | undefined;
  /** Told why a start takes its time. */
  readonly report?: ((message: string) => void) | undefined;
}

const NAME = "lock";
/** Held for a few milliseconds by the one starter that may replace a stale lock. */
const CLAIM = "lock.takeover";
const STALE_MS = 10_000;
const LOOK_MS = 200;
const SETTLE_MS = 60;
/** Without a look at the lock for so long, for example because the process was stopped, it may be another's. */
const TRUSTED_MS = 2_500;

/** The lock is not this process's any more. */
export class LockLostError extends Error {
  override name = "LockLostError";
}

/**
 * The right to write into a folder, for one process on all machines and in all containers that share it. A process on
 * this machine is seen to live or not; any other one shows it by its heartbeat, a number in the lock that rises. No
 * clocks are compared: a starter watches for itself how long the number stays the same.
 */
export class FolderLock {
  private checkedAt = { performance: performance.now(), date: Date.now() };

  private constructor(
    private readonly files: FileSystem,
    private readonly path: string,
    private readonly file: OpenFile,
    private readonly identity: string,
    private holder: LockHolder,
    /** What a dead holder left behind; undefined when there was no lock. */
    private readonly former: string | undefined,
    /** The former holder was taken for dead because it was silent. It may wake up again. */
    readonly wasSilent: boolean,
  ) {}

  /** Throws StorageInUseError. */
  static async acquire(files: FileSystem, folder: string, options: LockOptions = {}): Promise<FolderLock> {
    const { stale_ms = STALE_MS, report = () => {} } = options;
    const me = await currentHolder(randomUUID());
    const path = join(folder, NAME);
    let watched: { readonly text: string; readonly since: number } | undefined;
    for (;;) {
      const created = await FolderLock.create(files, path, me);
      if (created) return created;

      const text = await files.readText(path);
      if (text === undefined) continue;
      const holder = parseHolder(text);
      const seen = holder && (await isAlive(holder));
      // The lock of a copied folder names the process that uses the original.
      const isCopy = seen === true && (await FolderLock.isCopy(files, path, holder));
      const alive = isCopy ? undefined : seen;
      const moved = watched !== undefined && text !== watched.text && holder !== undefined;
      if (holder && (alive === true || moved)) {
        throw new StorageInUseError(folder, holder.pid, alive ? undefined : holder.home?.host);
      }
      if (alive === undefined && (!watched || performance.now() - watched.since < stale_ms)) {
        if (!watched) {
          const what = holder ? (isCopy ? COPIED : FOREIGN) : UNREADABLE;
          report(`${path} ${what}: watching for up to ${stale_ms / 1000} s`);
        }
        if (text !== watched?.text) watched = { text, since: performance.now() };
        await setTimeout(Math.min(LOOK_MS, stale_ms));
        continue;
      }
      const taken = await FolderLock.takeOver(files, path, me, {
        text,
        silent: alive === undefined,
        stale_ms,
      });
      if (taken) return taken;
    }
  }

  private static async isCopy(files: FileSystem, path: string, { inode }: LockHolder): Promise<boolean> {
    const identity = await files.identify(path);
    return inode !== null && identity !== undefined && inodeOf(identity) !== inode;
  }

  private static async create(
    files: FileSystem,
    path: string,
    me: LockHolder,
  ): Promise<FolderLock | undefined> {
    const made = await newFile(files, path, me);
    if (!made) return undefined;
    const { file, identity, holder } = made;
    const lock = new FolderLock(files, path, file, identity, holder, undefined, false);
    // A starter that is about to replace the lock that stood here before must have ended.
    const claim = join(path, "..", CLAIM);
    while ((await files.readText(claim)) !== undefined) await waitForClaim(files, claim, STALE_MS);
    if (await lock.isMine()) return lock;
    await file.close();
    return undefined;
  }

  private static async takeOver(
    files: FileSystem,
    path: string,
    me: LockHolder,
    stale: { readonly text: string; readonly silent: boolean; readonly stale_ms: number },
  ): Promise<FolderLock | undefined> {
    const claimPath = join(path, "..", CLAIM);
    const claim = await newFile(files, claimPath, me);
    if (!claim) {
      await waitForClaim(files, claimPath, stale.stale_ms);
      return undefined;
    }
    await claim.file.close();
    const aside = `${path}.${me.token}`;
    let made: NewLock | undefined;
    try {
      // Another starter may have been through all of this before the claim was free again.
      if ((await files.readText(path)) !== stale.text) return undefined;
      const record = parseHolder(stale.text)?.record ?? 0;
      made = await newFile(files, aside, { ...me, record });
      await files.rename(aside, path);
    } finally {
      await files.remove(claimPath);
    }
    if (!made) return undefined;
    const { file, identity, holder } = made;
    const lock = new FolderLock(files, path, file, identity, holder, stale.text, stale.silent);
    // Whoever took the silent lock in another way shows by now.
    if (stale.silent) await setTimeout(Math.min(SETTLE_MS, stale.stale_ms));
    if (await lock.isMine()) return lock;
    await file.close();
    return undefined;
  }

  /** The last record that a former holder had made durable; undefined when it stopped in order or kept none. */
  get witnessed(): number | undefined {
    const former = this.former === undefined ? undefined : parseHolder(this.former);
    return former?.token ? former.record : undefined;
  }

  /** A former holder left a lock that can be read. */
  get hasFormer(): boolean {
    return this.former !== undefined && parseHolder(this.former) !== undefined;
  }

  /** Shows that this process lives, and how far the journal is durable. Throws LockLostError. */
  async beat(record: number): Promise<void> {
    await this.check();
    this.holder = { ...this.holder, record, beat: this.holder.beat + 1 };
    await this.file.writeAt(0, Buffer.from(holderText(this.holder)));
  }

  /** Throws LockLostError unless the lock that stands in the folder is this one. */
  async check(): Promise<void> {
    if (!(await this.isMine())) {
      throw new LockLostError(
        `${this.path} is not this process's any more: the folder was moved, removed or taken`,
      );
    }
    this.checkedAt = { performance: performance.now(), date: Date.now() };
  }

  /** As check(); undefined while the last one is recent: both clocks say so, for one of them may stand still. */
  ensure(): Promise<void> | undefined {
    return this.isTrusted ? undefined : this.check();
  }

  get isTrusted(): boolean {
    const { performance: at, date } = this.checkedAt;
    return Math.max(performance.now() - at, Math.abs(Date.now() - date)) <= TRUSTED_MS;
  }

  /** After a refused start the folder is as it was: the lock of a dead holder stands there again. */
  async release(options: { readonly restore?: boolean } = {}): Promise<void> {
    try {
      if (!(await this.isMine())) return;
      if (options.restore && this.former !== undefined) {
        const aside = `${this.path}.${this.holder.token}`;
        const file = await this.files.open(aside, "wx");
        try {
          await file.write(Buffer.from(this.former));
        } finally {
          await file.close();
        }
        await this.files.rename(aside, this.path);
      } else {
        await this.files.remove(this.path);
      }
    } finally {
      await this.file.close();
    }
  }

  private async isMine(): Promise<boolean> {
    return (await this.files.identify(this.path)) === this.identity;
  }
}

/** What is said of a lock whose holder cannot be looked up. */
const FOREIGN = "is another machine's or container's";
const COPIED = "was copied from a folder that is in use";
const UNREADABLE = "cannot be read";

interface NewLock {
  readonly file: OpenFile;
  readonly identity: string;
  readonly holder: LockHolder;
}

/** The device may have another number in each container. */
function inodeOf(identity: string): string {
  return identity.slice(identity.indexOf(":") + 1);
}

/** Undefined when there is such a file. */
async function newFile(files: FileSystem, path: string, me: LockHolder): Promise<NewLock | undefined> {
  const file = await files.open(path, "wx").catch((error: unknown) => {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const identity = await file.identify();
    const holder = { ...me, inode: inodeOf(identity) };
    await file.writeAt(0, Buffer.from(holderText(holder)));
    await file.sync();
    return { file, identity, holder };
  } catch (error) {
    await file.close();
    await files.remove(path).catch(() => {});
    throw error;
  }
}

/** A claim is held for milliseconds, unless its maker died in between: then it is removed. */
async function waitForClaim(files: FileSystem, path: string, stale_ms: number): Promise<void> {
  const before = await files.readText(path);
  const holder = before === undefined ? undefined : parseHolder(before);
  const isDead = holder !== undefined && (await isAlive(holder)) === false;
  // Of two that find it dead, the second must not remove the claim that the first makes next.
  const until = performance.now() + (isDead ? SETTLE_MS * (1 + Math.random()) : stale_ms);
  do {
    await setTimeout(SETTLE_MS / 2);
    if ((await files.readText(path)) !== before) return;
  } while (performance.now() < until);
  await files.remove(path).catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
  });
}
