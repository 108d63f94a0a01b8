import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type FileSystem, hasCode, type OpenFile } from "./files.js";
import { currentHolder, type LockHolder, holderText, isAlive, parseHolder } from "./holder.js";
import { StorageInUseError } from "./storage.js";

interface LockOptions {
  /** A holder that cannot be looked up counts as dead without a heartbeat for this time. */
  readonly stale_ms?: number | undefined;
  /** Receives the reason why a start has to wait. */
  readonly report?: ((message: string) => void) | undefined;
}

const NAME = "lock";
/** File of the one starting process that may replace a stale lock. It exists for a few milliseconds. */
const CLAIM = "lock.takeover";
const STALE_MS = 10_000;
const LOOK_MS = 200;
const SETTLE_MS = 60;
/** If the last check is older, for example after a suspension, another process may have taken the lock. */
const TRUSTED_MS = 2_500;

/** The lock does not belong to this process any more. */
export class LockLostError extends Error {
  override name = "LockLostError";
}

/**
 * The exclusive right of a process to write to a folder that several machines and containers may share. A process on the
 * same machine can be looked up. Any other process has a heartbeat, a number in the lock file that it increases. Clocks are
 * not compared: a starting process measures how long the number stays the same.
 */
export class FolderLock {
  private checkedAt = { performance: performance.now(), date: Date.now() };

  private constructor(
    private readonly files: FileSystem,
    private readonly path: string,
    private readonly file: OpenFile,
    private readonly identity: string,
    private holder: LockHolder,
    /** The text of the lock that was taken over; undefined if there was none. */
    private readonly former: string | undefined,
    /** The lock was taken over because it had no heartbeat. Its former holder may still resume. */
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
    // Wait for a process that is replacing the lock that was here before.
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
      // Another process may have taken the lock over before the claim was free.
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
    // By then it is visible if another process took the lock, too.
    if (stale.silent) await setTimeout(Math.min(SETTLE_MS, stale.stale_ms));
    if (await lock.isMine()) return lock;
    await file.close();
    return undefined;
  }

  /** The last record that the former holder made durable; undefined if it stopped in order or noted none. */
  get witnessed(): number | undefined {
    const former = this.former === undefined ? undefined : parseHolder(this.former);
    return former?.token ? former.record : undefined;
  }

  /** Whether a former holder left a readable lock. */
  get hasFormer(): boolean {
    return this.former !== undefined && parseHolder(this.former) !== undefined;
  }

  /** Writes the heartbeat and the last durable record. Throws LockLostError. */
  async beat(record: number): Promise<void> {
    await this.check();
    this.holder = { ...this.holder, record, beat: this.holder.beat + 1 };
    await this.file.writeAt(0, Buffer.from(holderText(this.holder)));
  }

  /** Throws LockLostError unless the lock file in the folder is this lock. */
  async check(): Promise<void> {
    if (!(await this.isMine())) {
      throw new LockLostError(
        `${this.path} no longer belongs to this process: the folder was moved, removed or taken over`,
      );
    }
    this.checkedAt = { performance: performance.now(), date: Date.now() };
  }

  /** Like check(); undefined if the last check is recent by both clocks, since one of them may stop in a suspension. */
  ensure(): Promise<void> | undefined {
    return this.isTrusted ? undefined : this.check();
  }

  get isTrusted(): boolean {
    const { performance: at, date } = this.checkedAt;
    return Math.max(performance.now() - at, Math.abs(Date.now() - date)) <= TRUSTED_MS;
  }

  /** @param options `restore` puts the lock of the dead holder back, so that a refused start leaves the folder unchanged */
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

/** Parts of messages about a lock whose holder cannot be looked up. */
const FOREIGN = "belongs to another machine or container";
const COPIED = "was copied from a folder that is in use";
const UNREADABLE = "cannot be read";

interface NewLock {
  readonly file: OpenFile;
  readonly identity: string;
  readonly holder: LockHolder;
}

/** Without the number of the device, which can differ between containers. */
function inodeOf(identity: string): string {
  return identity.slice(identity.indexOf(":") + 1);
}

/** Creates a lock file; undefined if the file exists. */
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

/** Waits until the claim is gone, and removes it if its process died. */
async function waitForClaim(files: FileSystem, path: string, stale_ms: number): Promise<void> {
  const before = await files.readText(path);
  const holder = before === undefined ? undefined : parseHolder(before);
  const isDead = holder !== undefined && (await isAlive(holder)) === false;
  // Random, since two processes may find it dead: the second must not remove the next claim of the first.
  const until = performance.now() + (isDead ? SETTLE_MS * (1 + Math.random()) : stale_ms);
  do {
    await setTimeout(SETTLE_MS / 2);
    if ((await files.readText(path)) !== before) return;
  } while (performance.now() < until);
  await files.remove(path).catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
  });
}
