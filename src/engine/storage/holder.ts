/** The process that holds the lock of a data folder, and whether it is still alive. */
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { crc32 } from "node:zlib";
import { hasCode } from "./files.js";

/**
 * The content of a lock file. Process IDs are reused, over time and in every container, so they are stored with the start
 * time of the process and with where they apply.
 */
export interface LockHolder {
  readonly pid: number;
  /** Start time in clock ticks since boot, from /proc; null if there is no /proc. */
  readonly started: string | null;
  /** Null in locks of earlier versions. */
  readonly home: PidScope | null;
  /** Unique per holder; null in locks of earlier versions. */
  readonly token: string | null;
  /** Inode of the lock file, which detects a copied lock. Null in locks of earlier versions. */
  readonly inode: string | null;
  /** Heartbeat: increases while the holder is alive. */
  readonly beat: number;
  /** Number of the last journal record known to be durable. */
  readonly record: number;
}

/** Where a process ID identifies one process. Containers on one machine differ in `namespace`, machines in `boot`. */
interface PidScope {
  readonly host: string;
  readonly boot: string | null;
  readonly namespace: string | null;
}

export async function currentHolder(token: string): Promise<LockHolder> {
  const { pid } = process;
  const [home, { started }] = await Promise.all([currentPidScope(), processOf(pid)]);
  return { pid, started, home, token, inode: null, beat: 0, record: 0 };
}

async function currentPidScope(): Promise<PidScope> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => null);
  const namespace = await readlink("/proc/self/ns/pid").catch(() => null);
  return { host: hostname(), boot: boot && boot.trim(), namespace };
}

/** Length of every lock file in bytes, so that it can be overwritten in place. */
const LENGTH = 512;

/** The text of a lock file. Its last member is a checksum of everything before it. */
export function holderText(holder: LockHolder): string {
  const text = JSON.stringify(holder).slice(0, -1);
  return `${`${text}${CHECK}${checkOf(text)}"}`.padEnd(LENGTH - 1)}\n`;
}

const CHECK = ',"check":"';
const MEMBERS = ["pid", "started", "home", "token", "inode", "beat", "record"];

function checkOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** Locks of earlier versions have no checksum and no members added later. */
function isSound(text: string, holder: object): boolean {
  const at = text.indexOf(CHECK);
  if (at >= 0) return text.trimEnd() === `${text.slice(0, at)}${CHECK}${checkOf(text.slice(0, at))}"}`;
  return Object.keys(holder).every((name) => MEMBERS.includes(name)) && !("inode" in holder);
}

/** Undefined if the text is not a lock, is damaged, or is just being written. */
export function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    if (typeof holder?.pid !== "number" || holder.pid < 1 || !isSound(text, holder)) return undefined;
    const { pid, started = null, home = null, token = null, inode = null, beat = 0, record = 0 } = holder;
    return { pid, started, home, token, inode, beat, record };
  } catch {
    return undefined;
  }
}

/** Undefined if the process cannot be seen from here: then only its heartbeat shows whether it is alive. */
export async function isAlive({ pid, started, home }: LockHolder): Promise<boolean | undefined> {
  const here = await currentPidScope();
  const isSeen =
    !home || (home.host === here.host && home.boot === here.boot && home.namespace === here.namespace);
  if (!isSeen) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive, under another user.
    if (!hasCode(error, "EPERM")) return false;
  }
  const found = await processOf(pid);
  if (found.dead) return false;
  return found.started === null || started === null || found.started === started;
}

async function processOf(pid: number): Promise<{ started: string | null; dead: boolean }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return { started: null, dead: false };
  // The program name, in parentheses, may contain anything. Behind it, state is field 3 and the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { started: fields[19] ?? null, dead: fields[0] === "Z" || fields[0] === "X" };
}
