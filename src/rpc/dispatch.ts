/**
 * One call of one operation, however it arrived: operation → access → interference of the test control → arguments →
 * transaction → handler. The caller was let in before (access/gate.ts).
 */
import { randomUUID } from "node:crypto";
import { operations as operationRows, namespaces, type OperationRow } from "../../generated/tables.js";
import type { Principal } from "../access/gate.js";
import type { Clock } from "../clock.js";
import { timestamp } from "../rules/dates.js";
import { defaultScope, scopeOf, shopDirectory, type Scope, type ShopDirectory } from "../shop/directory.js";
import { StorageError, type ReadTx, type Storage, type Tx } from "../storage/storage.js";
import { argumentsReader, namedArguments, spreadArguments, type Arguments } from "./arguments.js";
import { badParameter, Fault, globalFault, namedFault, type FaultDetail } from "./faults.js";
import type { AnyHandler, CallSession, Effects, HandlerSettings, StoreFamily } from "./namespace.js";
import { quoted, resolveOperation } from "./paths.js";

/** The arguments of a call in one of the forms of interface.md 6. */
export type ArgumentForm =
  | { readonly form: "wrapped"; readonly args: unknown }
  | { readonly form: "positional"; readonly values: readonly unknown[] }
  | { readonly form: "named"; readonly members: Record<string, unknown> };

export interface CallRequest {
  readonly path: unknown;
  readonly args: ArgumentForm;
  /** Name of a fault that the caller asks for by the header `Prefer: fault=<name>`. */
  readonly prefer?: string | undefined;
}

/** Answers calls in place of the operation when the test control says so. */
export interface Interference {
  /** Resolves after the delay that was asked for; throws the fault that was asked for. */
  before(operation: string, row: OperationRow, prefer: string | undefined): Promise<void> | undefined;
}

/** Told of every call, after it ended. */
export interface CallObserver {
  ended(call: EndedCall): void;
  failed(error: unknown, operation: string, reference: string): void;
}

export interface EndedCall {
  readonly operation: string;
  readonly username: string;
  /** Absent when the call succeeded. */
  readonly fault: string | undefined;
  readonly durationMs: number;
}

export interface DispatcherParts {
  readonly storage: Storage;
  readonly clock: Clock;
  /** By operation; an operation without a handler answers `resource_path_not_callable`. */
  readonly handlers: ReadonlyMap<string, AnyHandler>;
  readonly settings: HandlerSettings & { readonly requestTimeoutMs: number };
  readonly interference: Interference | undefined;
  readonly observer: CallObserver;
}

interface Operation {
  readonly name: string;
  readonly row: OperationRow;
  readonly handler: AnyHandler | undefined;
  readonly readArguments: (values: readonly unknown[]) => Arguments;
  readonly raise: (name: string, detail?: FaultDetail) => Fault;
}

export class Dispatcher {
  private readonly operations: ReadonlyMap<string, Operation>;

  constructor(private readonly parts: DispatcherParts) {
    this.operations = new Map(
      Object.entries<OperationRow>(operationRows).map(([name, row]) => [
        name,
        {
          name,
          row,
          handler: parts.handlers.get(name),
          readArguments: argumentsReader(row),
          raise: (fault, detail) => namedFault(row.namespace, fault, detail),
        },
      ]),
    );
  }

  /** The result of the call. Throws a `Fault`, never anything else. */
  async run(principal: Principal, request: CallRequest): Promise<unknown> {
    const started = performance.now();
    let operation: Operation | undefined;
    let fault: string | undefined;
    try {
      operation = this.operations.get(resolveOperation(request.path).name) as Operation;
      return await this.perform(operation, principal, request);
    } catch (error) {
      const known = this.toFault(error, operation?.name);
      fault = known.fault;
      throw known;
    } finally {
      this.parts.observer.ended({
        operation: operation?.name ?? "unknown",
        username: principal.user.username,
        fault,
        durationMs: performance.now() - started,
      });
    }
  }

  private async perform(operation: Operation, principal: Principal, request: CallRequest): Promise<unknown> {
    const { name, row, handler } = operation;
    if (!principal.grants.allows(name)) throw globalFault("access_denied");
    const interference = this.parts.interference?.before(name, row, request.prefer);
    if (interference) await interference;
    if (!handler) {
      throw globalFault("resource_path_not_callable", `${name} is not built yet.`);
    }

    const args = operation.readArguments(positional(row, request.args));
    return withDeadline(this.parts.settings.requestTimeoutMs, (deadline) => {
      const effects = new TransactionEffects();
      const work = async (tx: ReadTx | Tx) => {
        await effects.settle("onRollback");
        const shop = await shopDirectory(tx);
        const call = new OperationCall(operation, args, tx, shop, principal, effects, this.parts);
        const result = await (handler as (call: unknown) => Promise<unknown>)(call);
        if (deadline.passed) throw new Error("the time for this call ran out");
        return result;
      };
      return row.effect === "read"
        ? this.parts.storage.read(work)
        : effects.around(this.parts.storage.write(work), (error) => this.toFault(error, name));
    });
  }

  /** Any error as a fault. What is not one yet is logged under a reference and answered without its text. */
  toFault(error: unknown, name: string | undefined): Fault {
    if (error instanceof Fault) return error;
    const reference = randomUUID();
    const operation = name === undefined ? undefined : this.operations.get(name);
    this.parts.observer.failed(error, operation?.name ?? "unknown", reference);
    const storageFault = operation?.row.storageFault;
    if (operation && storageFault !== undefined && error instanceof StorageError) {
      return operation.raise(storageFault, {
        message: "The change could not be stored.",
        data: { reference },
      });
    }
    return globalFault("internal", { data: { reference } });
  }
}

function positional(row: OperationRow, args: ArgumentForm): readonly unknown[] {
  switch (args.form) {
    case "wrapped":
      return spreadArguments(row, args.args);
    case "positional":
      return args.values;
    case "named":
      return namedArguments(row.params, args.members);
  }
}

/** What a handler is given (namespace.ts, `Call`). */
class OperationCall {
  readonly fault: Operation["raise"];

  constructor(
    private readonly operation: Operation,
    readonly args: Arguments,
    readonly tx: ReadTx | Tx,
    readonly shop: ShopDirectory,
    private readonly principal: Principal,
    readonly effects: Effects,
    private readonly parts: DispatcherParts,
  ) {
    this.fault = operation.raise;
  }

  get now(): string {
    return timestamp(this.parts.clock.now());
  }

  get settings(): HandlerSettings {
    return this.parts.settings;
  }

  readonly scope = (store: unknown): Scope => {
    if (store === undefined || store === null) return this.currentScope();
    const view = this.shop.view(store);
    if (view) return scopeOf(view);
    const message = `No store view matches ${quoted(String(JSON.stringify(store)).replace(/^"|"$/g, ""))}.`;
    if (namespaces[this.operation.row.namespace]?.faults.store_not_exists) {
      throw this.fault("store_not_exists", message);
    }
    throw badParameter("store", message);
  };

  private currentScope(): Scope {
    const family = familyOf(this.operation.row.namespace);
    const current = family && this.principal.currentStore[family];
    const view = current ? this.shop.view(current) : undefined;
    return view ? scopeOf(view) : defaultScope;
  }

  get session(): CallSession {
    const { principal, tx } = this;
    return {
      currentStore: principal.currentStore,
      setCurrentStore: async (family, storeId) => {
        principal.currentStore = { ...principal.currentStore, [family]: storeId };
        if (!principal.session) return;
        const stored = await tx.get("sessions", principal.session.id);
        if (stored) await (tx as Tx).put("sessions", { ...stored, [`${family}_store_id`]: storeId });
      },
    };
  }
}

/** The current store is kept apart for categories and for everything about products (conventions 8.4). */
function familyOf(namespace: string): StoreFamily | undefined {
  if (namespace === "catalog_category") return "category";
  return namespace.startsWith("catalog_product") ? "product" : undefined;
}

/** Keeps the work that waits for the end of a transaction. */
class TransactionEffects implements Effects {
  private waiting: { readonly when: keyof Effects; readonly work: () => Promise<void> }[] = [];

  readonly afterCommit = (work: () => Promise<void>) => void this.waiting.push({ when: "afterCommit", work });
  readonly onRollback = (work: () => Promise<void>) => void this.waiting.push({ when: "onRollback", work });

  /** Carries out what waited for this end, and forgets the rest. Called again when a transaction starts over. */
  async settle(end: keyof Effects): Promise<void> {
    if (this.waiting.length === 0) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const { when, work } of waiting) if (when === end) await work();
  }

  /** The transaction's result, after its effects. An effect that fails is reported, the outcome stands. */
  async around<R>(transaction: Promise<R>, report: (error: unknown) => void): Promise<R> {
    let end: keyof Effects = "onRollback";
    try {
      const result = await transaction;
      end = "afterCommit";
      return result;
    } finally {
      await this.settle(end).catch(report);
    }
  }
}

interface Deadline {
  passed: boolean;
}

/** Gives up waiting after `milliseconds`; work that looks at the deadline in time leaves nothing behind. */
async function withDeadline<R>(milliseconds: number, work: (deadline: Deadline) => Promise<R>): Promise<R> {
  const deadline: Deadline = { passed: false };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      deadline.passed = true;
      reject(new Error(`the call took longer than ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work(deadline), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
