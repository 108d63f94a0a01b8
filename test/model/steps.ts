/**
 * Steps of a walk: the next call, which numbers select from the current state. Steps are numbers and not
 * calls because fast-check generates and shrinks numbers. The first choice of a list is the simplest, and
 * numbers shrink to 0.
 */
import fc, { type Arbitrary } from "fast-check";
import {
  Dice,
  names,
  prices,
  dates,
  ids,
  texts,
  storeOf,
  productData,
  tierPrices,
  address,
  orderAddress,
  addressData,
  customerData,
  placement,
  itemsQty,
  refund,
  orderBy,
  categoryData,
  assignment,
} from "./arguments.js";
import type { Call } from "./shop/model.js";
import { canInvoice, canRefund, canShip } from "./shop/orders.js";
import { carriers } from "./shop/shipments.js";
import type { Shop } from "./shop/state.js";

export interface Step {
  readonly kind: StepKind;
  readonly dice: readonly number[];
}

type Choose = (shop: Shop, dice: Dice) => Call;

const skus = ["A-1", "a-1", "B-2", "C-3", "D-4", " E-5 ", "F-6", "G-7"];

const steps = {
  "create product": (_shop, dice) =>
    call("catalog_product.create", {
      ...{
        type: dice.rarely(["chair"], ["simple", "simple", "virtual", "grouped"]),
        set: dice.rarely([3, 99], [4]),
      },
      sku: dice.rarely([""], skus),
      productData: {
        ...{ name: dice.pick(names), price: dice.pick(prices), website_ids: [1, 2] },
        ...{ stock_data: dice.pick([{ qty: 20 }, { qty: 5 }, null]), ...productData(dice) },
      },
      store: storeOf(dice),
    }),
  "update product": (shop, dice) =>
    call("catalog_product.update", {
      productId: dice.of(ids(shop.products)),
      productData: { ...productData(dice), ...dice.some({ sku: () => dice.rarely([...skus], [undefined]) }) },
      store: storeOf(dice),
    }),
  "update products": (shop, dice) =>
    call("catalog_product.multiUpdate", {
      productIds: [dice.of(ids(shop.products)), dice.of(ids(shop.products))],
      productData: productData(dice),
      store: storeOf(dice),
    }),
  "delete product": (shop, dice) =>
    call("catalog_product.delete", {
      ...dice.pick([
        { productId: dice.of(ids(shop.products)) },
        { productId: dice.pick(skus), identifierType: "sku" },
      ]),
    }),
  "set special price": (shop, dice) =>
    call("catalog_product.setSpecialPrice", {
      productId: dice.of(ids(shop.products)),
      ...dice.some({
        specialPrice: () => dice.rarely([-1], [5, 4.5, ""]),
        fromDate: () => dice.rarely(["2024-02-30"], [...dates, ""]),
        toDate: () => dice.pick([...dates, ""]),
      }),
      store: storeOf(dice),
    }),
  "set tier prices": (shop, dice) =>
    call("catalog_product_attribute_tier_price.update", {
      ...{ productId: dice.of(ids(shop.products)), tierPrices: tierPrices(dice) },
    }),
  "create category": (shop, dice) =>
    call("catalog_category.create", {
      parentId: dice.of(ids(shop.categories)),
      categoryData: { name: dice.rarely([""], names), ...categoryData(dice) },
      store: storeOf(dice),
    }),
  "update category": (shop, dice) =>
    call("catalog_category.update", {
      categoryId: dice.of(ids(shop.categories)),
      categoryData: { ...categoryData(dice), ...dice.some({ name: () => dice.rarely([""], names) }) },
      store: storeOf(dice),
    }),
  "move category": (shop, dice) => {
    const parentId = dice.of(ids(shop.categories));
    const children = Object.values(shop.categories).filter(({ parent }) => parent === parentId);
    const afterId = dice.rarely([9999], [undefined, 0, ...children.map(({ id }) => id)]);
    return call("catalog_category.move", { categoryId: dice.of(ids(shop.categories)), parentId, afterId });
  },
  "delete category": (shop, dice) =>
    call("catalog_category.delete", { categoryId: dice.of(ids(shop.categories)) }),
  "assign product": (shop, dice) => call("catalog_category.assignProduct", assignment(shop, dice)),
  "change assignment": (shop, dice) => {
    const { position, ...assigned } = assignment(shop, dice);
    return dice.pick([
      call("catalog_category.updateProduct", { ...assigned, position }),
      call("catalog_category.removeProduct", assigned),
    ]);
  },
  "create customer": (_shop, dice) =>
    call("customer.create", {
      customerData: {
        ...{
          email: dice.pick(["ada@shop.test", "grace@shop.test", "ida@shop.test"]),
          firstname: "Ada",
          lastname: "King",
        },
        ...{ password: "secret-77", website_id: 1, ...customerData(dice) },
      },
      store: dice.rarely(["nowhere"], [undefined, 1, 2]),
    }),
  "update customer": (shop, dice) =>
    call("customer.update", { customerId: dice.of(ids(shop.customers)), customerData: customerData(dice) }),
  "delete customer": (shop, dice) => call("customer.delete", { customerId: dice.of(ids(shop.customers)) }),
  "create address": (shop, dice) =>
    call("customer_address.create", {
      ...{ customerId: dice.of(ids(shop.customers)), addressData: { ...address, ...addressData(dice) } },
    }),
  "update address": (shop, dice) =>
    call("customer_address.update", {
      addressId: dice.of(ids(shop.addresses)),
      addressData: addressData(dice),
    }),
  "delete address": (shop, dice) =>
    call("customer_address.delete", { addressId: dice.of(ids(shop.addresses)) }),
  "place order": (shop, dice) => call("order", placement(shop, dice)),
  "comment on order": (shop, dice) =>
    call("sales_order.addComment", {
      ...{
        orderIncrementId: dice.of(texts(shop.orders)),
        status: dice.rarely(["nothing"], ["pending", "fraud", "complete"]),
      },
      comment: dice.pick(["Packed", ""]),
    }),
  "hold or cancel": (shop, dice) => {
    const operation = dice.pick(["hold", "hold", "unhold", "unhold", "cancel"]);
    const isHeld = operation === "unhold";
    return call(`sales_order.${operation}`, {
      orderIncrementId: orderBy(shop, dice, ({ state }) => (state === "holded") === isHeld),
    });
  },
  invoice: (shop, dice) => {
    const orderIncrementId = orderBy(shop, dice, canInvoice);
    const comment = dice.pick([undefined, "Paid"]);
    return call("sales_order_invoice.create", {
      orderIncrementId,
      itemsQty: itemsQty(shop, dice, orderIncrementId),
      comment,
    });
  },
  "settle invoice": (shop, dice) => {
    const operation = dice.pick(["capture", "capture", "void", "cancel"]);
    const suited = texts(shop.invoices).filter(
      (number) => (shop.invoices[number]?.state === 2) === (operation === "void"),
    );
    return call(`sales_order_invoice.${operation}`, {
      invoiceIncrementId: dice.suited(suited, texts(shop.invoices)),
    });
  },
  ship: (shop, dice) => {
    const orderIncrementId = orderBy(shop, dice, canShip);
    const comment = dice.pick([undefined, "", "Off it goes"]);
    const flags = comment ? { email: true, includeComment: true } : {};
    return call("sales_order_shipment.create", {
      ...{ orderIncrementId, itemsQty: itemsQty(shop, dice, orderIncrementId), comment, ...flags },
    });
  },
  track: (shop, dice) => {
    const shipmentIncrementId = dice.of(texts(shop.shipments));
    const tracks = Object.values(shop.shipments).flatMap((one) => one.tracks.map(({ id }) => id));
    if (tracks.length > 0 && dice.pick([false, true])) {
      return call("sales_order_shipment.removeTrack", { shipmentIncrementId, trackId: dice.of(tracks) });
    }
    const carrier = dice.rarely(["UPS"], carriers);
    return call("sales_order_shipment.addTrack", {
      ...{ shipmentIncrementId, carrier, title: "Parcel", trackNumber: dice.rarely([" "], ["1Z", "42"]) },
    });
  },
  refund: (shop, dice) => {
    const orderIncrementId = orderBy(shop, dice, canRefund);
    const comment = dice.pick([undefined, "Sorry"]);
    return call("sales_order_creditmemo.create", {
      ...{ orderIncrementId, creditmemoData: refund(shop, dice, orderIncrementId), comment },
    });
  },
  "undo refund": (shop, dice) => {
    const open = texts(shop.memos).filter((number) => shop.memos[number]?.state === 1);
    return dice.pick([
      call("open memo", { number: String(dice.of(texts(shop.memos))) }),
      call("sales_order_creditmemo.cancel", { creditmemoIncrementId: dice.suited(open, texts(shop.memos)) }),
    ]);
  },
  "comment on document": (shop, dice) =>
    dice.pick([
      call("sales_order_invoice.addComment", {
        invoiceIncrementId: dice.of(texts(shop.invoices)),
        comment: "Hm",
      }),
      call("sales_order_shipment.addComment", {
        shipmentIncrementId: dice.of(texts(shop.shipments)),
        comment: "",
      }),
      call("sales_order_creditmemo.addComment", {
        creditmemoIncrementId: dice.of(texts(shop.memos)),
        comment: "Hm",
      }),
    ]),
  "plan the gateway": (_shop, dice) =>
    call("gateway", { answer: dice.pick(["ok", "fail", "pending", "fraud"]), times: dice.pick([1, 2]) }),
  "let time pass": (_shop, dice) => call("clock", { seconds: dice.pick([1, 1, 30, 4000, 86_400]) }),
  session: (shop, dice) => {
    const session = dice.pick(["one", "two"]);
    return {
      session,
      ...dice.pick([
        call("login", {}),
        call("catalog_product.currentStore", {
          store: dice.rarely(["nowhere"], [undefined, "german", 2, 0]),
        }),
        call("catalog_category.currentStore", { store: dice.pick([undefined, "german", 2]) }),
        call("catalog_product.getSpecialPrice", { productId: dice.of(ids(shop.products)) }),
        call("catalog_product.update", {
          productId: dice.of(ids(shop.products)),
          productData: { price: dice.pick(prices) },
        }),
        dice.rarely([call("endSession", {})], [call("catalog_product.currentStore", {})]),
      ]),
    };
  },
  "look at product": (shop, dice) => call("look at product", { productId: dice.of(ids(shop.products)) }),
  "look at stock": (shop, dice) => call("look at stock", { productId: dice.of(ids(shop.products)) }),
  "look at tree": () => call("look at tree", {}),
  "look at customer": (shop, dice) => call("look at customer", { customerId: dice.of(ids(shop.customers)) }),
  "look at order": (shop, dice) => call("look at order", { orderIncrementId: dice.of(texts(shop.orders)) }),
} satisfies Record<string, Choose>;

export type StepKind = keyof typeof steps;

export const stepKinds = Object.keys(steps) as StepKind[];

function call(operation: string, params: Record<string, unknown>): Call {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return { operation, params: Object.fromEntries(given) };
}

const product = {
  type: "simple",
  set: 4,
  productData: { name: "Mug", price: 9.99, website_ids: [1, 2], stock_data: { qty: 50 } },
};

/** The first steps of every walk, which create objects to work on. */
export const prologue: readonly Call[] = [
  { ...call("login", {}), session: "one" },
  { ...call("login", {}), session: "two" },
  call("catalog_product.create", { ...product, sku: "P-1" }),
  call("catalog_product.create", { ...product, sku: "P-2", type: "virtual", store: 1 }),
  call("catalog_product.create", {
    ...product,
    sku: "P-3",
    productData: { ...product.productData, price: 3.3333, category_ids: [2] },
  }),
  call("catalog_category.create", { parentId: 2, categoryData: { name: "Cups" } }),
  call("catalog_category.create", { parentId: 3, categoryData: { name: "Small cups" }, store: "german" }),
  call("customer.create", {
    customerData: {
      ...{
        email: "eva@shop.test",
        firstname: "Eva",
        lastname: "King",
        password: "secret-77",
        website_id: 1,
        group_id: 2,
      },
    },
  }),
  call("customer_address.create", { customerId: 1, addressData: { ...address, is_default_billing: true } }),
  call("order", {
    customer_id: 1,
    items: [
      { product_id: 1, qty: 3, tax_percent: 8.25 },
      { product_id: 2, qty: 2 },
    ],
  }),
  call("order", {
    ...{
      guest: { email: "guest@shop.test", firstname: "Gus", lastname: "Test" },
      billing_address: orderAddress,
    },
    ...{
      items: [{ product_id: 3, qty: 3, discount_percent: 10 }],
      payment_method: "test_authorize",
      rate: 0.9,
    },
  }),
];

/** The call of the step in the current state. */
export function chosen(shop: Shop, { kind, dice }: Step): Call {
  return steps[kind](shop, new Dice(dice));
}

/** Relative frequencies; default 1. */
const weights: Partial<Record<StepKind, number>> = {
  ...{ "create product": 3, "update product": 4, "create category": 2, "move category": 2, "place order": 5 },
  ...{ invoice: 5, ship: 3, refund: 4, "settle invoice": 3, "let time pass": 2, session: 2 },
};

/** Steps of any kind, or of some. */
export function anyStep(kinds: readonly StepKind[] = stepKinds): Arbitrary<Step> {
  return fc.record({
    kind: fc.constantFrom(...kinds.flatMap((kind) => Array<StepKind>(weights[kind] ?? 1).fill(kind))),
    dice: fc.array(fc.nat({ max: 99_999 }), { minLength: 40, maxLength: 40 }),
  });
}
