/**
 * The journal: the latest calls of a shop with their requests and answers, limited in number and size (docs/testing.md).
 */
import type { Clock } from "../../engine/clock.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { DoorName } from "../../engine/calls/door.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import type { Area } from "../../engine/http/request.js";
import { maxKeptBytes, type ExchangeRecorder, type WireExchange } from "../../engine/http/exchange.js";
import { toJson } from "../../engine/calls/json.js";
import { isImmutable, memoize } from "../../engine/values/memo.js";
import { type Wire, wire } from "../../engine/values/text.js";
import { containsAnswer, hasOutcome, type JournalEntry, type KeptExchange } from "./journal-entry.js";
import { matcherOf, type CallFilter } from "./journal-filter.js";
import type { JournalRoom } from "./journal-room.js";
import { truncatedValue } from "./journal-values.js";
import { problemOf } from "./request-problems.js";
import type { Coverage } from "../coverage/coverage.js";
import { compareCall, type Expectation, type ExpectedCall, type Verification } from "./expectation.js";
import { findSequence, unexpectedCalls, unexpectedMessage, type MissingCall } from "./sequence.js";
import { changesIn, sizeOfChanges, type RecordedChange } from "./changes.js";
import { shownCall, shownChanges, type RecordedCall } from "./shown-call.js";

export type { CallFilter } from "./journal-filter.js";
export type { RecordedCall } from "./shown-call.js";

/** @param text the call as JSON */
type OnCall = (call: RecordedCall, text: string) => void;

interface Follower {
  readonly matches: (entry: JournalEntry) => boolean;
  readonly onCall: OnCall;
  readonly onEnd: () => void;
}

const maxCalls = 1000;

/** Maximum number of bytes of all entries. */
const maxBytes = 16 * 1024 * 1024;

/** A longer value that is stored outside of an exchange is dropped. */
const maxValueBytes = 4 * maxKeptBytes;

/** Maximum number of nearest and of latest calls in a verification. */
const maxNearest = 3;

/** The console sends this header. */
const consoleHeader = "x-store-console";

export class CallJournal implements ExchangeRecorder {
  /** Oldest first, with consecutive numbers. */
  private entries: JournalEntry[] = [];
  /** The size of all entries. */
  private bytes = 0;
  private lastNumber = 0;
  /** The sentence about the latest move of the clock; "" without one. */
  private clockMove = "";
  private readonly followerSet = new Set<Follower>();

  /**
   * @param room the limit that the journals of sandboxes share
   * @param sandbox the name of the sandbox; undefined = the main shop
   * @param coverage counts the calls except those of the console
   */
  constructor(
    private readonly contract: Contract,
    private readonly clock: Clock,
    private readonly room?: JournalRoom,
    private readonly sandbox?: string,
    private readonly coverage?: Coverage,
  ) {}

  /** Adds a call. A call of a request is recorded when the request is answered. */
  add(call: EndedCall): void {
    if (call.group) call.group.note(call, this);
    else this.record(undefined, [call]);
  }

  record(exchange: WireExchange | undefined, calls: readonly EndedCall[]): void {
    if (calls.length === 0 && exchange) {
      const call = callOfProblem(exchange);
      if (call) this.record(exchange, [call]);
      return;
    }
    const isConsole = exchange?.request.headers[consoleHeader] === "1";
    const kept = exchange && keptExchange(exchange);
    const last = calls.length - 1;
    // A result is stored separately if the answer is XML, which the journal does not parse, or the answer to a batch.
    const containsResult = exchange?.body?.[0] !== openingBracket && !xmlAreas.has(exchange?.area);
    for (let at = 0; at <= last; at += 1) {
      const isLast = at === last;
      // The calls of a batch share one exchange, which counts once.
      const exchangeBytes = isLast && kept ? kept.bytes.length + (kept.longAnswer?.length ?? 0) : 0;
      this.put(calls[at] as EndedCall, kept, {
        isAnswer: containsResult && isLast,
        isConsole,
        exchangeBytes,
      });
    }
    while (this.entries.length > maxCalls || (this.entries.length > 1 && this.bytes > maxBytes))
      this.dropOldest();
    this.room?.note(this, this.bytes);
  }

  private put(
    call: EndedCall,
    exchange: KeptExchange | undefined,
    {
      isAnswer,
      isConsole,
      exchangeBytes,
    }: { readonly isAnswer: boolean; readonly isConsole: boolean; readonly exchangeBytes: number },
  ): void {
    const number = (this.lastNumber += 1);
    if (!isConsole) this.coverage?.note(call);
    this.coverage?.noteGateway(this.sandbox ?? "", call);
    const args = keptArguments(call, exchange);
    const result = keptResult(call, exchange, isAnswer);
    const error = call.error && keptValue(call.error);
    const changes = keptChanges(call);
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
      ending: call.ending,
      denied: call.denied,
      ignored: call.ignored,
      changes,
      element: call.element,
      isAnswer,
      exchange,
      args,
      result,
      error,
      note: this.noteOf(call),
      size:
        (args?.length ?? 0) +
        (result?.length ?? 0) +
        (error?.length ?? 0) +
        (changes ? sizeOfChanges(changes) : 0) +
        exchangeBytes,
    };
    this.entries.push(entry);
    this.bytes += entry.size;
    if (this.followerSet.size > 0) this.notify(entry);
  }

  /** The reason of a fault; if a session has timed out, with the latest move of the clock. */
  private noteOf({ operation, door, fault, note, args }: EndedCall): string | undefined {
    if (door === "control" && fault === undefined && operation === "setClock" && args?.form === "named")
      this.clockMove = ` The clock was moved by PUT /control/clock ${JSON.stringify(args.members)}.`;
    return note?.includes("timed out") ? note + this.clockMove : note;
  }

  /**
   * Lists calls, newest first; with `after`, the calls after this number in ascending order. Each call is converted on demand,
   * which takes up to 1 ms. Calls that were dropped meanwhile are omitted.
   */
  *list(filter: CallFilter, limit: number, after?: number): Generator<RecordedCall> {
    const matches = matcherOf(this.contract, filter);
    const all = this.entries.filter((entry) => matches(entry));
    const selected =
      after === undefined
        ? all.slice(-limit).reverse()
        : all.filter(({ number }) => number > after).slice(0, limit);
    for (const entry of selected) {
      const oldest = this.entries[0];
      if (oldest && entry.number >= oldest.number) yield this.shown(entry);
    }
  }

  /** What a call has changed. Undefined = no call had this number; "gone" = it is no longer kept. */
  changes(number: number): readonly RecordedChange[] | "gone" | undefined {
    if (number > this.lastNumber || number < 1) return undefined;
    const entry = this.entries[number - (this.entries[0]?.number ?? 0)];
    return entry && entry.changes !== null ? shownChanges(entry) : "gone";
  }

  /** Compares the calls with an expected one. Calls of the test control and the console do not count. */
  verify(expected: ExpectedCall, after?: number): Verification {
    return this.verifyAmong(this.counted(after), expected);
  }

  private verifyAmong(entries: readonly JournalEntry[], expected: ExpectedCall): Verification {
    const compared = entries
      .toReversed()
      .map((entry) => ({ entry, ...compareCall(this.contract, expected, entry) }));
    const found = compared.filter(({ differs }) => differs.length === 0);
    const others = compared.filter(({ differs }) => differs.length > 0);
    // Calls of other operations are only shown if the expected operation was not called.
    const same = others.filter(({ differs }) => !differs.includes("operation"));
    const nearest = (same.length > 0 || found.length > 0 ? same : others)
      .sort((one, other) => one.distance - other.distance)
      .slice(0, maxNearest)
      .map(({ entry, differs }) => ({ call: this.shown(entry), differs }));
    const latest = found.slice(0, maxNearest).map(({ entry }) => this.shown(entry));
    return { found: found.length, latest, nearest };
  }

  /** Finds calls in an order. Returns the first missing one, undefined if all were made. */
  verifySequence(sequence: readonly ExpectedCall[], after?: number): MissingCall | undefined {
    const entries = this.counted(after);
    const { met, missing } = findSequence(sequence, entries, this.meets);
    if (!missing) return undefined;
    const previous = met.at(-1);
    const isLater = ({ number }: JournalEntry) => number > (previous?.number ?? 0);
    const earlier = entries.findLast(
      (entry) => !isLater(entry) && entry !== previous && this.meets(missing, entry),
    );
    return {
      expected: missing,
      step: met.length + 1,
      steps: sequence.length,
      previous: previous && this.shown(previous),
      earlier: earlier && this.shown(earlier),
      nearest: this.verifyAmong(entries.filter(isLater), missing).nearest,
    };
  }

  /** Says which calls were made besides the expected ones; undefined if there are none. */
  unexpected({ sequence, operation = "", ...expected }: Expectation, after?: number): string | undefined {
    const entries = this.counted(after);
    const met = sequence && findSequence(sequence, entries, this.meets).met;
    const isMet = (entry: JournalEntry) =>
      met?.includes(entry) ?? this.meets({ ...expected, operation }, entry);
    const others = unexpectedCalls(entries, (entry) => !hasOutcome(entry, undefined) || isMet(entry));
    return others.length === 0 ? undefined : unexpectedMessage(others, (entry) => this.shown(entry));
  }

  private readonly meets = (expected: ExpectedCall, entry: JournalEntry) =>
    compareCall(this.contract, expected, entry).differs.length === 0;

  /** The calls that count in verifications, oldest first. */
  private counted(after = 0): readonly JournalEntry[] {
    return this.entries.filter(
      ({ door, number }) => door !== "control" && door !== "console" && number > after,
    );
  }

  clear(): void {
    this.entries = [];
    this.bytes = 0;
  }

  /**
   * Reports every matching call from now on.
   * @param onEnd called when the journal stops
   * @returns ends the reports
   */
  follow(filter: CallFilter, onCall: OnCall, onEnd: () => void): () => void {
    const follower = { matches: matcherOf(this.contract, filter), onCall, onEnd };
    this.followerSet.add(follower);
    return () => this.followerSet.delete(follower);
  }

  get followers(): number {
    return this.followerSet.size;
  }

  /** Ends the reports to all followers. */
  stop(): void {
    this.room?.leave(this);
    for (const { onEnd } of [...this.followerSet]) onEnd();
  }

  private dropOldest(): void {
    this.bytes -= this.entries.shift()?.size ?? 0;
  }

  private shown(entry: JournalEntry): RecordedCall {
    return shownCall(this.contract, entry, this.sandbox ?? null);
  }

  private notify(entry: JournalEntry): void {
    let record: RecordedCall | undefined;
    let text = "";
    for (const { matches, onCall } of this.followerSet) {
      if (!matches(entry)) continue;
      if (!record) text = JSON.stringify((record = this.shown(entry)));
      onCall(record, text);
    }
  }
}

/** The lengths of responses that are kept as the texts that were sent: copying these takes longer than all else here. */
const longBytes = 16 * 1024;
const longestBytes = 2 * maxKeptBytes;

/** Copies an exchange into one buffer: the bytes of a request would hold the whole buffer that they were read into. */
function keptExchange({ request, response, url, body, sent, sentLength }: WireExchange): KeptExchange {
  const { headersSent, statusCode } = response;
  const answerHead = headersSent ? (response as unknown as { _header: string })._header : "";
  const head = `${request.method} ${url}\n${request.rawHeaders.join("\n")}\n\n${answerHead}`;
  const sizeOfBody = Math.min(body?.length ?? 0, maxKeptBytes);
  const [first] = sent;
  const isLong = typeof first === "string" && first.length >= longBytes && first.length <= longestBytes;
  const longAnswer = isLong && first.length === sentLength ? (first as Wire) : undefined;
  const sizeOfAnswer = longAnswer === undefined ? Math.min(sentLength, maxKeptBytes) : 0;
  const bytes = Buffer.allocUnsafe(head.length + sizeOfBody + sizeOfAnswer);
  const headEnd = bytes.write(head, "latin1");
  body?.copy(bytes, headEnd, 0, sizeOfBody);
  const bodyEnd = headEnd + sizeOfBody;
  let at = bodyEnd;
  for (const part of longAnswer === undefined ? sent : [])
    at += typeof part === "string" ? bytes.write(part, at, "latin1") : part.copy(bytes, at);
  return {
    bytes,
    headEnd,
    bodyEnd,
    longAnswer,
    bodyLength: body?.length ?? 0,
    answerLength: sentLength,
    status: headersSent ? statusCode : undefined,
  };
}

/** Undefined if the body of the request contains them. */
function keptArguments({ args, element }: EndedCall, exchange: KeptExchange | undefined): Wire | undefined {
  if (!args || args.form === "unusable") return undefined;
  const isLong = exchange !== undefined && exchange.bodyLength > maxKeptBytes;
  if (element !== undefined && exchange && !isLong) return undefined;
  if (args.form === "named" && isImmutable(args.members)) return memoize(args.members, textOfNamed);
  return keptValue(isLong ? truncatedValue(args) : args);
}

/** Declared once, so that the text of an immutable object is cached with it, such as the parameters of a REST path. */
function textOfNamed(members: object): Wire | undefined {
  return keptValue({ form: "named", members });
}

/** Undefined if there is none, or if the answer contains only the result. */
function keptResult(
  { result, resultText }: EndedCall,
  exchange: KeptExchange | undefined,
  isAnswer: boolean,
): Wire | undefined {
  if (resultText !== undefined) return resultText;
  if (result === undefined) return undefined;
  if (isAnswer && exchange) return containsAnswer(exchange) ? undefined : truncatedText(result);
  // The text of an immutable result is already cached.
  const text = typeof result === "object" && result !== null && isImmutable(result) && toJson(result);
  return typeof text === "string" && text.length <= maxKeptBytes ? text : keptValue(result);
}

function keptChanges({ changes = [] }: EndedCall): JournalEntry["changes"] {
  const kept = changes.flatMap(changesIn);
  if (kept.length === 0) return undefined;
  return sizeOfChanges(kept) > maxValueBytes ? null : kept;
}

function truncatedText(value: unknown): Wire | undefined {
  return keptValue(truncatedValue(value));
}

/** Truncates a long value, not its text, so that the text stays valid JSON. */
function keptValue(value: unknown): Wire | undefined {
  const whole = JSON.stringify(value) as string | undefined;
  if (whole === undefined) return undefined;
  const text = wire(whole.length > maxKeptBytes ? JSON.stringify(truncatedValue(value)) : whole);
  return text.length > maxValueBytes ? undefined : text;
}

const openingBracket = "[".charCodeAt(0);

const xmlAreas: ReadonlySet<Area | undefined> = new Set<Area>(["xmlrpc", "soap", "soap_v2"]);

/** The door of a URL; undefined if the URL does not exist. */
function doorOf(area: Area, path: string): DoorName | undefined {
  if (area === "rpc") return "jsonrpc";
  if (area !== "other") return area;
  return path.startsWith("/control") ? "control" : undefined;
}

/** The entry for a request without a call. Undefined if none was expected, for example for a WSDL. */
function callOfProblem(exchange: WireExchange): EndedCall | undefined {
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
