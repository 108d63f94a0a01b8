/**
 * Maps IDs and numbers of the recording to those of the replayed server: learned from answers, applied to requests. The
 * name of a member or parameter gives the kind of ID, so that a quantity is never taken for an ID.
 */
import { isObject } from "../../../engine/values/coercion.js";

/** The kind of ID by the end of a name in snake case, without the plural s. */
const kindsByName: readonly (readonly [RegExp, string])[] = [
  [/(^|_)order_increment_id$/, "order_number"],
  [/(^|_)invoice_increment_id$/, "invoice_number"],
  [/(^|_)shipment_increment_id$/, "shipment_number"],
  [/(^|_)credit_?memo_increment_id$/, "creditmemo_number"],
  [/(^|_)order_item_id$/, "order_item"],
  [/(^|_)quote_id$/, "cart"],
  [/(^|_)quote_item_id$/, "cart_item"],
  [/(^|_)quote_address_id$/, "cart_address"],
  [/^gift_message_id$/, "gift_message"],
  [/^items_qty$|^qtys$/, "order_item"],
  [/(^|_)product(_id)?$|^linked_product$/, "product"],
  [/(^|_)categor(y|ie)(_id)?$|^after_id$/, "category"],
  [/(^|_)address_id$|^default_(billing|shipping)$/, "address"],
  [/(^|_)customer_id$/, "customer"],
  [/(^|_)order_id$/, "order"],
  [/(^|_)invoice_id$/, "invoice"],
  [/(^|_)shipment_id$/, "shipment"],
  [/(^|_)creditmemo_id$/, "creditmemo"],
  [/(^|_)track_id$/, "track"],
  [/^payment_id$/, "payment"],
  [/(^|_)option_id$/, "option"],
  [/^value_id$/, "option_value"],
  [/^link_id$/, "link"],
  [/^(attribute_)?group_id$/, "attribute_group"],
  [/^attribute(_id)?$/, "attribute"],
  [/(^|_)set(_id)?$/, "set"],
  [/^file$/, "file"],
];

/** By namespace: the kinds of `entity_id` and the result of `create` (`id`), `increment_id` (`number`) and `parent_id`. */
const ownKinds: Readonly<
  Record<string, { readonly id: string; readonly number?: string; readonly parent?: string }>
> = {
  catalog_product: { id: "product" },
  catalog_category: { id: "category", parent: "category" },
  catalog_product_attribute: { id: "attribute" },
  catalog_product_attribute_set: { id: "set" },
  catalog_product_attribute_media: { id: "file" },
  customer: { id: "customer" },
  customer_address: { id: "address" },
  sales_order: { id: "order", number: "order_number", parent: "order" },
  sales_order_invoice: { id: "invoice", number: "invoice_number", parent: "invoice" },
  sales_order_shipment: { id: "shipment", number: "shipment_number", parent: "shipment" },
  sales_order_creditmemo: { id: "creditmemo", number: "creditmemo_number", parent: "creditmemo" },
  cart: { id: "cart" },
};

/** The kind of ID that an operation returns as its result. */
const answeredKinds: Readonly<Record<string, string>> = {
  "cart.order": "order_number",
  "sales_order_shipment.addTrack": "track",
  "catalog_product_attribute_set.groupAdd": "attribute_group",
  "catalog_product_attribute_media.create": "file",
};

/** The kinds of objects whose rows have an `item_id` and a `comment_id` of their own. */
const itemized: ReadonlySet<string> = new Set(["order", "cart", "invoice", "shipment", "creditmemo"]);

/** By the address of a REST request: the kinds of its own members. */
const restKinds: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/\/rest\/customers\b.*\/addresses/, { entity_id: "address" }],
  [/\/rest\/customers/, { entity_id: "customer" }],
  [/\/rest\/products/, { entity_id: "product", id: "image", url: "image_address" }],
  [/\/rest\/stockitems/, { item_id: "stock_item" }],
  [/\/rest\/orders/, { entity_id: "order", increment_id: "order_number", item_id: "order_item" }],
];

/** The kind of ID of a member or parameter; undefined if it is not an ID. */
export function idKindOf(operation: string, name: string): string | undefined {
  const ofRest = restKinds.find(([address]) => address.test(operation))?.[1][name];
  if (ofRest !== undefined) return ofRest;
  const own = ownKinds[operation.split(".")[0] ?? ""];
  const snake = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/s$/, "");
  if (snake === "increment_id") return own?.number;
  if (snake === "entity_id" || snake === "id") return own?.id;
  if (snake === "parent_id") return own?.parent;
  const ofRow = /^(?:parent_)?(item|comment)_id$/.exec(snake)?.[1];
  if (ofRow !== undefined) return own && itemized.has(own.id) ? `${own.id}_${ofRow}` : undefined;
  // Elsewhere `group_id` is a customer group, which no call creates.
  if (snake === "group_id" && !operation.startsWith("catalog_product_attribute_set")) return undefined;
  if (snake === "set" && !operation.startsWith("catalog_product")) return undefined;
  // Of a cart, it is the number of pieces.
  if (snake === "items_qty" && operation.startsWith("cart")) return undefined;
  return kindsByName.find(([form]) => form.test(snake))?.[1];
}

/** The kind of ID that an operation returns; undefined if it returns none. */
export function answeredIdKind(operation: string): string | undefined {
  const [namespace = "", name = ""] = operation.split(".");
  if (answeredKinds[operation] !== undefined) return answeredKinds[operation];
  if (name !== "create") return undefined;
  const own = ownKinds[namespace];
  return own?.number ?? own?.id;
}

export class Identities {
  /** `product 25` → `31`. */
  private readonly known = new Map<string, string>();
  private readonly taken = new Map<string, string>();
  /** What the recording created. */
  private readonly created = new Set<string>();
  private readonly createdKinds = new Set<string>();
  /** Kinds of which the recording created an object without saying which. */
  private readonly createdUnnamed = new Set<string>();

  /** Whether the received ID corresponds to the recorded one; the first pair establishes the mapping. */
  match(kind: string, recorded: unknown, received: unknown): boolean {
    const [from, to] = [keyOf(kind, recorded), keyOf(kind, received)];
    if (from === undefined || to === undefined) return String(recorded) === String(received);
    const known = this.known.get(from);
    if (known !== undefined) return known === to;
    // What the recording created is bound by the answer to its creation alone: an equal SKU may be of another record.
    if (this.created.has(from) || this.createdUnnamed.has(kind)) return true;
    if (this.taken.has(to)) return false;
    this.known.set(from, to);
    this.taken.set(to, from);
    return true;
  }

  /** The recording created this object. Until it is bound, no request may name it: here it would be another one. */
  expect(kind: string, recorded: unknown): void {
    const key = keyOf(kind, recorded);
    if (key === undefined) return;
    this.created.add(key);
    this.createdKinds.add(kind);
    this.known.delete(key);
  }

  /** The recording created an object of this kind, but does not tell its ID. */
  expectUnnamed(kind: string): void {
    this.createdUnnamed.add(kind);
  }

  /** Whether the ID is, or may be, of an object that the recording created and this server did not. */
  isUnbound(kind: string, recorded: unknown): boolean {
    const key = keyOf(kind, recorded);
    if (key === undefined) return false;
    if (this.createdUnnamed.has(kind)) return true;
    // A product comes with a stock item, whose ID only a list of them says.
    const isPart =
      kind === "stock_item" && (this.createdKinds.has("product") || this.createdUnnamed.has("product"));
    return (isPart || this.created.has(key)) && !this.known.has(key);
  }

  /** Maps the ID of a created object, replacing an earlier mapping: IDs may be reused after a deletion. */
  bind(kind: string, recorded: unknown, received: unknown): void {
    const [from, to] = [keyOf(kind, recorded), keyOf(kind, received)];
    if (from === undefined || to === undefined) return;
    this.known.set(from, to);
    this.taken.set(to, from);
  }

  /** The ID on the replayed server, in the recorded type (number or text). */
  translated(kind: string, recorded: unknown): unknown {
    const from = keyOf(kind, recorded);
    const to = from === undefined ? undefined : this.known.get(from);
    if (to === undefined) return recorded;
    const text = to.slice(kind.length + 1);
    return typeof recorded === "number" && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }

  /** Whether the ID was in an earlier answer of the recording. Values that are not IDs count as known. */
  isKnown(kind: string, recorded: unknown): boolean {
    const key = keyOf(kind, recorded);
    return key === undefined || this.known.has(key);
  }

  /** Translates every ID in arguments or a body. @param kind of ID of the value itself */
  translate(operation: string, value: unknown, kind?: string): unknown {
    if (Array.isArray(value)) return value.map((one) => this.translate(operation, one, kind));
    if (!isObject(value)) return kind === undefined ? value : this.translated(kind, value);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        // Quantities have the IDs of items as keys.
        if (kind === "order_item" && /^\d+$/.test(name)) return [String(this.translated(kind, name)), member];
        return [name, this.translate(operation, member, idKindOf(operation, name) ?? inherited(name, kind))];
      }),
    );
  }
}

/** The IDs in arguments or a body. @param kind of ID of the value itself */
export function* idsIn(
  operation: string,
  value: unknown,
  kind?: string,
): Generator<{ readonly kind: string; readonly id: unknown }> {
  if (Array.isArray(value)) for (const one of value) yield* idsIn(operation, one, kind);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* idsIn(operation, member, idKindOf(operation, name) ?? inherited(name, kind));
  else if (kind !== undefined) yield { kind, id: value };
}

const operators = /^(eq|neq|in|nin|gt|lt|gteq|lteq|from|to|like)$/;

function inherited(name: string, kind: string | undefined): string | undefined {
  return operators.test(name) ? kind : undefined;
}

function keyOf(kind: string, value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value) && value !== 0) return `${kind} ${value}`;
  return typeof value === "string" && value !== "" && value !== "0" ? `${kind} ${value}` : undefined;
}
