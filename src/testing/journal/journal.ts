/** The latest calls of a shop, for testers: bounded, without secrets (interface 4, 4.1). */
import { createHash } from "node:crypto";
import { timestamp } from "../../engine/values/dates.js";
import type { Clock } from "../../engine/clock.js";
import { textStore } from "../../engine/fast/text-store.js";
import { wire, type Wire } from "../../engine/fast/wire.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import type { Door } from "../../engine/calls/door.js";
import { JournalEntry } from "./journal-entry.js";
import type { JournalRoom } from "./journal-room.js";
import { withoutSecrets } from "./journal-values.js";
import { SharedResults } from "./shared-results.js";

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

/** @param text the call as JSON */
type Told = (call: RecordedCall, text: string) => void;

interface Listener {
  readonly isMeant: (entry: JournalEntry) => boolean;
  readonly told: Told;
  readonly ended: () => void;
}

const maxCalls = 1000;

/** Of all entries together. */
const maxBytes = 16 * 1024 * 1024;

/** Results are turned into text soon after their calls ended; those of as many requests may be under way at once. */
const latest = 32;

export class Journal {
  /** Entries are used again and again, so that recording a call leaves nothing behind that has to be cleaned up. */
  private entries: JournalEntry[] = [];
  private texts = textStore();
  private readonly shared = new SharedResults();
  /** How many of the latest calls are kept. */
  private kept = 0;
  /** How many of them wait for the text of their result. */
  private open = 0;
  private lastNumber = 0;
  private readonly listeners = new Set<Listener>();

  /** @param room shared with other journals */
  constructor(
    private readonly clock: Clock,
    private readonly room?: JournalRoom,
  ) {}

  add(call: EndedCall): void {
    if (this.kept === maxCalls) this.dropOldest();
    const number = (this.lastNumber += 1);
    const entry = this.entryFor(number);
    entry.record(number, this.clock.now(), call);
    this.kept += 1;
    if (entry.sharedLength > 0) this.shared.add(entry.result, entry.sharedLength);
    else if (entry.isOpen) this.open += 1;
    if (this.open > 0) this.closeEarlier();
    this.keepWithinBounds();
    this.room?.note(this, this.bytes);
    if (this.listeners.size > 0) this.tell(entry);
  }

  /** A result was answered as this text, which is kept in its place. */
  resultWritten(result: object, text: Wire): void {
    if (this.open === 0) return;
    for (let back = 0; back < latest && back < this.kept; back += 1) {
      const entry = this.entry(this.lastNumber - back);
      if (entry.result !== result || !entry.isOpen) continue;
      this.close(entry, text);
      return;
    }
  }

  /** What is answered in another form than JSON, or later, is kept as JSON all the same. */
  private closeEarlier(): void {
    if (this.kept <= latest) return;
    const earlier = this.entry(this.lastNumber - latest);
    if (earlier.isOpen) this.close(earlier, wire(JSON.stringify(earlier.result)));
  }

  private close(entry: JournalEntry, text: Wire): void {
    entry.resultWritten(text);
    this.open -= 1;
  }

  /**
   * Newest first; with `after` the later ones, ascending. Each is made when it is asked for, which takes up to a
   * millisecond; what is gone by then is left out.
   */
  *list(filter: CallFilter, limit: number, after?: number): Generator<RecordedCall> {
    const isMeant = matcherOf(filter);
    const all = this.all().filter((entry) => isMeant(entry));
    const wanted =
      after === undefined
        ? all.slice(-limit).reverse()
        : all.filter(({ number }) => number > after).slice(0, limit);
    for (const number of wanted.map((entry) => entry.number)) {
      if (number > this.lastNumber - this.kept) yield recordOf(this.entry(number));
    }
  }

  clear(): void {
    while (this.kept > 0) this.dropOldest();
  }

  /** As clear(), and what would be used again goes too. */
  forget(): void {
    this.clear();
    this.entries = [];
    this.texts = textStore();
  }

  /** Tells of every call from now on, and of the end; answers what ends it earlier. */
  follow(filter: CallFilter, told: Told, ended: () => void): () => void {
    const listener = { isMeant: matcherOf(filter), told, ended };
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get followers(): number {
    return this.listeners.size;
  }

  /** Lets go of all who follow. */
  stop(): void {
    this.room?.leave(this);
    for (const { ended } of [...this.listeners]) ended();
  }

  /** Oldest first. */
  private all(): JournalEntry[] {
    const first = this.lastNumber - this.kept + 1;
    return Array.from({ length: this.kept }, (_, at) => this.entry(first + at));
  }

  private entry(number: number): JournalEntry {
    return this.entries[(number - 1) % maxCalls] as JournalEntry;
  }

  private entryFor(number: number): JournalEntry {
    return (this.entries[(number - 1) % maxCalls] ??= new JournalEntry(this.texts));
  }

  private get bytes(): number {
    return this.texts.bytes + this.shared.bytes;
  }

  private keepWithinBounds(): void {
    while (this.kept > 1 && this.bytes > maxBytes) this.dropOldest();
  }

  private dropOldest(): void {
    const entry = this.entry(this.lastNumber - this.kept + 1);
    if (entry.isOpen) this.open -= 1;
    if (entry.sharedLength > 0) this.shared.remove(entry.result, entry.sharedLength);
    entry.clear();
    this.kept -= 1;
  }

  private tell(entry: JournalEntry): void {
    let record: RecordedCall | undefined;
    let text = "";
    for (const { isMeant, told } of this.listeners) {
      if (!isMeant(entry)) continue;
      if (!record) text = JSON.stringify((record = recordOf(entry)));
      told(record, text);
    }
  }
}

function matcherOf({ operation, fault, session }: CallFilter): (entry: JournalEntry) => boolean {
  const hash = session === undefined ? undefined : createHash("sha256").update(session).digest("hex");
  return (entry) =>
    (operation === undefined || entry.operation === operation) &&
    (fault === undefined || entry.fault === fault) &&
    (hash === undefined || entry.session === hash);
}

/** Methods whose result is a secret as a whole. */
const secretResults = new Set(["login", "startSession", "openRestSession", "createSession"]);

function recordOf(entry: JournalEntry): RecordedCall {
  const { number, time, door, operation, path, username, fault, forced, durationMs } = entry;
  const result = entry.shownResult();
  return {
    number,
    time: timestamp(time),
    door,
    operation: path === undefined ? operation : path,
    caller: username,
    arguments: withoutSecrets(entry.shownArguments()),
    result: result !== undefined && secretResults.has(operation) ? "***" : withoutSecrets(result),
    fault: fault ?? null,
    forced,
    duration_ms: Math.round(durationMs * 1000) / 1000,
  };
}
