/** All data of the model that a caller can see, in the form in which server.ts reads it from a server. */
import { assignedTo, categoryValue, childrenOf, descendantsOf, pathOf } from "./categories.js";
import { addressesOf } from "./customers.js";
import { currencies, toAmount } from "./money.js";
import { get } from "./orders.js";
import { attributes, isApplicable, valueAt } from "./products.js";
import {
  views,
  type Category,
  type Customer,
  type Document,
  type Order,
  type Product,
  type Shop,
  type View,
} from "./state.js";

/** By kind and key: `product 7`, `order 100000001`. */
export type Observation = Record<string, unknown>;

export const itemFigures = ["row_total", "tax_amount", "discount_amount"];
/** Only in the currency of the order. */
export const itemBookings = [
  ...[
    "row_invoiced",
    "tax_invoiced",
    "discount_invoiced",
    "amount_refunded",
    "tax_refunded",
    "discount_refunded",
  ],
  "tax_canceled",
];
export const itemQtys = ["qty_ordered", "qty_invoiced", "qty_shipped", "qty_refunded", "qty_canceled"];
export const orderFigures = [
  ...[
    "subtotal",
    "shipping_amount",
    "shipping_tax_amount",
    "shipping_discount_amount",
    "tax_amount",
    "discount_amount",
  ],
  ...[
    "grand_total",
    "total_paid",
    "total_refunded",
    "total_invoiced",
    "total_canceled",
    "total_offline_refunded",
  ],
  ...["subtotal_invoiced", "tax_invoiced", "shipping_invoiced", "discount_invoiced"],
  ...["subtotal_refunded", "tax_refunded", "shipping_refunded", "shipping_tax_refunded", "discount_refunded"],
  ...["subtotal_canceled", "tax_canceled", "shipping_canceled", "discount_canceled"],
  ...["adjustment_positive", "adjustment_negative"],
];
export const paymentFigures = [
  ...["amount_ordered", "base_amount_ordered", "amount_paid", "base_amount_paid", "base_amount_paid_online"],
  ...["amount_refunded", "base_amount_refunded", "shipping_captured", "shipping_refunded"],
];
export const documentFigures = [
  ...["subtotal", "shipping_amount", "shipping_tax_amount", "tax_amount", "discount_amount", "grand_total"],
];
export const documentItemFigures = ["row_total", "tax_amount", "discount_amount"];

export function observe(shop: Shop): Observation {
  const seen: Observation = {};
  for (const product of Object.values(shop.products))
    seen[`product ${product.id}`] = seenProduct(shop, product);
  for (const category of Object.values(shop.categories))
    seen[`category ${category.id}`] = seenCategory(shop, category);
  for (const { id, ...customer } of Object.values(shop.customers)) {
    seen[`customer ${id}`] = {
      ...customer,
      default_billing: customer.default_billing === null ? null : String(customer.default_billing),
      default_shipping: customer.default_shipping === null ? null : String(customer.default_shipping),
      addresses: addressesOf(shop, id).map((address) => ({
        ...{
          id: address.id,
          company: "",
          region: "",
          postcode: "",
          ...address.fields,
          region_id: address.region_id,
        },
        is_default_billing: customer.default_billing === address.id,
        is_default_shipping: customer.default_shipping === address.id,
      })),
    };
  }
  for (const order of Object.values(shop.orders)) seen[`order ${order.number}`] = seenOrder(order);
  for (const [kind, documents] of [
    ["invoice", shop.invoices],
    ["creditmemo", shop.memos],
  ] as const) {
    for (const document of Object.values(documents))
      seen[`${kind} ${document.number}`] = seenDocument(document);
  }
  for (const { number, id, order, items, tracks, comments } of Object.values(shop.shipments)) {
    seen[`shipment ${number}`] = { id, order, items, tracks, comments };
  }
  return seen;
}

function seenProduct(shop: Shop, product: Product): unknown {
  const { id, type, sku, websites, tiers, stock, created_at, updated_at } = product;
  const categories = shop.assignments.filter((one) => one.product === id).map(({ category }) => category);
  const valuesAt = (view: View) => {
    const codes = Object.keys(attributes).filter((code) => isApplicable(product, code));
    return Object.fromEntries(codes.map((code) => [code, valueAt(product, code, view)]));
  };
  return {
    ...{ type, sku, websites, categories: categories.sort((a, b) => a - b), stock, created_at, updated_at },
    tiers: [...tiers].sort((a, b) => a.qty - b.qty),
    values: Object.fromEntries(views.map((view) => [view.id, valuesAt(view)])),
  };
}

/** The whole tree as one answer. */
export function seenTree(shop: Shop, id = 1): unknown {
  const category = shop.categories[id] as Category;
  const view = views[0] as View;
  return {
    ...{ category_id: id, parent_id: category.parent, position: category.position },
    ...{ name: categoryValue(category, "name", view), is_active: categoryValue(category, "is_active", view) },
    level: pathOf(shop, id).length - 1,
    children: childrenOf(shop, id).map((child) => seenTree(shop, child.id)),
  };
}

/** The data of one read of a product. */
export function seenValues(product: Product): unknown {
  const codes = ["name", "price", "special_price"].filter((code) => isApplicable(product, code));
  const values = codes.map((code) => [code, valueAt(product, code, views[0] as View)]);
  return { sku: product.sku, updated_at: product.updated_at, ...(Object.fromEntries(values) as object) };
}

export function seenAccount({ email, firstname, default_billing }: Customer): unknown {
  return { email, firstname, default_billing: default_billing === null ? null : String(default_billing) };
}

function seenCategory(shop: Shop, category: Category): unknown {
  const { id, parent, position } = category;
  const path = pathOf(shop, id);
  const below = descendantsOf(shop, id);
  const at = (view: View) => {
    const isActive = (one: Category) => categoryValue(one, "is_active", view) === true;
    const key = (one: number) => categoryValue(shop.categories[one] as Category, "url_key", view);
    const byPosition = [...below].sort((a, b) => a.position - b.position || a.id - b.id);
    return {
      name: categoryValue(category, "name", view),
      is_active: isActive(category),
      description: categoryValue(category, "description", view),
      url_key: categoryValue(category, "url_key", view),
      url_path: path.length < 3 ? null : `${path.slice(2).map(key).join("/")}.html`,
      children: childrenOf(shop, id)
        .filter(isActive)
        .map((one) => one.id)
        .join(","),
      all_children: [id, ...byPosition.filter(isActive).map((one) => one.id)].join(","),
      assigned: id === 1 ? [] : assignedTo(shop, id, view),
    };
  };
  return {
    ...{
      parent_id: parent,
      position,
      level: path.length - 1,
      path: path.join("/"),
      children_count: below.length,
    },
    views: Object.fromEntries(views.map((view) => [view.id, at(view)])),
  };
}

function figures(
  amounts: Readonly<Record<string, unknown>>,
  names: readonly string[],
  own = currencies as readonly string[],
) {
  const all = own.flatMap((currency) => names.map((name) => `${currency}${name}`));
  return Object.fromEntries(all.map((name) => [name, toAmount(get(amounts, name))]));
}

export function seenOrder(order: Order): unknown {
  const { id, store, customer, email, state, status, before, amounts, items, history, payment, created_at } =
    order;
  const due = (currency: string) =>
    Math.max(0, get(amounts, `${currency}grand_total`) - get(amounts, `${currency}total_paid`));
  return {
    ...{ id, store, customer, email, state, status, created_at, hold_before_state: before?.state ?? null },
    ...figures(amounts, orderFigures),
    ...{ total_due: toAmount(due("")), base_total_due: toAmount(due("base_")) },
    history: [...history].reverse(),
    payment: { method: order.method, ...figures(payment, paymentFigures, [""]) },
    items: items.map((item) => ({
      ...{
        id: item.item_id,
        product: item.product,
        ...figures(item, itemFigures),
        ...figures(item, itemBookings, [""]),
      },
      ...Object.fromEntries(itemQtys.map((name) => [name, get(item, name)])),
    })),
  };
}

function seenDocument({ id, order, state, amounts, items, comments }: Document): unknown {
  const own = "adjustment_positive" in amounts ? ["adjustment_positive", "adjustment_negative"] : [];
  return {
    ...{ id, order, state, comments, ...figures(amounts, [...documentFigures, ...own]) },
    items: items.map((row) => ({
      ...{ order_item_id: row.order_item_id, qty: row.qty, ...figures(row, documentItemFigures) },
    })),
  };
}

/** The differences, such as `product 7.values.3.name: "A" instead of "B"`. */
export function differences(seen: unknown, wanted: unknown, place = ""): string[] {
  if (seen === wanted) return [];
  const isTree = (value: unknown) => typeof value === "object" && value !== null;
  if (!isTree(seen) || !isTree(wanted)) {
    return [
      `${place}: ${JSON.stringify(seen) ?? "nothing"} instead of ${JSON.stringify(wanted) ?? "nothing"}`,
    ];
  }
  const [left, right] = [seen as Record<string, unknown>, wanted as Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) =>
    differences(left[key], right[key], place === "" ? key : `${place}.${key}`),
  );
}
