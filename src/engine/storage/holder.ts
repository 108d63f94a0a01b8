/** The owner of a data folder's lock: which process it is, and whether it is still alive. */
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { crc32 } from "node:zlib";
import { hasCode } from "./files.js";

/**
 * The content of a lock. Numbers of processes are used again, in time and in every container: they only mean something
 * together with where and when they were given.
 */
export interface Holder {
  readonly pid: number;
  /** In clock ticks since the machine started, from /proc; null where there is no /proc. */
  readonly started: string | null;
  /** Null in locks of earlier versions, which kept none. */
  readonly home: Home | null;
  /** Tells this holder from every other one; null in locks of earlier versions. */
  readonly token: string | null;
  /** The number of the file that the lock was written into: a copy of the lock is another file. Null where none was kept. */
  readonly inode: string | null;
  /** Rises while the holder lives. */
  readonly beat: number;
  /** The last record of the journal that is known to be durable. */
  readonly record: number;
}

/** Where a number names one process. Two containers on one machine differ in the namespace, two machines in the boot. */
export interface Home {
  readonly host: string;
  readonly boot: string | null;
  readonly namespace: string | null;
}

export async function currentHolder(token: string): Promise<Holder> {
  const { pid } = process;
  const [home, { started }] = await Promise.all([currentHome(), processOf(pid)]);
  return { pid, started, home, token, inode: null, beat: 0, record: 0 };
}

async function currentHome(): Promise<Home> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => null);
  const namespace = await readlink("/proc/self/ns/pid").catch(() => null);
  return { host: hostname(), boot: boot && boot.trim(), namespace };
}

/** Every lock has the same length, so that it is written again in place. */
const LENGTH = 512;

/** The checksum comes last, over all before it. */
export function holderText(holder: Holder): string {
  const text = JSON.stringify(holder).slice(0, -1);
  return `${`${text}${CHECK}${checkOf(text)}"}`.padEnd(LENGTH - 1)}\n`;
}

const CHECK = ',"check":"';
const MEMBERS = ["pid", "started", "home", "token", "inode", "beat", "record"];

function checkOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** Locks of earlier versions have no checksum, and none of the members that came later. */
function isSound(text: string, holder: object): boolean {
  const at = text.indexOf(CHECK);
  if (at >= 0) return text.trimEnd() === `${text.slice(0, at)}${CHECK}${checkOf(text.slice(0, at))}"}`;
  return Object.keys(holder).every((name) => MEMBERS.includes(name)) && !("inode" in holder);
}

/** Undefined when it is no lock, or was damaged, or is being written at the moment. */
export function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    if (typeof holder?.pid !== "number" || holder.pid < 1 || !isSound(text, holder)) return undefined;
    const { pid, started = null, home = null, token = null, inode = null, beat = 0, record = 0 } = holder;
    return { pid, started, home, token, inode, beat, record };
  } catch {
    return undefined;
  }
}

/** Undefined when the process can not be seen from here: then only its heartbeat tells. */
export async function isAlive({ pid, started, home }: Holder): Promise<boolean | undefined> {
  const here = await currentHome();
  const isSeen =
    !home || (home.host === here.host && home.boot === here.boot && home.namespace === here.namespace);
  if (!isSeen) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    if (!hasCode(error, "EPERM")) return false;
  }
  const found = await processOf(pid);
  if (found.dead) return false;
  return found.started === null || started === null || found.started === started;
}

async function processOf(pid: number): Promise<{ started: string | null; dead: boolean }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return { started: null, dead: false };
  // The name of the program, in brackets, may hold anything. After it: state is field 3, the start time field
  // 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { started: fields[19] ?? null, dead: fields[0] === "Z" || fields[0] === "X" };
}
