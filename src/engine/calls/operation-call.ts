/** What the dispatcher gives to a handler. */
import type { HashOf } from "../access/hashing.js";
import type { Principal } from "../access/authentication.js";
import { namespaces } from "../../../generated/tables.js";
import type { MediaStore } from "../../shop/media/media-store.js";
import { timestamp } from "../values/dates.js";
import { defaultScope, scopeOf, type Scope, type ShopDirectory } from "../../shop/stores/directory.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import type { Aside } from "../contract/argument-form.js";
import type { Arguments, CallArguments } from "../contract/arguments.js";
import type { DispatcherParts, Operation } from "./operation.js";
import { badParameter } from "./faults.js";
import { isLegacyDoor, type Door } from "./door.js";
import type { CallSession, Effects, HandlerSettings, StoreFamily } from "./namespace.js";
import { quote } from "./paths.js";
import type { RowSink } from "./row-stream.js";

/** What belongs to one attempt of a call. */
export interface CallSurroundings {
  readonly tx: ReadTx | Tx;
  readonly principal: Principal;
  readonly effects: Effects;
  readonly hashOf: HashOf;
  /** By which door the call came. */
  readonly door: Door | undefined;
  readonly rows: RowSink | undefined;
  readonly aside: Aside | undefined;
  /** Unknown members of data objects are refused. */
  readonly isStrict: boolean;
}

/** What a handler is given (namespace.ts, `Call`). */
export class OperationCall {
  readonly fault: Operation["raise"];
  readonly tx: ReadTx | Tx;
  readonly effects: Effects;
  readonly hashOf: HashOf;

  constructor(
    private readonly operation: Operation,
    private readonly given: CallArguments,
    readonly shop: ShopDirectory,
    private readonly surroundings: CallSurroundings,
    private readonly parts: DispatcherParts,
  ) {
    this.fault = operation.raise;
    this.tx = surroundings.tx;
    this.effects = surroundings.effects;
    this.hashOf = surroundings.hashOf;
  }

  get args(): Arguments {
    return this.given.plain;
  }

  /** Made when a handler takes it, as all that follows. */
  get check(): (...names: readonly string[]) => Arguments {
    return (...names) => this.given.check(names);
  }

  get asSent(): (param: string) => unknown {
    return (param) => this.given.asSent(param);
  }

  get isLegacy(): boolean {
    return isLegacyDoor(this.surroundings.door);
  }

  get rows(): RowSink | undefined {
    return this.surroundings.rows;
  }

  get aside(): Aside {
    return this.surroundings.aside ?? {};
  }

  get media(): MediaStore {
    return this.parts.media;
  }

  get now(): string {
    return timestamp(this.parts.clock.now());
  }

  get settings(): HandlerSettings {
    const { settings, baseUrlAt } = this.parts;
    // The only answers that hold addresses; the others need no look at the request.
    if (!baseUrlAt || this.operation.row.namespace !== "catalog_product_attribute_media") return settings;
    const origin = this.surroundings.principal.origin?.();
    return origin === undefined ? settings : { ...settings, baseUrl: baseUrlAt(origin) };
  }

  /** Made when a handler takes it: half of the operations have no scope. */
  get scope(): (store: unknown) => Scope {
    return (store) => this.scopeOfArgument(store);
  }

  private scopeOfArgument(store: unknown): Scope {
    if (store === undefined || store === null) return this.currentScope();
    const view = this.shop.view(store);
    if (view) return scopeOf(view);
    const message = `No store view matches ${quote(String(JSON.stringify(store)).replace(/^"|"$/g, ""))}.`;
    if (namespaces[this.operation.row.namespace]?.faults.store_not_exists) {
      throw this.fault("store_not_exists", message);
    }
    throw badParameter("store", message);
  }

  private currentScope(): Scope {
    const family = familyOf(this.operation.row.namespace);
    const current = family && this.surroundings.principal.currentStore[family];
    const view = current ? this.shop.view(current) : undefined;
    return view ? scopeOf(view) : defaultScope;
  }

  get session(): CallSession {
    const { principal, tx } = this.surroundings;
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
