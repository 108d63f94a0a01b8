/** The latest calls of a shop and what went over the wire for them, for testers: bounded (interface 4, 4.1, 13). */
import type { Clock } from "../../engine/clock.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { Door } from "../../engine/calls/door.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import { areaOf, type Area, pathOf } from "../../engine/http/request.js";
import type { ExchangeRecorder, WireExchange } from "../../engine/http/messages.js";
import {
  keepArguments,
  keepExchange,
  keepResult,
  keepValue,
  type JournalEntry,
  type KeptExchange,
  TextRing,
} from "./journal-entry.js";
import { matcherOf, type CallFilter } from "./journal-filter.js";
import type { JournalRoom } from "./journal-room.js";
import { problemOf } from "./missed.js";
import { judge, type Expectation, type Verified } from "./expectation.js";
import { shownCall, type RecordedCall } from "./shown-call.js";

export type { CallFilter } from "./journal-filter.js";
export type { RecordedCall } from "./shown-call.js";

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

/** Calls that are shown beside those that were missed. */
const maxNearest = 3;

/** Requests of our own pages have this header. */
const consoleHeader = "x-store-console";

export class CallJournal implements ExchangeRecorder {
  /** By number, modulo `maxCalls`. */
  private entries: JournalEntry[] = [];
  private texts = new TextRing();
  /** How many of the latest calls are kept. */
  private kept = 0;
  private lastNumber = 0;
  private readonly listeners = new Set<Listener>();

  /**
   * @param contract whose operations are called
   * @param room shared with other journals
   * @param sandbox whose calls these are
   */
  constructor(
    private readonly contract: Contract,
    private readonly clock: Clock,
    private readonly room?: JournalRoom,
    private readonly sandbox?: string,
  ) {}

  /** A call that came by a request is recorded when that was answered. */
  add(call: EndedCall): void {
    if (call.group) call.group.note(call, this);
    else this.record(undefined, [call]);
  }

  record(exchange: WireExchange | undefined, calls: readonly EndedCall[]): void {
    const area = exchange && areaOf(pathOf(exchange.request.url ?? "/"), exchange.request.url ?? "/");
    if (calls.length === 0 && exchange) {
      const call = missedCall(exchange, area);
      if (call) this.record(exchange, [call]);
      return;
    }
    const isConsole = exchange?.request.headers[consoleHeader] === "1";
    const kept = exchange && keepExchange(exchange, this.texts);
    const last = calls.length - 1;
    // What XML says is not read again; of several results, each has a text of its own.
    const holdsResult = exchange?.body?.[0] !== openingBracket && !xmlAreas.has(area);
    for (let at = 0; at <= last; at += 1) {
      this.put(calls[at] as EndedCall, kept, holdsResult && at === last, isConsole);
    }
    while (this.kept > 1 && this.texts.bytes > maxBytes) this.dropOldest();
    this.room?.note(this, this.texts.bytes);
  }

  private put(
    call: EndedCall,
    exchange: KeptExchange | undefined,
    isAnswer: boolean,
    isConsole: boolean,
  ): void {
    if (this.kept === maxCalls) this.dropOldest();
    const number = (this.lastNumber += 1);
    const { texts } = this;
    const args = keepArguments(call, exchange, texts);
    const result = keepResult(call, exchange, isAnswer, texts);
    const error = call.error && keepValue(call.error, texts);
    const entry: JournalEntry = {
      number,
      time: this.clock.now(),
      durationMs: call.durationMs,
      door: isConsole ? "console" : (call.door ?? null),
      operation: call.operation === "unknown" ? null : call.operation,
      row: call.row,
      path: call.path,
      username: call.username,
      fault: call.fault,
      session: call.session,
      forced: call.forced === true,
      rule: call.rule,
      element: call.element,
      isAnswer,
      exchange,
      args,
      result,
      error,
      segment: (exchange?.head ?? args ?? result ?? error)?.segment,
    };
    this.entries[(number - 1) % maxCalls] = entry;
    this.kept += 1;
    if (this.listeners.size > 0) this.tell(entry);
  }

  /**
   * Newest first; with `after` the later ones, ascending. Each is made when it is asked for, which takes up to a
   * millisecond; what is gone by then is left out.
   */
  *list(filter: CallFilter, limit: number, after?: number): Generator<RecordedCall> {
    const isMeant = matcherOf(this.contract, filter);
    const all = this.all().filter((entry) => isMeant(entry));
    const wanted =
      after === undefined
        ? all.slice(-limit).reverse()
        : all.filter(({ number }) => number > after).slice(0, limit);
    for (const { number } of wanted) {
      if (number > this.lastNumber - this.kept) yield this.shown(this.entry(number));
    }
  }

  /** How many calls are as expected, the latest of them, and those that come nearest, the nearest first. */
  verify(expected: Expectation): Verified {
    const judged = this.all()
      .filter(({ door }) => door !== "control" && door !== "console")
      .reverse()
      .map((entry) => ({ entry, ...judge(this.contract, expected, entry) }));
    const found = judged.filter(({ differs }) => differs.length === 0);
    const others = judged.filter(({ differs }) => differs.length > 0);
    // Other operations say nothing where this one was called too.
    const same = others.filter(({ differs }) => !differs.includes("operation"));
    const nearest = (same.length > 0 || found.length > 0 ? same : others)
      .sort((one, other) => one.away - other.away)
      .slice(0, maxNearest)
      .map(({ entry, differs }) => ({ call: this.shown(entry), differs }));
    const latest = found.slice(0, maxNearest).map(({ entry }) => this.shown(entry));
    return { found: found.length, latest, nearest };
  }

  clear(): void {
    this.kept = 0;
    this.entries = [];
    this.texts.releaseBefore(undefined);
  }

  /** As clear(), and what would be used again goes too. */
  forget(): void {
    this.clear();
    this.texts = new TextRing();
  }

  /** Tells of every call from now on, and of the end; answers what ends it earlier. */
  follow(filter: CallFilter, told: Told, ended: () => void): () => void {
    const listener = { isMeant: matcherOf(this.contract, filter), told, ended };
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

  /** Its texts go too, as far as they stand before those of the next. */
  private dropOldest(): void {
    this.kept -= 1;
    const { segment } = this.entry(this.lastNumber - this.kept + 1);
    if (segment) this.texts.releaseBefore(segment);
  }

  private shown(entry: JournalEntry): RecordedCall {
    return shownCall(this.contract, entry, this.sandbox ?? null);
  }

  private tell(entry: JournalEntry): void {
    let record: RecordedCall | undefined;
    let text = "";
    for (const { isMeant, told } of this.listeners) {
      if (!isMeant(entry)) continue;
      if (!record) text = JSON.stringify((record = this.shown(entry)));
      told(record, text);
    }
  }
}

const openingBracket = "[".charCodeAt(0);

const xmlAreas: ReadonlySet<Area | undefined> = new Set<Area>(["xmlrpc", "soap", "soap_v2"]);

/** By the address; undefined for one that does not exist. */
function doorOf(area: Area, path: string): Door | undefined {
  if (area === "rpc") return "jsonrpc";
  if (area !== "other") return area;
  return path.startsWith("/control") ? "control" : undefined;
}

/** A request that brought no call, when it should have: undefined for descriptions of doors and the like. */
function missedCall(exchange: WireExchange, area: Area = "other"): EndedCall | undefined {
  const path = pathOf(exchange.request.url ?? "/");
  if (area === "other" && !/^\/(api|control)(\/|$)/.test(path)) return undefined;
  const problem = problemOf(exchange);
  if (problem === undefined) return undefined;
  return {
    operation: "unknown",
    path: exchange.url,
    username: "",
    fault: undefined,
    durationMs: performance.now() - exchange.started,
    door: doorOf(area, path),
    error: problem,
  };
}
