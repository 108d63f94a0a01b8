/** The shop's part of a call: websites, scope, settings and image files. */
import { mergedTexts, type FaultTexts } from "../engine/contract/fault-texts.js";
import { badParameter } from "../engine/contract/faults.js";
import { HandlerInput } from "../engine/calls/handler-input.js";
import type { HandledCall, HandlerInputs } from "../engine/calls/call.js";
import type { Clock } from "../engine/clock.js";
import type { DocOf, Tx } from "../engine/storage/storage.js";
import { attributeModel } from "./catalog/attributes/attributes.js";
import { isWritable } from "./catalog/products/product-values.js";
import type { CustomAttribute } from "./data/entities/customer.js";
import { shopContract } from "./contract.js";
import type { MediaStore } from "./media/media-store.js";
import type { CallSession, HandlerSettings, StoreFamily } from "./namespace.js";
import {
  defaultScope,
  directoryOf,
  scopeOf,
  shopDirectory,
  storedShop,
  type Scope,
  type ShopDirectory,
} from "./stores/directory.js";

interface ShopCallParts {
  readonly clock: Clock;
  readonly media: MediaStore;
  readonly settings: HandlerSettings;
  /** Those of FAULT_TEXTS. */
  readonly faultTexts?: FaultTexts | undefined;
  /** Additional attributes of customers (customers 7.4): those of the data may change with a restore. */
  readonly customerAttributes: () => readonly CustomAttribute[];
  /** The base URL without a slash at the end, for a caller by the origin of the request if it is known. */
  readonly baseUrlFor: (origin: string | undefined) => string;
}

type StoredShop = DocOf<"settings"> | undefined;

/** Creates the input of the handlers of one shop. */
export function shopInputs(parts: ShopCallParts): HandlerInputs {
  return {
    async make(call) {
      return new ShopCall(call, await call.tx.get("settings", storedShop), parts);
    },
    /** The codes of the attributes that products and customers of this shop can be given. */
    async additionalMembers(namespace, tx) {
      if (namespace === "customer") return parts.customerAttributes().map(({ code }) => code);
      if (namespace !== "catalog_product") return [];
      const { productAttributes } = await attributeModel(tx);
      return productAttributes.filter(isWritable).map(({ attribute_code }) => attribute_code);
    },
    /** Texts of the data win over those of FAULT_TEXTS. */
    async faultTexts(tx) {
      const { fault_texts } = (await shopDirectory(tx)).doc;
      return mergedTexts(parts.faultTexts, fault_texts);
    },
  };
}

class ShopCall extends HandlerInput {
  constructor(
    call: HandledCall,
    private readonly stored: StoredShop,
    private readonly parts: ShopCallParts,
  ) {
    super(call, parts.clock);
  }

  get shop(): ShopDirectory {
    return directoryOf(this.stored);
  }

  get media(): MediaStore {
    return this.parts.media;
  }

  get settings(): HandlerSettings {
    return this.parts.settings;
  }

  get customerAttributes(): readonly CustomAttribute[] {
    return this.parts.customerAttributes();
  }

  get baseUrl(): string {
    return this.parts.baseUrlFor(this.principal.origin?.());
  }

  /** Created on demand: half of the operations do not use it. */
  get scope(): (store: unknown) => Scope {
    return (store) => this.scopeOfArgument(store);
  }

  private scopeOfArgument(store: unknown): Scope {
    if (store === undefined || store === null) return this.currentScope();
    const view = this.shop.view(store);
    if (view) return scopeOf(view);
    const meant = this.shop.meantView(store);
    const declared = shopContract.tables.namespaces[this.operation.row.namespace]?.faults.store_not_exists;
    if (declared) throw this.fault("store_not_exists", declared.message.replace(/\.$/, `${meant}.`));
    throw badParameter("store", `must be the ID or code of a store view${meant}`);
  }

  private currentScope(): Scope {
    const family = familyOf(this.operation.row.namespace);
    const current = family && this.principal.attributes[currentStores[family]];
    const view = current ? this.shop.view(current) : undefined;
    return view ? scopeOf(view) : defaultScope;
  }

  get session(): CallSession {
    const { principal, tx } = this;
    return {
      setCurrentStore: async (family, storeId) => {
        const current = { [currentStores[family]]: storeId };
        principal.attributes = { ...principal.attributes, ...current };
        if (!principal.session) return;
        const stored = await tx.get("sessions", principal.session.id);
        if (stored) await (tx as Tx).put("sessions", { ...stored, ...current });
      },
    };
  }
}

/** Sessions have one current store for categories and one for products (conventions 8.4). */
const currentStores = { category: "category_store_id", product: "product_store_id" } as const;

function familyOf(namespace: string): StoreFamily | undefined {
  if (namespace.startsWith("catalog_category")) return "category";
  return namespace.startsWith("catalog_product") ? "product" : undefined;
}
