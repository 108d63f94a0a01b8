/**
 * One call of one operation, however it arrived: operation → access → interference of the test control → arguments →
 * transaction → handler. The caller was let in before (access/gate.ts).
 */
import { randomUUID } from "node:crypto";
import { operations as operationRows, type OperationRow } from "../../generated/tables.js";
import { withHashes, type HashOf } from "../access/hashing.js";
import type { Principal } from "../access/gate.js";
import type { Secrets } from "../access/secrets.js";
import type { Clock } from "../clock.js";
import type { MediaStore } from "../media/media-store.js";
import { shopDirectory } from "../shop/directory.js";
import { StorageError, type ReadTx, type Storage, type Tx } from "../storage/storage.js";
import { argumentsReader, namedArguments, spreadArguments, type Arguments } from "./arguments.js";
import { withDeadline } from "./deadline.js";
import { TransactionEffects } from "./effects.js";
import { Fault, globalFault, namedFault, type FaultDetail } from "./faults.js";
import type { AnyHandler, HandlerSettings } from "./namespace.js";
import { OperationCall } from "./operation-call.js";
import { resolveOperation } from "./paths.js";

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
  readonly secrets: Secrets;
  readonly media: MediaStore;
  readonly interference: Interference | undefined;
  readonly observer: CallObserver;
}

export interface Operation {
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
      operation = this.operations.get(resolveOperation(request.path).name);
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
    const { storage, secrets, settings } = this.parts;
    return withDeadline(settings.requestTimeoutMs, (deadline) => {
      const effects = new TransactionEffects();
      const work = async (tx: ReadTx | Tx, hashOf: HashOf) => {
        await effects.settle("onRollback");
        const shop = await shopDirectory(tx);
        const surroundings = { tx, shop, principal, effects, hashOf };
        const call = new OperationCall(operation, args, surroundings, this.parts);
        const result = await (handler as (call: unknown) => Promise<unknown>)(call);
        if (deadline.passed) throw new Error("the time for this call ran out");
        return result;
      };
      if (row.effect === "read") return storage.read((tx) => work(tx, noHashes));
      const written = withHashes(secrets, (hashOf) => storage.write((tx) => work(tx, hashOf)));
      return effects.around(written, (error) => this.toFault(error, name));
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

/** A snapshot cannot be started over, and no operation that only reads has a secret to store. */
const noHashes: HashOf = () => {
  throw new Error("only operations that write can hash secrets");
};

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
