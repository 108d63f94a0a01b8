/** The server of a walk: it executes the calls, and returns all visible data. */
import type { Call, Outcome } from "./shop/model.js";
import {
  documentFigures,
  documentItemFigures,
  itemBookings,
  itemFigures,
  itemQtys,
  orderFigures,
  paymentFigures,
  type Observation,
} from "./shop/observation.js";
import { attributes } from "./shop/products.js";
import { timestamp, views } from "./shop/state.js";

type Row = Readonly<Record<string, unknown>>;

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data: { readonly fault: string } };
}

/** There was no answer: it is unknown whether the call was executed. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** The maximum number of calls in a batch. */
const batchSize = 100;

export class Server {
  private readonly sessions = new Map<string, string>();
  private token: string | undefined;

  constructor(readonly url: string) {}

  async carryOut(call: Call): Promise<Outcome> {
    const { operation, params, session } = call;
    switch (operation) {
      case "order":
        return this.placeOrder(params);
      case "gateway":
        return this.control("PUT", "/control/gateway", params);
      case "clock":
        // Time ends sessions, including this one.
        this.token = undefined;
        return this.control("PUT", "/control/clock", { advance_seconds: params.seconds });
      case "open memo":
        return this.control("PUT", `/control/creditmemos/${String(params.number)}/open`);
      case "login":
        this.sessions.set(session ?? "", await this.login());
        return { result: null };
      case "endSession":
        return outcomeOf(await this.rpc(operation, [this.sessionOf(session)]));
      default: {
        const look = looks[operation];
        if (look) {
          const answer = await this.rpc(look.operation, { ...params, ...look.more }, await this.ownToken());
          return answer.error ? outcomeOf(answer) : { result: look.show(answer.result as Row) };
        }
        const token = session === undefined ? await this.ownToken() : this.sessionOf(session);
        return outcomeOf(await this.rpc(operation, params, token));
      }
    }
  }

  private sessionOf(name = ""): string {
    return this.sessions.get(name) ?? "0".repeat(32);
  }

  async freeze(now: number): Promise<void> {
    await this.control("PUT", "/control/clock", { now: timestamp(now) });
    this.token = undefined;
  }

  private async ownToken(): Promise<string> {
    return (this.token ??= await this.login());
  }

  private async login(): Promise<string> {
    const { body } = await this.http("POST", "/control/sessions", { username: "admin" });
    return (body as { session: string }).session;
  }

  private async placeOrder(body: Row): Promise<Outcome> {
    const answer = await this.http("POST", "/control/orders", body);
    if (answer.status !== 201) return { fault: String(answer.status) };
    const { order_id, increment_id, items } = answer.body as {
      order_id: number;
      increment_id: string;
      items: Row[];
    };
    return { result: { order_id, increment_id, item_ids: items.map(({ item_id }) => item_id) } };
  }

  private async control(method: string, path: string, body?: object): Promise<Outcome> {
    const { status, body: answer } = await this.http(method, path, body);
    if (status >= 400) return { fault: String(status) };
    return { result: path.endsWith("/open") ? (answer ?? true) && true : null };
  }

  private async rpc(method: string, params: unknown, token?: string): Promise<RpcAnswer> {
    const { body } = await this.http(
      "POST",
      "/api/jsonrpc",
      { jsonrpc: "2.0", id: 1, method, params },
      token,
    );
    return body as RpcAnswer;
  }

  private async http(method: string, path: string, body?: object, token?: string) {
    const headers = {
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    try {
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await fetch(this.url + path, init);
      const text = await response.text();
      // While it stops, a server refuses everything.
      if (response.status === 503) throw new Error(text);
      return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as unknown };
    } catch (error) {
      throw new NoAnswer(`${method} ${path}`, { cause: error });
    }
  }

  /** The results of many reads; none of them may be refused. */
  private async read(calls: readonly (readonly [string, Row])[]): Promise<unknown[]> {
    const token = await this.ownToken();
    const results: unknown[] = [];
    for (let at = 0; at < calls.length; at += batchSize) {
      const batch = calls
        .slice(at, at + batchSize)
        .map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
      const { body } = await this.http("POST", "/api/jsonrpc", batch, token);
      for (const [index, answer] of (body as RpcAnswer[]).entries()) {
        if (answer.error)
          throw new Error(`${JSON.stringify(batch[index])} answered ${JSON.stringify(answer.error)}`);
        results.push(answer.result);
      }
    }
    return results;
  }

  private async list(operation: string): Promise<Row[]> {
    return (await this.read([[operation, {}]]))[0] as Row[];
  }

  async observe(): Promise<Observation> {
    const seen: Observation = {};
    await this.observeProducts(seen);
    await this.observeCategories(seen);
    await this.observeCustomers(seen);
    await this.observeSales(seen);
    return seen;
  }

  private async observeProducts(seen: Observation): Promise<void> {
    const codes = Object.keys(attributes);
    for (const { product_id: productId } of await this.list("catalog_product.list")) {
      const named = [...codes, "stock_data", "created_at", "updated_at"];
      const [tiers, ...infos] = (await this.read([
        ["catalog_product_attribute_tier_price.info", { productId }],
        ...views.map(
          ({ id: store }) => ["catalog_product.info", { productId, store, attributes: named }] as const,
        ),
      ])) as [Row[], ...Row[]];
      const { type, sku, websites, categories, stock_data, created_at, updated_at } = infos[0] as Row;
      seen[`product ${String(productId)}`] = {
        ...{ type, sku, websites, categories, created_at, updated_at },
        stock: picked(stock_data as Row, stockMembers),
        tiers: tiers.map(({ customer_group_id, ...tier }) => ({ group: customer_group_id, ...tier })),
        values: Object.fromEntries(
          infos.map((info, at): [number, Row] => [views[at]?.id ?? 0, picked(info, codes)]),
        ),
      };
    }
  }

  private async observeCategories(seen: Observation): Promise<void> {
    const [tree] = (await this.read([["catalog_category.tree", {}]])) as [Row];
    for (const { category_id: categoryId } of flat(tree)) {
      const answers = (await this.read(
        views.flatMap(({ id: store }) => [
          ["catalog_category.info", { categoryId, store }] as const,
          ["catalog_category.assignedProducts", { categoryId, store }] as const,
        ]),
      )) as [Row];
      const at = views.map(({ id }, index): [number, unknown] => {
        const info = answers[2 * index] as Row;
        const assigned = answers[2 * index + 1] as unknown as Row[];
        return [
          id,
          {
            ...picked(info, [
              "name",
              "is_active",
              "description",
              "url_key",
              "url_path",
              "children",
              "all_children",
            ]),
            assigned: assigned.map((one) => picked(one, ["product_id", "sku", "position"])),
          },
        ];
      });
      seen[`category ${String(categoryId)}`] = {
        ...picked(answers[0], ["parent_id", "position", "level", "path", "children_count"]),
        views: Object.fromEntries(at),
      };
    }
  }

  private async observeCustomers(seen: Observation): Promise<void> {
    for (const { customer_id: customerId } of await this.list("customer.list")) {
      const [info, list] = (await this.read([
        ["customer.info", { customerId }],
        ["customer_address.list", { customerId }],
      ])) as [Row, Row[]];
      const addresses = (await this.read(
        list.map(({ customer_address_id: addressId }) => ["customer_address.info", { addressId }] as const),
      )) as Row[];
      seen[`customer ${String(customerId)}`] = {
        ...picked(info, customerMembers),
        addresses: addresses.map((address) => ({
          id: address.customer_address_id,
          ...picked(address, addressMembers),
        })),
      };
    }
  }

  private async observeSales(seen: Observation): Promise<void> {
    for (const [kind, namespace, parameter, show] of salesKinds) {
      const numbers = (await this.list(`${namespace}.list`)).map(({ increment_id }) => increment_id);
      const infos = await this.read(
        numbers.map((number) => [`${namespace}.info`, { [parameter]: number }] as const),
      );
      for (const [at, info] of infos.entries()) seen[`${kind} ${String(numbers[at])}`] = show(info as Row);
    }
  }
}

function outcomeOf({ result, error }: RpcAnswer): Outcome {
  return error ? { fault: error.data.fault } : { result };
}

function picked(row: Row | undefined, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => row && name in row).map((name) => [name, row?.[name]]));
}

function flat(node: Row): Row[] {
  return [node, ...(node.children as Row[]).flatMap(flat)];
}

const stockMembers = [
  ...["qty", "is_in_stock", "manage_stock", "use_config_manage_stock", "min_qty", "use_config_min_qty"],
  ...["backorders", "use_config_backorders", "low_stock_date", "stock_status_changed_auto"],
];
const customerMembers = [
  ...["email", "firstname", "lastname", "middlename", "taxvat", "dob", "website_id", "group_id"],
  ...["created_in", "created_at", "default_billing", "default_shipping"],
];
const addressMembers = [
  ...["firstname", "lastname", "street", "city", "telephone", "postcode", "country_id", "company", "region"],
  ...["region_id", "is_default_billing", "is_default_shipping"],
];

interface Look {
  readonly operation: string;
  readonly more?: Row;
  readonly show: (answer: Row) => unknown;
}

const shownValues = ["name", "price", "special_price", "updated_at"];

/** Each is one atomic read. */
const looks: Readonly<Record<string, Look>> = {
  "look at product": {
    ...{ operation: "catalog_product.info", more: { attributes: shownValues } },
    show: (info) => picked(info, ["sku", ...shownValues]),
  },
  "look at stock": {
    ...{ operation: "catalog_product.info", more: { attributes: ["stock_data"] } },
    show: ({ stock_data }) => picked(stock_data as Row, stockMembers),
  },
  "look at tree": { operation: "catalog_category.tree", show: (tree) => tree },
  "look at customer": {
    operation: "customer.info",
    show: (info) => picked(info, ["email", "firstname", "default_billing"]),
  },
  "look at order": { operation: "sales_order.info", show: (info) => seenOrder(info) },
};

const inBoth = (names: readonly string[]) =>
  ["", "base_"].flatMap((currency) => names.map((name) => currency + name));

const salesKinds: readonly (readonly [string, string, string, (info: Row) => unknown])[] = [
  ["order", "sales_order", "orderIncrementId", seenOrder],
  ["invoice", "sales_order_invoice", "invoiceIncrementId", (info) => seenDocument(info, documentFigures)],
  [
    ...(["creditmemo", "sales_order_creditmemo", "creditmemoIncrementId"] as const),
    (info) => seenDocument(info, [...documentFigures, "adjustment_positive", "adjustment_negative"]),
  ],
  ["shipment", "sales_order_shipment", "shipmentIncrementId", seenShipment],
];

function seenOrder(info: Row): unknown {
  return {
    ...{ id: info.order_id, store: info.store_id, customer: info.customer_id, email: info.customer_email },
    ...picked(info, ["state", "status", "created_at", "hold_before_state", "total_due", "base_total_due"]),
    ...picked(info, inBoth(orderFigures)),
    history: (info.status_history as Row[]).map(({ status }) => status),
    payment: picked(info.payment as Row, ["method", ...paymentFigures]),
    items: (info.items as Row[]).map((item) => ({
      ...{
        id: item.item_id,
        product: item.product_id,
        ...picked(item, [...inBoth(itemFigures), ...itemBookings, ...itemQtys]),
      },
    })),
  };
}

function seenDocument(info: Row, names: readonly string[]): unknown {
  return {
    ...{ id: info.invoice_id ?? info.creditmemo_id, order: info.order_increment_id, state: info.state },
    ...{ comments: (info.comments as Row[]).length, ...picked(info, inBoth(names)) },
    items: (info.items as Row[]).map((item) =>
      picked(item, ["order_item_id", "qty", ...inBoth(documentItemFigures)]),
    ),
  };
}

function seenShipment(info: Row): unknown {
  return {
    ...{ id: info.shipment_id, order: info.order_increment_id, comments: (info.comments as Row[]).length },
    items: (info.items as Row[]).map((item) => picked(item, ["order_item_id", "qty"])),
    tracks: (info.tracks as Row[]).map(({ track_id, carrier_code, track_number }) => ({
      ...{ id: track_id, carrier: carrier_code, number: track_number },
    })),
  };
}
