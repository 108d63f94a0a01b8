/**
 * Executes one call of one operation, for all doors: authentication (access/authentication.ts) → operation →
 * access → fault injection of the test control → arguments → transaction → handler.
 */
import { randomUUID } from "node:crypto";
import { callerKey, type Principal } from "../access/authentication.js";
import type { IdempotencyKey } from "../access/idempotency-key.js";
import type { Settings } from "../config/config.js";
import { isUnavailable, StorageError, StorageReadOnlyError, type ReadTx } from "../storage/storage.js";
import type { Contract } from "../contract/contract.js";
import { unwrittenMembersFault } from "../contract/members.js";
import {
  argumentsReader,
  positionalArguments,
  readingArguments,
  surplusPositions,
  type CallArguments,
} from "../contract/arguments.js";
import { untilLate } from "../guard/deadlines.js";
import { inTransaction, noEffects, noHashes } from "./transactions.js";
import { forcedAnswer, isForced, loseAnswer, ruleOf, type FaultInjection } from "./fault-injection.js";
import { andThen, attempt, type Awaitable } from "../values/awaitable.js";
import {
  Fault,
  globalFault,
  keptFault,
  raiseAgain,
  Unavailable,
  UnfitResult,
  type KeptFault,
} from "./faults.js";
import type { Keep } from "./idempotent-calls.js";
import type { AnyHandler } from "./handler.js";
import { KeptAnswers, questionOf } from "./kept-answers.js";
import { MethodRouter, type Method } from "./method-router.js";
import type {
  AdmittedCall,
  CallRequest,
  CallSurroundings,
  CallUnderWay,
  DispatcherParts,
  Operation,
  OperationRouter,
  Performer,
} from "./operation.js";

/**
 * The operations, found by the Router.
 * @param handlers by operation; one without a handler answers `resource_path_not_callable`
 * @param namespaces "documents": without the operations beyond the API documents, which are then unknown
 */
export function operationRouter(
  contract: Contract,
  handlers: ReadonlyMap<string, AnyHandler>,
  namespaces: Settings["namespaces"] = "all",
): OperationRouter {
  const offered = Object.entries(contract.tables.operations).filter(
    ([, row]) => namespaces === "all" || row.observed !== true,
  );
  const all = new Map<string, Operation>();
  const methods = offered.map(([name, row]): [string, Method<Performer, AdmittedCall>] => {
    const operation: Operation = {
      name,
      row,
      handler: handlers.get(name),
      readArguments: argumentsReader(contract, row),
      raise: (fault, detail) => contract.fault(row.namespace, fault, detail),
      other: (one) => all.get(one),
    };
    all.set(name, operation);
    return [name, (dispatcher, call) => dispatcher.perform(operation, call)];
  });
  return new MethodRouter(contract.tables.methods, new Map(methods), (_name, { request }) =>
    noOperation(contract, request.path),
  );
}

export class Dispatcher implements Performer {
  private readonly kept = new KeptAnswers();

  constructor(private readonly parts: DispatcherParts) {}

  /**
   * Returns the result of the call. Throws a `Fault`, never anything else.
   * @param enter authenticates the caller, or throws; such calls are logged, too
   */
  run(enter: () => Awaitable<Principal>, request: CallRequest): Awaitable<unknown> {
    const { contract, countCall, operations } = this.parts;
    const name = contract.operationNames.get(request.path);
    // All members from the start: adding them one by one takes longer than most steps of a small call.
    const call: CallUnderWay = {
      started: performance.now(),
      name,
      request,
      principal: undefined,
      operation: undefined,
      isStrict: false,
      isLate: false,
      endWork: undefined,
      isForced: false,
      rule: undefined,
      afterwards: undefined,
    };
    const answered = attempt(
      enter,
      (principal) => {
        call.principal = principal;
        const admitted = call as AdmittedCall;
        return andThen(countCall?.(callerKey(principal)), () =>
          name === undefined ? this.stubbed(admitted) : operations.call(name, this, admitted),
        );
      },
      (error) => this.fail(call, error),
    );
    return andThen(answered, (result) => {
      this.end(call, result);
      return result;
    });
  }

  private fail(call: CallUnderWay, error: unknown): never {
    const fault = this.toFault(error, call.operation);
    if (call.isForced) call.rule = ruleOf(fault);
    this.end(call, undefined, fault);
    throw fault;
  }

  /**
   * Executes an operation as a part of a REST call, which counts and logs itself.
   * @param part contains afterwards what the test control did to it
   */
  runPart(part: AdmittedCall): Awaitable<unknown> {
    return this.parts.operations.call(part.name ?? "", this, part);
  }

  private end(call: CallUnderWay, result: unknown, fault?: Fault): void {
    const { name, request, principal, isForced = false } = call;
    this.parts.observer.callEnded({
      operation: name ?? (isForced ? pathText(request.path) : "unknown"),
      row: name === undefined ? undefined : this.parts.contract.tables.operations[name],
      path: name === undefined && !isForced ? pathText(request.path) : undefined,
      username: principal?.user.username ?? "",
      fault: fault?.fault,
      durationMs: performance.now() - call.started,
      door: request.door,
      args: request.args,
      element: request.element,
      result,
      error: fault?.toErrorObject(),
      session: principal?.session?.id,
      forced: isForced,
      rule: call.rule,
      group: request.group,
    });
  }

  get contract(): Contract {
    return this.parts.contract;
  }

  /** Whether this server has the operation. */
  offers(name: string): boolean {
    return this.parts.operations.has(name);
  }

  /** Executes the operation that the Router has found. */
  perform(operation: Operation, call: AdmittedCall): Awaitable<unknown> {
    call.operation = operation;
    const { principal, request } = call;
    const { deadlines, faultInjection } = this.parts;
    if (!principal.grants.operations.has(operation.name)) throw globalFault("access_denied");
    const key = operation.row.effect === "write" ? principal.idempotencyKey : undefined;
    const isWatched = faultInjection && (request.prefer?.fault !== undefined || faultInjection.isReady);
    // Almost no call has a key or is watched.
    if (!key && !isWatched) return deadlines.limit(call, this.execute(operation, call));
    const force = isWatched ? this.forceOf(operation, call, faultInjection) : undefined;
    // A rule applies to the first call of a key; a repeated call is refused until that one ends.
    const answering = key
      ? this.writeOnce(operation, call, key, force)
      : this.executeUnlessForced(operation, call, force);
    return andThen(deadlines.limit(call, answering), (result) =>
      loseAnswer(call, call.request.group).then(() => result),
    );
  }

  private async executeUnlessForced(
    operation: Operation,
    call: AdmittedCall,
    force: Force | undefined,
  ): Promise<unknown> {
    const forced = await force?.();
    return forced ? forced.result : this.execute(operation, call);
  }

  /** An operation that is not in the contract: the test control may answer it. */
  private stubbed(call: AdmittedCall): Awaitable<unknown> {
    const { faultInjection, operations } = this.parts;
    const { path, args, group } = call.request;
    const { principal } = call;
    const unknown = () => operations.call("", this, call);
    if (!faultInjection?.isReady || typeof path !== "string") return unknown();
    const injection = faultInjection.before({ name: path, args, principal, isUndeclared: true }, undefined);
    return forcedAnswer(injection, call, group).then((stub) => (stub ? stub.result : unknown()));
  }

  private forceOf({ name, row }: Operation, call: AdmittedCall, faultInjection: FaultInjection): Force {
    const { principal, request } = call;
    const { args, prefer, isPart: isEnvelope } = request;
    const injectable = { name, row, args, principal, ...(isEnvelope ? { isEnvelope } : {}) };
    const before = () => faultInjection.before(injectable, prefer?.fault);
    return async () => {
      const forced = await forcedAnswer(before(), call, request.group);
      // The test control may replace the answer later, which is impossible once rows have been sent.
      if (call.afterwards) call.request = { ...request, rows: undefined };
      return forced;
    };
  }

  private execute(operation: Operation, call: AdmittedCall): Awaitable<unknown> {
    if (!operation.handler) throw notCallable(operation);
    const values = this.valuesOf(operation, call);
    return operation.row.effect === "write"
      ? this.transact(operation, operation.readArguments(values), call)
      : this.parts.storage.read((tx) => this.readOnly(operation, values, call, tx));
  }

  private readOnly(
    operation: Operation,
    values: readonly unknown[],
    call: AdmittedCall,
    tx: ReadTx,
  ): Awaitable<unknown> {
    const { principal, request } = call;
    request.prefer?.applied?.();
    const question = tx.basis && questionOf(operation, values, { principal, request });
    const known = question !== undefined && this.kept.find(question, tx);
    if (known) return known;
    const { isStrict = false } = call;
    const effects = { effects: noEffects, hashOf: noHashes };
    const surroundings: CallSurroundings = { tx, ...effects, principal, request, isStrict, timed: call };
    const answer = this.attempt(operation, operation.readArguments(values), surroundings);
    if (question === undefined) return answer;
    return answer.then((result) => {
      if (!surroundings.isUncacheable) this.kept.note(question, tx, result);
      return result;
    });
  }

  /** Executes the call once per idempotency key. Faults are answers, too. */
  private async writeOnce(
    operation: Operation,
    call: AdmittedCall,
    key: IdempotencyKey,
    force: Force | undefined,
  ): Promise<unknown> {
    if (!operation.handler) throw notCallable(operation);
    const values = this.valuesOf(operation, call);
    const answer = await this.parts.idempotentCalls.run<OperationAnswer>({
      key,
      owner: `user ${call.principal.user.id}`,
      operation: operation.name,
      args: {
        ...Object.fromEntries(operation.row.params.map(({ name }, index) => [name, values[index]])),
        ...call.request.extraArguments,
      },
      execute: async (keep) => {
        const forced = await force?.();
        if (forced) return forced;
        const args = operation.readArguments(values);
        return answerOf(await this.transact(operation, args, call, keep));
      },
      refusal: (error) => (isLasting(error) ? { fault: keptFault(error) } : undefined),
    });
    if ("fault" in answer) throw raiseAgain(answer.fault);
    return answer.result;
  }

  /**
   * Runs the handler in a transaction. Throws a returned fault after the commit (namespace.ts, `Namespace`).
   * @param keep stores the answer in the same transaction; then a returned fault is a result, too
   */
  private async transact(
    operation: Operation,
    args: CallArguments,
    call: AdmittedCall,
    keep?: Keep<OperationAnswer>,
  ): Promise<unknown> {
    const { storage, secrets } = this.parts;
    const report = (error: unknown) => void this.toFault(error, operation);
    call.request.prefer?.applied?.();
    const { principal, request, isStrict = false } = call;
    const result = await inTransaction({ storage, secrets, report }, async (tx, effects, hashOf) => {
      const surroundings = { tx, effects, hashOf, principal, request, isStrict, timed: call };
      const answer = await this.attempt(operation, args, surroundings);
      if (keep) await keep(tx, answerOf(answer));
      return answer;
    });
    if (result instanceof Fault && !keep) throw result;
    return result;
  }

  private async attempt(
    operation: Operation,
    args: CallArguments,
    surroundings: CallSurroundings,
  ): Promise<unknown> {
    try {
      const result = await this.handle(operation, args, surroundings);
      return result instanceof Fault ? args.blaming(result) : result;
    } catch (error) {
      throw args.blaming(error);
    }
  }

  private async handle(
    operation: Operation,
    args: CallArguments,
    surroundings: CallSurroundings,
  ): Promise<unknown> {
    if (surroundings.isStrict) {
      const fault = await this.unwrittenMembers(operation, args, surroundings);
      if (fault) throw fault;
    }
    const call = await this.parts.calls.make(operation, args, surroundings);
    const handler = operation.handler as (call: unknown) => Promise<unknown>;
    return untilLate(surroundings.timed, () => handler(call));
  }

  /** The arguments by position. Notes the handling of arguments without effect, which comes from the request or the setting. */
  private valuesOf({ row, name }: Operation, call: AdmittedCall): readonly unknown[] {
    const { args, prefer } = call.request;
    const handling = prefer?.handling ?? this.parts.settings.unknownMembers;
    call.isStrict = handling === "strict" || handling === "refuse";
    const values = positionalArguments(row, args);
    if (!call.isStrict || values.length <= row.params.length) return values;
    prefer?.applied?.();
    throw surplusPositions(name, row, values.length);
  }

  /** The fault for members that the operation would not write, if there are any. */
  private async unwrittenMembers(
    operation: Operation,
    args: CallArguments,
    surroundings: CallSurroundings,
  ): Promise<Fault | undefined> {
    const { row, name, raise } = operation;
    if (!row.params.some(({ members }) => members)) return undefined;
    const argument = (param: string) => args.asSent(param);
    return unwrittenMembersFault({
      ...{ operation: name, row, argument, raise },
      attributes: await this.parts.calls.additionalMembers(row.namespace, surroundings.tx),
      stored: (reading) => this.storedRecords(operation.other(reading), argument, surroundings),
    });
  }

  /** The results of a reading operation for the records that a call changes; none for records that it does not find. */
  private async storedRecords(
    reading: Operation | undefined,
    argument: (name: string) => unknown,
    surroundings: CallSurroundings,
  ): Promise<readonly unknown[]> {
    if (!reading?.handler) return [];
    const records: unknown[] = [];
    for (const values of readingArguments(reading.row, argument)) {
      try {
        const call = await this.parts.calls.make(reading, reading.readArguments(values), {
          ...surroundings,
          isStrict: false,
        });
        records.push(await (reading.handler as (call: unknown) => Promise<unknown>)(call));
      } catch (error) {
        // The operation itself reports an argument that names no record.
        if (error instanceof Fault) return [];
        throw error;
      }
    }
    return records;
  }

  /** Converts any error to a fault. Unexpected errors are logged with a reference and answered without their text. */
  toFault(error: unknown, operation?: Operation): Fault {
    if (error instanceof Fault) return error;
    const reference = randomUUID();
    this.parts.observer.callFailed(error, operation?.name ?? "unknown", reference);
    if (isUnavailable(error)) return new Unavailable(error.refusal.advice, { reference });
    const storageFault = operation?.row.storageFault;
    const message =
      error instanceof StorageReadOnlyError
        ? error.refusal.advice
        : error instanceof UnfitResult
          ? error.message
          : undefined;
    if (operation && storageFault !== undefined && error instanceof StorageError) {
      return operation.raise(storageFault, {
        message: message ?? "The change could not be stored.",
        data: { reference },
      });
    }
    return globalFault("internal", { ...(message !== undefined && { message }), data: { reference } });
  }
}

type Force = () => ReturnType<typeof forcedAnswer>;

/** The stored answer of a call with an `Idempotency-Key`. */
type OperationAnswer = { readonly result: unknown } | { readonly fault: KeptFault };

function answerOf(result: unknown): OperationAnswer {
  return result instanceof Fault ? { fault: keptFault(result) } : { result };
}

/** Whether a repeated call would get the same fault. Forced faults are not answers of the operation. */
function isLasting(error: unknown): error is Fault {
  return error instanceof Fault && !passing.has(error.fault) && !isForced(error);
}

const passing: ReadonlySet<string> = new Set(["internal", "session_expired", "access_denied"]);

function notCallable({ name }: Operation): Fault {
  return globalFault("resource_path_not_callable", `This server does not carry out ${name}.`);
}

/** The fault for an unknown path, or an operation that this server does not offer. */
function noOperation(contract: Contract, path: unknown): Fault {
  const { name } = contract.resolveOperation(path);
  return globalFault("resource_path_invalid", `This server does not offer ${name}.`);
}

function pathText(path: unknown): string {
  return typeof path === "string" ? path.slice(0, 80) : "";
}
