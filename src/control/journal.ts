/** The latest calls of a shop, for testers: bounded, without secrets (interface.md 4, 4.1). */
import { createHash } from "node:crypto";
import { timestamp } from "../values/dates.js";
import type { Clock } from "../clock.js";
import type { EndedCall } from "../rpc/observer.js";
import { JsonText } from "../rpc/json.js";
import type { Door } from "../rpc/door.js";
import { argumentsOf, shortened, withoutSecrets } from "./journal-values.js";

/** A call as testers read it. */
export interface RecordedCall {
  readonly number: number;
  readonly time: string;
  readonly door: Door;
  readonly operation: string;
  readonly caller: string;
  readonly arguments: unknown;
  readonly result: unknown;
  readonly fault: string | null;
  readonly forced: boolean;
  readonly duration_ms: number;
}

export interface CallFilter {
  readonly operation?: string | undefined;
  readonly fault?: string | undefined;
  /** A session ID. */
  readonly session?: string | undefined;
}

interface Entry {
  readonly number: number;
  /** By the clock of the shop, milliseconds. */
  readonly time: number;
  readonly call: EndedCall;
  readonly size: number;
}

interface Listener {
  readonly isMeant: (entry: Entry) => boolean;
  readonly told: (call: RecordedCall) => void;
  readonly ended: () => void;
}

const maxCalls = 1000;

/** Of all entries together, estimated: what is kept is what was read and answered, not a copy of it. */
const maxBytes = 16 * 1024 * 1024;

/** A call that may hold more is cut down before it is kept. */
const maxBytesOfOne = 64 * 1024;

/** About what a row of a list, or a small result, takes. */
const bytesPerRow = 500;
const usualBytes = 2000;

export class Journal {
  private entries: Entry[] = [];
  /** Where the oldest entry stands: cutting the list for each new one would cost more than recording it. */
  private first = 0;
  private bytes = 0;
  private lastNumber = 0;
  private readonly listeners = new Set<Listener>();

  constructor(private readonly clock: Clock) {}

  add(call: EndedCall): void {
    const size = sizeOf(call);
    const kept =
      size > maxBytesOfOne ? { ...call, args: shortened(call.args), result: shortened(call.result) } : call;
    const entry = {
      number: (this.lastNumber += 1),
      time: this.clock.now(),
      call: kept,
      size: Math.min(size, maxBytesOfOne),
    };
    this.entries.push(entry);
    this.bytes += entry.size;
    while (this.entries.length - this.first > maxCalls || this.bytes > maxBytes) {
      this.bytes -= (this.entries[this.first] as Entry).size;
      // What is no longer kept must not be held by the list either.
      this.entries[this.first] = undefined as never;
      this.first += 1;
    }
    if (this.first >= maxCalls) {
      this.entries = this.entries.slice(this.first);
      this.first = 0;
    }
    if (this.listeners.size > 0) this.tell(entry);
  }

  /** Newest first; with `after` the later ones, ascending. */
  list(filter: CallFilter, limit: number, after?: number): RecordedCall[] {
    const isMeant = matcherOf(filter);
    const all = this.entries.slice(this.first).filter((entry) => isMeant(entry));
    const wanted =
      after === undefined
        ? all.slice(-limit).reverse()
        : all.filter(({ number }) => number > after).slice(0, limit);
    return wanted.map(recordOf);
  }

  clear(): void {
    this.entries = [];
    this.first = 0;
    this.bytes = 0;
  }

  /** Tells of every call from now on, and of the end; answers what ends it earlier. */
  follow(filter: CallFilter, told: (call: RecordedCall) => void, ended: () => void): () => void {
    const listener = { isMeant: matcherOf(filter), told, ended };
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Lets go of all who follow. */
  stop(): void {
    for (const { ended } of [...this.listeners]) ended();
  }

  private tell(entry: Entry): void {
    let record: RecordedCall | undefined;
    for (const { isMeant, told } of this.listeners) {
      if (isMeant(entry)) told((record ??= recordOf(entry)));
    }
  }
}

function matcherOf({ operation, fault, session }: CallFilter): (entry: Entry) => boolean {
  const hash = session === undefined ? undefined : createHash("sha256").update(session).digest("hex");
  return ({ call }) =>
    (operation === undefined || call.operation === operation) &&
    (fault === undefined || call.fault === fault) &&
    (hash === undefined || call.session === hash);
}

function recordOf({ number, time, call }: Entry): RecordedCall {
  const { door = "jsonrpc", operation, path, username, fault, forced = false, durationMs } = call;
  return {
    number,
    time: timestamp(time),
    door,
    operation: path === undefined ? operation : path,
    caller: username,
    arguments: withoutSecrets(argumentsOf(operation, call.args)),
    result: resultOf(call),
    fault: fault ?? null,
    forced,
    duration_ms: Math.round(durationMs * 1000) / 1000,
  };
}

/** Methods whose result is a secret as a whole. */
const secretResults = new Set(["login", "startSession", "openRestSession", "createSession"]);

function resultOf({ operation, result }: EndedCall): unknown {
  if (result === undefined) return null;
  return secretResults.has(operation) ? "***" : withoutSecrets(result);
}

function sizeOf({ size = 0, result }: EndedCall): number {
  if (result instanceof JsonText) return size + result.text.length;
  return size + (Array.isArray(result) ? result.length * bytesPerRow : usualBytes);
}
