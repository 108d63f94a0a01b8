/** Links from a call to its order, product or customer, and to the rule that was applied to it. */
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";
import { routeTo } from "./load.js";

interface Link {
  readonly text: string;
  readonly address: string;
}

/** For each argument that names an object: the view that shows it, and the text of the link. */
const views: Readonly<Record<string, readonly [view: string, text: string]>> = {
  orderIncrementId: ["orders", "order"],
  invoiceIncrementId: ["invoices", "invoice"],
  shipmentIncrementId: ["shipments", "shipment"],
  creditmemoIncrementId: ["creditmemos", "credit memo"],
  productId: ["products", "product"],
  customerId: ["customers", "customer"],
  categoryId: ["categories", "category"],
};

/** Operations whose result is the ID of a created object, and the argument that would name it. */
const made: Readonly<Record<string, string>> = {
  "sales_order_invoice.create": "invoiceIncrementId",
  "sales_order_shipment.create": "shipmentIncrementId",
  "sales_order_creditmemo.create": "creditmemoIncrementId",
  "catalog_product.create": "productId",
  "customer.create": "customerId",
  "catalog_category.create": "categoryId",
};

export function linksOf({ operation, arguments: given, result, rule }: RecordedCall): readonly Link[] {
  const links = new Map<string, Link>();
  const add = (name: string, value: unknown) => {
    const [view, text] = views[name] ?? [];
    if (view === undefined || (typeof value !== "string" && typeof value !== "number")) return;
    // A SKU has no address in the console.
    if (view === "products" && !/^\d+$/.test(String(value))) return;
    const address = routeTo(view, value);
    links.set(address, { text: `${text} ${value}`, address });
  };
  if (typeof given === "object" && given !== null)
    for (const [name, value] of Object.entries(given)) add(name, value);
  const maker = made[operation ?? ""];
  if (maker !== undefined) add(maker, result);
  const { increment_id } = (result ?? {}) as { readonly increment_id?: unknown };
  if (operation === "placeOrder") add("orderIncrementId", increment_id);
  if (rule !== null) {
    const address = routeTo("faults", rule);
    links.set(address, { text: `rule ${rule}`, address });
  }
  return [...links.values()];
}
