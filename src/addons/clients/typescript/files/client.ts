import { Connection, type CallOptions, type ClientOptions, type WriteOptions } from "./connection.js";
import {
  paths,
  type Builtins,
  type FaultCodes,
  type JsonValue,
  type Namespaces,
  type Operations,
  type PagedOperation,
} from "./contract.js";
import { importAll, type ImportOptions } from "./imports.js";
import { pages, type PageOptions } from "./pages.js";
import { safely, type Operation, type ParamsOf, type ResultOf, type SafeResult } from "./errors.js";
import type { PlannedCall } from "./wire.js";

// ---- The client ---------------------------------------------------------------------------------------------------

/** `[params]`, optional if no parameter is required. */
export type CallArguments<O extends Operation> =
  Record<string, never> extends ParamsOf<O> ? [params?: ParamsOf<O>] : [params: ParamsOf<O>];

/** The options of a call of the operation. */
export type OptionsOf<O extends Operation> = Operations[O]["options"];

/** A name outside of the namespaces of the contract. */
type OwnName<Name extends string> = Name extends Operation | `${keyof FaultCodes}.${string}` ? never : Name;

type Paths = typeof paths;

/** `PathOf<"catalogProduct", "info">` is `"catalog_product.info"`. */
export type PathOf<N extends keyof Paths, M extends keyof Paths[N]> = Paths[N][M] & Operation;

/** All operations; a refusal is returned, not thrown. */
export type SafeNamespaces = {
  readonly [N in keyof Namespaces]: {
    readonly [M in keyof Namespaces[N]]: M extends keyof Paths[N]
      ? (
          ...args: [...params: CallArguments<PathOf<N, M>>, options?: OptionsOf<PathOf<N, M>>]
        ) => Promise<SafeResult<PathOf<N, M>>>
      : never;
  };
};

/** All operations; nothing is sent yet. */
export type PlannedNamespaces = {
  readonly [N in keyof Namespaces]: {
    readonly [M in keyof Namespaces[N]]: M extends keyof Paths[N]
      ? (...args: CallArguments<PathOf<N, M>>) => PlannedCall<PathOf<N, M>>
      : never;
  };
};

/** The outcomes of planned calls, in their order. */
export type Outcomes<Calls extends readonly PlannedCall[]> = {
  -readonly [I in keyof Calls]: Calls[I] extends PlannedCall<infer O> ? SafeResult<O> : never;
};

/** The operations of the shop by namespace, and methods for several calls. */
export interface StoreClient extends Namespaces, Builtins {
  /** The same operations, which return `{ok: true, value}` or `{ok: false, error}` instead of throwing. */
  readonly safe: SafeNamespaces;

  /**
   * Sends up to 100 calls in one request; they run one after the other, each in its own transaction.
   *
   * const [product, order] = await shop.batch((b) => [ b.catalogProduct.info({ productId: 1 }),
   * b.salesOrder.info({ orderIncrementId: "100000001" }), ]); if (product.ok) console.log(product.value.sku);
   *
   * With an idempotency key, a batch that is sent again returns what was executed, and executes the rest.
   */
  batch<const Calls extends readonly PlannedCall[]>(
    plan: (shop: PlannedNamespaces) => Calls,
    options?: WriteOptions,
  ): Promise<Outcomes<Calls>>;

  /**
   * The same by the service's `multiCall`. With `break`, it stops after the first fault; the later calls have
   * the fault `not_executed`.
   */
  multiCall<const Calls extends readonly PlannedCall[]>(
    plan: (shop: PlannedNamespaces) => Calls,
    options?: WriteOptions & { break?: boolean | undefined },
  ): Promise<Outcomes<Calls>>;

  /**
   * Calls an operation for each item of a list, in batches with keys. A request that gets no answer is sent again, and what
   * was executed is not executed again, even by another process that imports the same list with the same key.
   *
   * Returns the outcomes in the order of the items; refused items do not stop it. Throws a `StoreClientError` if a request
   * has no answer after all tries; then call it again with the same list and key.
   */
  importAll<O extends Operation>(
    operation: O,
    items: readonly ParamsOf<O>[],
    options: ImportOptions,
  ): Promise<SafeResult<O>[]>;

  /**
   * Reads a long list page by page, in the order of its IDs, so that only one page is in memory.
   *
   *     for await (const products of shop.pages("catalog_product.list", { filters: { type: "simple" } })) { … }
   *
   * Each record that is there from start to end comes once, and so does what is added meanwhile: pages are windows of
   * IDs, not positions in a list that moves.
   */
  pages<O extends PagedOperation>(
    operation: O,
    options?: PageOptions<O>,
  ): AsyncGenerator<ResultOf<O>, void, undefined>;

  /** Calls an operation by its name. */
  call<O extends Operation>(
    operation: O,
    ...args: [...params: CallArguments<O>, options?: WriteOptions]
  ): Promise<ResultOf<O>>;

  /**
   * Calls an operation that this client does not know: your own one, or one of a newer server. In a namespace of the
   * contract, give the type of the result: any other name there is taken for a misspelt one.
   */
  call<Result = never>(
    operation: [Result] extends [never] ? never : string,
    params?: object,
    options?: WriteOptions,
  ): Promise<Result>;
  call<Name extends string>(
    operation: OwnName<Name>,
    params?: object,
    options?: WriteOptions,
  ): Promise<JsonValue>;

  /** The current session; undefined before the first call. */
  readonly session: string | undefined;
}

/**
 * A client of the service. It logs in when the first call needs a session and again after `session_expired`.
 *
 *     const shop = createClient({ url: "http://127.0.0.1:8080", username: "admin", apiKey: "admin123" });
 *     const product = await shop.catalogProduct.info({ productId: 1 });
 */
export function createClient(options: ClientOptions): StoreClient {
  const connection = new Connection(options);
  const plan = byNamespace((operation) => (params?: object): PlannedCall => ({
    operation,
    params: params ?? {},
  }));
  const send = (operation: Operation, params?: object, call?: WriteOptions) =>
    connection.call(operation, params ?? {}, call);
  const client = {
    ...byNamespace((operation) => (params?: object, call?: WriteOptions) => send(operation, params, call)),
    safe: byNamespace(
      (operation) => (params?: object, call?: WriteOptions) =>
        safely(send(operation, params, call) as Promise<never>),
    ),
    call: (operation: string, params?: object, call?: WriteOptions) =>
      send(operation as Operation, params, call),
    importAll: (operation: Operation, items: readonly never[], call: ImportOptions) =>
      importAll(connection, operation, items, call),
    pages: (operation: PagedOperation, options: PageOptions<PagedOperation> = {}) =>
      pages(connection, operation, options),
    batch: async (planned: (shop: object) => readonly PlannedCall[], call?: WriteOptions) =>
      connection.batch(planned(plan), call),
    multiCall: async (planned: (shop: object) => readonly PlannedCall[], call?: WriteOptions) =>
      connection.multiCall(planned(plan), call),
    get session() {
      return connection.session;
    },
    login: (call?: CallOptions) => connection.login(call),
    endSession: (call?: CallOptions) => connection.endSession(call),
    resources: (call?: CallOptions) =>
      connection.builtin("resources" as Operation, (sessionId) => ({ sessionId }), call),
    globalFaults: (call?: CallOptions) =>
      connection.builtin("globalFaults" as Operation, (sessionId) => ({ sessionId }), call),
    resourceFaults: (params: { resourceName: string }, call?: CallOptions) =>
      connection.builtin("resourceFaults" as Operation, (sessionId) => ({ ...params, sessionId }), call),
  };
  return client as unknown as StoreClient;
}

/** An object with all operations, each created from its path. */
function byNamespace<Method>(
  method: (operation: Operation) => Method,
): Record<string, Record<string, Method>> {
  const entries = (of: object) => Object.entries(of) as [string, never][];
  return Object.fromEntries(
    entries(paths).map(([namespace, operations]) => [
      namespace,
      Object.fromEntries(entries(operations).map(([name, path]) => [name, method(path)])),
    ]),
  );
}
