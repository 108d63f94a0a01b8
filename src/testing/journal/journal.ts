/** The latest calls of a shop and what went over the wire for them, for testers: bounded (interface 4, 4.1, 13). */
import type { Clock } from "../../engine/clock.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { Door } from "../../engine/calls/door.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import type { Area } from "../../engine/http/request.js";
import { maxKeptBytes, type ExchangeRecorder, type WireExchange } from "../../engine/http/messages.js";
import { toJson } from "../../engine/calls/json.js";
import { isImmutable } from "../../engine/values/memo.js";
import { type Wire, wire } from "../../engine/values/text.js";
import type { JournalEntry, KeptExchange } from "./journal-entry.js";
import { matcherOf, type CallFilter } from "./journal-filter.js";
import type { JournalRoom } from "./journal-room.js";
import { truncatedValue } from "./journal-values.js";
import { SegmentRing } from "./segment-ring.js";
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

/** Of the texts of all entries together. */
const maxBytes = 16 * 1024 * 1024;

/** Bytes of one text that is a value of its own; a longer one is not kept. */
const maxValueBytes = 4 * maxKeptBytes;

/** Calls that are shown beside those that were missed. */
const maxNearest = 3;

/** Requests of our own pages have this header. */
const consoleHeader = "x-store-console";

export class CallJournal implements ExchangeRecorder {
  /** By number, modulo `maxCalls`. */
  private entries: (JournalEntry | undefined)[] = [];
  private ring = new SegmentRing();
  /** Of the texts that are not in the ring. */
  private textBytes = 0;
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
    if (calls.length === 0 && exchange) {
      const call = missedCall(exchange);
      if (call) this.record(exchange, [call]);
      return;
    }
    const isConsole = exchange?.request.headers[consoleHeader] === "1";
    const kept = exchange && keptExchange(exchange, this.ring);
    const last = calls.length - 1;
    // What XML says is not read again; of several results, each has a text of its own.
    const holdsResult = exchange?.body?.[0] !== openingBracket && !xmlAreas.has(exchange?.area);
    for (let at = 0; at <= last; at += 1) {
      this.put(calls[at] as EndedCall, kept, { isAnswer: holdsResult && at === last, isConsole });
    }
    while (this.kept > 1 && this.bytes > maxBytes) this.dropOldest();
    this.room?.note(this, this.bytes);
  }

  private put(
    call: EndedCall,
    exchange: KeptExchange | undefined,
    { isAnswer, isConsole }: { readonly isAnswer: boolean; readonly isConsole: boolean },
  ): void {
    if (this.kept === maxCalls) this.dropOldest();
    const number = (this.lastNumber += 1);
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
      args: keptArguments(call, exchange),
      result: keptResult(call, exchange, isAnswer),
      error: call.error && keptValue(call.error),
    };
    this.entries[(number - 1) % maxCalls] = entry;
    this.kept += 1;
    this.textBytes += textBytesOf(entry);
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
    this.ring = new SegmentRing();
    this.textBytes = 0;
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

  private get bytes(): number {
    return this.ring.bytes + this.textBytes;
  }

  /** Its exchange is forgotten as soon as all before the one of a later call are. */
  private dropOldest(): void {
    const at = (this.lastNumber - this.kept) % maxCalls;
    const oldest = this.entries[at] as JournalEntry;
    this.entries[at] = undefined;
    this.kept -= 1;
    this.textBytes -= textBytesOf(oldest);
    if (oldest.exchange) this.ring.releaseBefore(oldest.exchange.segment);
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

function keptExchange(
  { request, response, url, body, answer, answerLength }: WireExchange,
  ring: SegmentRing,
): KeptExchange {
  const { headersSent, statusCode } = response;
  const answerHead = headersSent ? (response as unknown as { _header: string })._header : "";
  const head = `${request.method} ${url}\n${request.rawHeaders.join("\n")}\n\n${answerHead}`;
  const sizeOfBody = Math.min(body?.length ?? 0, maxKeptBytes);
  const { segment, start } = ring.reserve(head.length + sizeOfBody + Math.min(answerLength, maxKeptBytes));
  const headEnd = start + segment.write(head, start, "latin1");
  body?.copy(segment, headEnd, 0, sizeOfBody);
  const bodyEnd = headEnd + sizeOfBody;
  const end = bodyEnd + Math.min(answerLength, maxKeptBytes);
  let at = bodyEnd;
  for (const part of answer) {
    const left = end - at;
    at +=
      typeof part === "string" ? segment.write(part, at, left, "latin1") : part.copy(segment, at, 0, left);
  }
  return {
    segment,
    start,
    headEnd,
    bodyEnd,
    end,
    bodyLength: body?.length ?? 0,
    answerLength,
    status: headersSent ? statusCode : undefined,
  };
}

/** Undefined = the body of the request holds them. */
function keptArguments({ args, element }: EndedCall, exchange: KeptExchange | undefined): Wire | undefined {
  if (!args || args.form === "unusable") return undefined;
  const isLong = exchange !== undefined && exchange.bodyLength > maxKeptBytes;
  if (element !== undefined && exchange && !isLong) return undefined;
  return keptValue(isLong ? truncatedValue(args) : args);
}

/** Undefined = there is none, or the answer holds nothing else. */
function keptResult(
  { result, resultText }: EndedCall,
  exchange: KeptExchange | undefined,
  isAnswer: boolean,
): Wire | undefined {
  if (resultText !== undefined) return resultText;
  if (result === undefined || (isAnswer && exchange && exchange.answerLength <= maxKeptBytes))
    return undefined;
  if (isAnswer && exchange) return keptValue(truncatedValue(result));
  // The text of a kept answer is known.
  const text = typeof result === "object" && result !== null && isImmutable(result) && toJson(result);
  return typeof text === "string" && text.length <= maxKeptBytes ? text : keptValue(result);
}

/** A value that is too long is shortened, not its text: that stays JSON. */
function keptValue(value: unknown): Wire | undefined {
  const whole = JSON.stringify(value) as string | undefined;
  if (whole === undefined) return undefined;
  const text = wire(whole.length > maxKeptBytes ? JSON.stringify(truncatedValue(value)) : whole);
  return text.length > maxValueBytes ? undefined : text;
}

function textBytesOf({ args, result, error }: JournalEntry): number {
  return (args?.length ?? 0) + (result?.length ?? 0) + (error?.length ?? 0);
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
function missedCall(exchange: WireExchange): EndedCall | undefined {
  const { area, path } = exchange;
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
