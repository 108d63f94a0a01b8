/** `store-api replay`: sends the exchanges of a recording to a server and compares the answers. */
import type { ControlClient } from "../../../../generated/clients/typescript/control.js";
import type { Contract } from "../../../engine/contract/contract.js";
import { isObject } from "../../../engine/values/coercion.js";
import { callDoors, isCallDoor, type CallDoor, type LivingDoor } from "../doors/addresses.js";
import { withBinary } from "../doors/binary-text.js";
import {
  interpretAnswer,
  callBuiltin,
  callOperation,
  exchange,
  isDocumentStyle,
  login,
  type DoorTarget,
} from "../doors/call.js";
import { namedArguments } from "../doors/named-arguments.js";
import { truncatedText, type CallAnswer, type ForeignFault } from "../doors/outcome.js";
import { UncallableError } from "../doors/soap.js";
import type { TransportBounds } from "../doors/transport.js";
import { isOfPeople } from "../import/people.js";
import { restOutcome } from "../recording/rest-outcome.js";
import { sessionMark, stars, type ExchangeLine } from "../recording/exchange-line.js";
import { differencesOf, isOfValues, recordedOutcome, type AnswerDifference } from "./differences.js";
import { createdIn, objectsIn, subCalls, translatedAddress, type NamedObject } from "./created.js";
import { Identities, idsIn } from "./identities.js";
import { withPlaceholders } from "./secret-placeholders.js";
import type { NumberedLine } from "./recording-lines.js";
import { ReplayReport, type DifferentExchange, type ReplayVerdict } from "./report.js";
import { ruleFor, type DifferenceRule } from "./rules.js";
import { ReplaySessions } from "./sessions.js";
import { oauthHeader, type OAuthPairs } from "./signing.js";

export interface ReplayOptions {
  readonly contract: Contract;
  /** The base address. */
  readonly url: string;
  readonly username: string;
  /** Undefined = the test control opens the sessions. */
  readonly key?: string | undefined;
  /** The test control, if the server is ours and has it enabled. */
  readonly control?: ControlClient | undefined;
  /** Resets the shop before each scenario. */
  readonly reset?: (() => Promise<void>) | undefined;
  readonly rules: readonly DifferenceRule[];
  readonly withValues: boolean;
  /** The people of the server are others than the recorded ones: an anonymized copy. */
  readonly peopleDiffer?: boolean;
  /** The e-mail and the password of a customer, who sends what a customer asked by REST. */
  readonly customer?: string | undefined;
  /** Sign the REST requests of these callers. */
  readonly oauth?: OAuthPairs | undefined;
  /** Writes are counted as not replayed. */
  readonly readsOnly: boolean;
  readonly bounds?: TransportBounds;
  readonly onExchange?: () => void;
}

/** The server does not answer any more. */
export class ServerGoneError extends Error {}

/** After this many exchanges in a row without a complete answer, the server counts as gone. */
const maxBrokenInRow = 5;

export class LivingReplay {
  readonly report = new ReplayReport();
  private identities = new Identities();
  private readonly targets: Readonly<Record<CallDoor, Omit<DoorTarget, "isDocument"> & StyleOfSoap>>;
  /** A session is valid at every door, but each door logs in by itself, as its clients do. */
  private readonly sessions: Readonly<Record<CallDoor, ReplaySessions>>;
  private scenario: string | undefined;
  private brokenInRow = 0;

  constructor(private readonly options: ReplayOptions) {
    const { url, contract, bounds, username, key, control } = options;
    this.targets = byDoor((door) => ({ door, url, contract, bounds }));
    this.sessions = byDoor((door) => new ReplaySessions(this.targets[door], { username, key, control }));
  }

  /** Rejects with a `ServerGoneError` or a `LoginError`. */
  async run(lines: AsyncIterable<NumberedLine>): Promise<ReplayReport> {
    for await (const numbered of lines) {
      await this.enter(numbered.line.scenario);
      const { line } = numbered;
      // This server may use a different style from the recorded one.
      const { soap_v2 } = this.targets;
      if (line.door === "soap_v2") soap_v2.isDocument ??= await isDocumentStyle(soap_v2);
      const operation = line.operation ?? "(unreadable)";
      this.report.add(operation, line.door, await this.verdict(numbered, operation));
      this.options.onExchange?.();
    }
    return this.report;
  }

  /** Starts a scenario with the original state of the shop. */
  private async enter(scenario: string | undefined): Promise<void> {
    if (scenario === this.scenario) return;
    this.scenario = scenario;
    this.identities = new Identities();
    for (const sessions of Object.values(this.sessions)) sessions.forget();
    await this.options.reset?.();
  }

  private async verdict({ number, line }: NumberedLine, operation: string): Promise<ReplayVerdict> {
    const reason = this.notReplayableReason(line) ?? this.unboundReason(line, operation);
    for (const { kind, id } of createdIn(line, line.result, line.answer?.location))
      if (id === undefined) this.identities.expectUnnamed(kind);
      else this.identities.expect(kind, id);
    if (reason !== undefined) return { verdict: "not_replayed", reason };
    const door = line.door as LivingDoor;
    let answer: CallAnswer;
    try {
      answer = await this.send(line, door);
    } catch (error) {
      if (error instanceof UncallableError) return { verdict: "not_replayed", reason: error.message };
      throw error;
    }
    this.checkServerPresent(answer, number);
    const notOurs = fewerRightsReason(line, answer) ?? this.unsignedReason(line, answer);
    if (notOurs !== undefined) return { verdict: "not_replayed", reason: notOurs };
    const ignores = this.options.peopleDiffer ? isOfPeople : undefined;
    const { identities } = this;
    const all = differencesOf(line, answer, { operation, identities, withValues: true, ignores });
    const found = this.options.withValues ? all : all.filter((one) => !isOfValues(one));
    if (found.length === 0)
      return { verdict: "same", isResult: answer.outcome === "result", hasSameValues: all.length === 0 };
    return this.judged(number, line, operation, door, answer, found);
  }

  private judged(
    number: number,
    line: ExchangeLine,
    operation: string,
    door: LivingDoor,
    answer: CallAnswer,
    found: readonly AnswerDifference[],
  ): ReplayVerdict {
    const message = recordedMessage(line);
    const wanted = found.map((one) =>
      ruleFor(this.options.rules, one, { door, who: line.who, operation, message }),
    );
    const rules = new Set(wanted.flatMap((rule) => (rule ? [rule.rule] : [])));
    if (wanted.every(Boolean)) return { verdict: "decided", rules: [...rules] };
    const missing = this.missingObjectReason(line, operation, answer);
    if (missing !== undefined) return { verdict: "not_replayed", reason: missing };
    const unwanted = found.filter((_, index) => !wanted[index]);
    const received =
      answer.outcome === "fault" ? answer.fault.message : answer.outcome === "broken" ? answer.reason : "";
    const exchange: DifferentExchange = {
      line: number,
      operation,
      door,
      differences: unwanted,
      ...(line.scenario === undefined ? {} : { scenario: line.scenario }),
      ...(line.note ? { note: line.note } : {}),
      ...(line.args === undefined ? {} : { args: line.args }),
      ...(message === "" ? {} : { recorded_message: message }),
      ...(received === "" ? {} : { received_message: received }),
    };
    return { verdict: "different", exchange };
  }

  /** Why a line cannot be replayed; undefined if it can. */
  private notReplayableReason(line: ExchangeLine): string | undefined {
    const { door, operation, outcome, request } = line;
    if (line.not_replayable !== undefined) return line.not_replayable;
    if (outcome === "broken") return "no complete response was recorded";
    if (door === null) return "its address is not that of a door";
    if (operation === "wsdl") return "it fetches a description and is not a call";
    if (request?.unreadable !== undefined) return "the recorder could not read the request";
    if (request?.cut !== undefined) return "the request is incomplete in the recording";
    if (
      request === undefined &&
      line.args === undefined &&
      line.session === undefined &&
      line.basic === undefined
    )
      return "the line has neither arguments nor a request";
    const { oauth = {}, customer, key, control } = this.options;
    if (line.who === "customer" && customer === undefined && !oauth.customer)
      return "a customer sent it: use --customer or --oauth to name one of the server";
    const isAdmin = door === "rest" && (line.who ?? "admin") === "admin";
    if (isAdmin && key === undefined && !control && !oauth.admin) return "REST needs a key";
    return this.options.readsOnly && !this.isRead(line) ? "a write" : undefined;
  }

  /** The reason if a request names, or a write may change, a record of this server that was not one of the recorded server. */
  private unboundReason(line: ExchangeLine, operation: string): string | undefined {
    const isWrite = !this.isRead(line);
    for (const part of partsOf(line, operation)) {
      const named = [...this.idsOf(part)];
      const unbound = named.find(({ kind, id }) => this.identities.isUnbound(kind, id));
      if (unbound)
        return `names a ${kindText(unbound.kind)} that the recording created and this server did not`;
      // Afterwards, a shop that is reset has its own records again.
      if (!isWrite || this.options.reset || !this.isAbsent(part)) continue;
      const absent = named.find(({ kind, id }) => !this.identities.isKnown(kind, id));
      if (absent)
        return `writes to a ${kindText(absent.kind)} that the recorded server did not have; here it may be another one`;
    }
    const isRaw = line.request !== undefined && line.door !== "rest" && line.operation !== null;
    return isRaw && isWrite && !this.options.reset
      ? "a write in a form whose IDs the replay does not know"
      : undefined;
  }

  private *idsOf({ operation, args, request }: LinePart): Generator<NamedObject> {
    if (request) yield* objectsIn(request.path);
    yield* idsIn(operation, request ? bodyOf(request) : this.named(operation, args));
  }

  /** Whether the recorded server said that an object does not exist. */
  private isAbsent({ operation, fault: { code, message } = { code: "", message: "" } }: LinePart): boolean {
    const faults = this.options.contract.tables.namespaces[operation.split(".")[0] ?? ""]?.faults ?? {};
    const names = Object.keys(faults).filter((name) => String(faults[name]?.code) === code);
    return code === "404" || names.some((name) => absence.test(name)) || absence.test(message);
  }

  /** Arguments by the names of their parameters. */
  private named(operation: string, args: unknown): Record<string, unknown> {
    return Object.fromEntries(namedArguments(this.options.contract, operation, args));
  }

  private isRead({ operation, request, door, args }: ExchangeLine): boolean {
    if (door === "rest") return request?.method === "GET" || request?.method === "HEAD";
    if (operation === null) return false;
    if (operation === "multiCall") return subCalls(args).every((path) => this.isReadPath(path));
    if (operation === "batch") return batchedPaths(request).every((path) => this.isReadPath(path));
    return protocolReads.includes(operation) || this.isReadPath(operation);
  }

  private isReadPath(path: unknown): boolean {
    const { contract } = this.options;
    const name = contract.operationNames.get(path);
    return name !== undefined && contract.tables.operations[name]?.effect === "read";
  }

  private async send(line: ExchangeLine, door: LivingDoor): Promise<CallAnswer> {
    const { operation, args, request } = line;
    if (request || operation === null || !isCallDoor(door)) return this.sendAsRecorded(line, door);
    const target = this.targets[door];
    if (operation === "login") return this.login(line, target);
    const session = await this.sessionOf(line, door);
    const given = withBinary(withPlaceholders(this.translated(operation, args)));
    if (operation === "endSession" && line.session !== undefined) this.sessions[door].end(line.session);
    if (operation === "startSession") return callBuiltin(target, operation, []);
    if (isBuiltin(operation))
      return callBuiltin(target, operation, [session, ...((given ?? []) as unknown[])]);
    return callOperation(target, session, operation, given);
  }

  /** Null if the recorded request had neither a session nor a user. */
  private async sessionOf(line: ExchangeLine, door: CallDoor): Promise<string | null> {
    const { session, basic } = line;
    if (session === undefined && basic === undefined) return null;
    return this.sessions[door].forLabel(session ?? `basic ${basic}`, isSessionRefused(line));
  }

  /** The reason if another server refused the session or the password that was sent instead of a signature. */
  private unsignedReason(line: ExchangeLine, answer: CallAnswer): string | undefined {
    const { oauth = {}, control } = this.options;
    const who = line.who ?? "admin";
    if (line.door !== "rest" || who === "guest" || oauth[who] || control) return undefined;
    const isRefused = answer.outcome === "fault" && answer.fault.code === "401";
    return isRefused && recordedOutcome(line) !== "fault 401"
      ? `the server wants signed requests: --oauth names a consumer and a token of this ${who}`
      : undefined;
  }

  /** The reason if an argument names an object that the recording has not created and this server lacks. */
  private missingObjectReason(
    { args, outcome }: ExchangeLine,
    operation: string,
    answer: CallAnswer,
  ): string | undefined {
    if (outcome !== "result" && outcome !== "fault") return undefined;
    if (answer.outcome !== "fault" || args === undefined) return undefined;
    const { name = "", message } = answer.fault;
    if (!absence.test(name) && !absence.test(message)) return undefined;
    const ids = [...idsIn(operation, this.named(operation, args))];
    return ids.every(({ kind, id }) => this.identities.isKnown(kind, id))
      ? undefined
      : "names a record that the recording did not create and that this server does not have";
  }

  /** Translates the IDs in arguments; positional ones get the names of their parameters. */
  private translated(operation: string, args: unknown): unknown {
    if (operation === "multiCall" && Array.isArray(args) && Array.isArray(args[0])) {
      const calls = (args[0] as unknown[]).map((one) =>
        Array.isArray(one) && typeof one[0] === "string"
          ? [one[0], ...one.slice(1).map((given: unknown) => this.translated(one[0] as string, given))]
          : one,
      );
      return [calls, ...(args.slice(1) as unknown[])];
    }
    const { contract } = this.options;
    const name = contract.operationNames.get(operation) ?? operation;
    // Names of parameters, or members of the only argument.
    if (isObject(args)) return this.identities.translate(name, args);
    const translated = namedArguments(contract, operation, args).map(
      ([param, value]) =>
        (this.identities.translate(name, { [param]: value }) as Record<string, unknown>)[param],
    );
    return Array.isArray(args) ? translated : translated[0];
  }

  /** Replays a login: a refused one with a wrong key, a successful one with the user of the replay. */
  private async login(line: ExchangeLine, target: DoorTarget): Promise<CallAnswer> {
    const given = Array.isArray(line.args) ? (line.args as unknown[]) : [];
    if (line.outcome !== "result") {
      const sent = given.map((one) => (one === stars ? `wrong-${Math.random().toString(36).slice(2)}` : one));
      return callBuiltin(target, "login", sent);
    }
    const { username, key } = this.options;
    const door = target.door;
    if (key === undefined) {
      const session = await this.sessions[door].start();
      if (line.session !== undefined) this.sessions[door].give(line.session, session);
      return { outcome: "result", value: session };
    }
    const answer = await login(target, username, key);
    if (line.session !== undefined && answer.outcome === "result" && typeof answer.value === "string")
      this.sessions[door].give(line.session, answer.value);
    return answer;
  }

  /** Sends the recorded text with a session of the replay: for REST and requests that could not be read as calls. */
  private async sendAsRecorded(line: ExchangeLine, door: LivingDoor): Promise<CallAnswer> {
    const { request, operation } = line;
    if (!request) throw new UncallableError("the line has no request");
    const { url, contract, bounds } = this.options;
    const callDoor = isCallDoor(door) ? door : "jsonrpc";
    const isRest = door === "rest";
    const who = line.who ?? "admin";
    const pair = isRest && who !== "guest" ? this.options.oauth?.[who] : undefined;
    // The recording does not say which session the text contained, so one for the empty label is used.
    const session =
      isRest && (who !== "admin" || pair)
        ? ""
        : await this.sessions[callDoor].forLabel(line.session ?? "", isSessionRefused(line));
    const { text, path } = isRest
      ? this.translatedRest(operation ?? "", request)
      : { text: request.body, path: request.path };
    const headers: Record<string, string> = {};
    if (request.content_type !== undefined) headers["Content-Type"] = request.content_type;
    if (request.accept !== undefined) headers.Accept = request.accept;
    if (isRest && who !== "guest" && recordedOutcome(line) !== "fault 401") {
      const { method, content_type = "" } = request;
      const form = /x-www-form-urlencoded/i.test(content_type) ? text : undefined;
      if (pair) headers.Authorization = oauthHeader(pair, { method, url: url + path, form });
      else if (who === "customer")
        headers.Authorization = `Basic ${Buffer.from(this.options.customer ?? "").toString("base64")}`;
      else headers.Authorization = `Bearer ${session}`;
    }
    const body = text === undefined ? undefined : Buffer.from(text.replaceAll(sessionMark, session));
    const sent = { method: request.method, url: url + path, headers, body };
    return exchange(sent, bounds, (received) => {
      if (!isRest) return interpretAnswer(received, { door: callDoor, contract });
      const http = { status: received.status, headers: received.headers };
      return { ...restOutcome(received.status, received.body, received.headers["content-type"]), http };
    });
  }

  private translatedRest(operation: string, request: NonNullable<ExchangeLine["request"]>) {
    const path = translatedAddress(request.path, (kind, id) => this.identities.translated(kind, id));
    const body = bodyOf(request);
    if (body === undefined) return { text: request.body, path };
    return { text: JSON.stringify(withPlaceholders(this.identities.translate(operation, body))), path };
  }

  private checkServerPresent(answer: CallAnswer, number: number): void {
    this.brokenInRow = answer.outcome === "broken" ? this.brokenInRow + 1 : 0;
    if (this.brokenInRow < maxBrokenInRow || answer.outcome !== "broken") return;
    throw new ServerGoneError(
      `the server is gone: no response for ${maxBrokenInRow} exchanges, the last is line ${number} (${answer.reason})`,
    );
  }
}

interface StyleOfSoap {
  isDocument?: boolean | undefined;
}

function byDoor<Value>(make: (door: CallDoor) => Value): Record<CallDoor, Value> {
  return Object.fromEntries(callDoors.map((door) => [door, make(door)])) as Record<CallDoor, Value>;
}

/** A call, or one of those in a `multiCall`. */
interface LinePart {
  readonly operation: string;
  readonly args?: unknown;
  /** By REST. */
  readonly request?: ExchangeLine["request"];
  readonly fault?: Pick<ForeignFault, "code" | "message"> | undefined;
}

function partsOf({ door, request, args, fault, result }: ExchangeLine, operation: string): LinePart[] {
  if (operation !== "multiCall") return [{ operation, args, fault, ...(door === "rest" ? { request } : {}) }];
  const calls = (Array.isArray(args) && Array.isArray(args[0]) ? args[0] : []) as unknown[];
  return subCalls(args).map((path, index) => {
    const answer: unknown = Array.isArray(result) ? result[index] : undefined;
    const { faultCode, faultMessage } = isObject(answer) ? answer : {};
    const [, given] = Array.isArray(calls[index]) ? (calls[index] as unknown[]) : [];
    return {
      operation: path,
      args: given,
      fault: { code: String(faultCode), message: String(faultMessage) },
    };
  });
}

/** The paths of the calls in a batch of JSON-RPC. */
function batchedPaths(request: ExchangeLine["request"]): readonly unknown[] {
  const batch = request && bodyOf(request);
  return (Array.isArray(batch) ? (batch as unknown[]) : [undefined]).map((one) => {
    const { method, params } = isObject(one) ? one : {};
    return method === "call" && Array.isArray(params) ? (params as unknown[])[1] : method;
  });
}

/** In names and texts of faults. */
const absence = /not_exists?$|not[ _]found|not exist|there is no such|has no such/i;

function kindText(kind: string): string {
  return kind.replace(/ of product.*/, " of a product").replaceAll("_", " ");
}

/** The body of a REST request; undefined if it is not JSON. */
function bodyOf({ body, content_type = "" }: NonNullable<ExchangeLine["request"]>): unknown {
  if (body === undefined || !/json/i.test(content_type)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const protocolReads = ["login", "startSession", "endSession", "resources", "globalFaults", "resourceFaults"];

function isBuiltin(operation: string): boolean {
  return protocolReads.includes(operation) || operation === "multiCall";
}

/** Whether the recorded session was invalid or had expired. */
function isSessionRefused({ fault, operation }: ExchangeLine): boolean {
  if (!fault || operation === "login") return false;
  return (
    fault.code === "5" || (fault.code === undefined && /session (expired|is unknown)/i.test(fault.message))
  );
}

/** The reason if access was denied to the recorded user but not to the user of the replay. */
function fewerRightsReason({ fault, operation }: ExchangeLine, answer: CallAnswer): string | undefined {
  if (!fault || operation === "login" || answer.outcome === "broken") return undefined;
  const isDenied = fault.code === "2" || (fault.code === undefined && /access denied/i.test(fault.message));
  const isAllowed = answer.outcome === "result" || (answer.outcome === "fault" && answer.fault.code !== "2");
  return isDenied && isAllowed ? "the recorded user had fewer rights" : undefined;
}

function recordedMessage({ fault, answer }: ExchangeLine): string {
  return fault?.message ?? truncatedText(answer?.body ?? "");
}
