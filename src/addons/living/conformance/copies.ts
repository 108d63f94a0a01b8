/**
 * Copies of the objects that a golden file finds in its shop: products and customers of the sample shop, the categories, sets
 * and attributes that every shop has. The file then changes nothing on another server but what is removed again.
 */
import { startServer } from "../../../testing/embedded/start-server.js";
import { isObject } from "../../../engine/values/coercion.js";
import { callOperation, type DoorTarget } from "../doors/call.js";
import type { Identities } from "../replay/identities.js";
import { NotJudgedError, objectOf, resultOf, rowsOf, type Row, type Send } from "./send.js";

/** The sample shop, in this process: what it holds is copied, and it carries out the calls of a file, too. */
export class SampleShop {
  private constructor(
    private readonly server: Awaited<ReturnType<typeof startServer>>,
    private readonly target: DoorTarget,
  ) {}

  static async start(contract: DoorTarget["contract"]): Promise<SampleShop> {
    const server = await startServer({ dataset: "sample" });
    return new SampleShop(server, { door: "jsonrpc", url: server.url, contract });
  }

  /** With the state of its start. */
  async fresh(): Promise<Send> {
    await this.server.control.resetShop({ dataset: "sample" });
    const { session } = await this.server.control.createSession({ username: "admin" });
    return (path, args) => callOperation(this.target, session, path, args);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

interface Copying {
  /** The judged server. */
  readonly send: Send;
  /** The shop of the file; undefined for a file that needs only what every shop has. */
  readonly sample: Send | undefined;
  readonly identities: Identities;
  readonly note: (kind: string, id: unknown) => void;
  /** A SKU or an e-mail address as the calls of the file will name it. */
  readonly named: (member: "sku" | "email", text: unknown) => string;
  /** Unique to this file. */
  readonly mark: string;
}

/** The kinds that can be copied, beside which calls name objects that are nobody's: stores, countries, carts of their own. */
export const copiedKinds: readonly string[] = ["product", "customer", "category", "set", "attribute"];

/** Installed objects that a copy can replace: the root of the first store, the default set, an attribute with options. */
export const isReplaceable = (kind: string, id: unknown): boolean =>
  ["category 2", "set 4", "attribute color", "attribute 94"].includes(`${kind} ${String(id)}`);

const productMembers = [
  ...["name", "description", "short_description", "weight", "status", "visibility", "price"],
  "tax_class_id",
];
const personMembers = ["firstname", "lastname", "middlename", "prefix", "suffix", "group_id"];
const addressMembers = [
  ...["firstname", "lastname", "company", "street", "city", "region", "region_id", "postcode"],
  ...["country_id", "telephone", "fax", "is_default_billing", "is_default_shipping"],
];

export class Copies {
  /** The IDs of products in the shop of the file, by those of their copies. */
  private readonly products = new Map<unknown, unknown>();
  /** The parts of the copies whose IDs are bound. */
  private readonly bound = new Set<string>();

  constructor(private readonly copying: Copying) {}

  /** Does nothing if the shop of the file has no such object. Throws a `NotJudgedError`. @param id or a SKU */
  async copy(kind: string, id: unknown): Promise<void> {
    if (this.copying.identities.isKnown(kind, id)) return;
    if (kind === "product") return this.product(id);
    if (kind === "customer") return this.customer(id);
    const { note, identities, mark } = this.copying;
    const [path, args] = (calls[kind] as (mark: string) => Call)(mark);
    const own = await this.made(path, args);
    note(kind, own);
    identities.bind(kind, id, own);
    // Both names of the one attribute.
    if (kind === "attribute") for (const name of ["color", "94"]) identities.bind(kind, name, own);
  }

  /** Binds the installed attributes by their codes, since shops of different versions number them differently. */
  async bindAttributes(sample: Send): Promise<void> {
    const list = (send: Send) => rowsOf(send, "catalog_product_attribute.list", [4]);
    const [theirs, mine] = [await list(sample), await list(this.copying.send)];
    for (const { attribute_id, code } of theirs) {
      const own = mine.find((row) => row.code === code);
      if (own) this.copying.identities.bind("attribute", attribute_id, own.attribute_id);
    }
  }

  /** The products that have options or links, which calls name without their product. */
  async copyOptions(sample: Send): Promise<void> {
    for (const { product_id } of await rowsOf(sample, "catalog_product.list", [{ has_options: 1 }]))
      await this.product(product_id);
  }

  /** Binds the IDs of options, their values and links, which no answer to their creation contains. */
  async bindParts(): Promise<void> {
    const { identities, send, sample } = this.copying;
    if (!sample) return;
    const bind = async (kind: string, list: string, ids: readonly [unknown, unknown], member: string) => {
      const [theirs, mine] = [await rowsOf(sample, list, [ids[0]]), await rowsOf(send, list, [ids[1]])];
      // Members of a text replace its title in Magento; then it is the one that is new.
      const isNew = (row: Row) => !identities.isKnown(kind, row[member]);
      const free = mine.filter(({ [member]: id }) => !this.bound.has(`${kind} ${String(id)}`));
      for (const row of theirs.filter(isNew)) {
        const own =
          free.find(({ title }) => title === row.title) ?? (free.length === 1 ? free[0] : undefined);
        if (!own) continue;
        identities.bind(kind, row[member], own[member]);
        this.bound.add(`${kind} ${String(own[member])}`);
      }
      for (const row of kind === "option" ? theirs : []) {
        const own = { [member]: identities.translated(kind, row[member]) };
        await bind(
          "option_value",
          "catalog_product_custom_option_value.list",
          [row[member], own[member]],
          "value_id",
        );
      }
    };
    for (const [own, id] of this.products) {
      await bind("option", "catalog_product_custom_option.list", [id, own], "option_id");
      await bind("link", "catalog_product_downloadable_link.list", [id, own], "link_id");
    }
  }

  private async product(id: unknown): Promise<void> {
    const { identities, note, named, sample } = this.copying;
    const kind = /^\d+$/.test(String(id)) ? "ID" : "sku";
    const row = sample && (await objectOf(sample, "catalog_product.info", [id, null, null, kind]));
    if (!sample || !row || identities.isKnown("product", row.product_id)) return;
    const type = String(row.type);
    if (!["simple", "virtual", "downloadable", "grouped"].includes(type))
      throw new NotJudgedError(`no operation makes a ${type} product`);
    const [stock] = await rowsOf(sample, "cataloginventory_stock_item.list", [[row.product_id]]);
    const data = {
      ...picked(row, productMembers),
      websites: [1],
      stock_data:
        Number(stock?.qty) > 0
          ? { qty: stock?.qty, is_in_stock: 1 }
          : { use_config_manage_stock: 0, manage_stock: 0 },
    };
    const own = await this.made("catalog_product.create", [type, 4, named("sku", row.sku), data]);
    note("product", own);
    identities.bind("product", row.product_id, own);
    this.products.set(own, row.product_id);
    const members = await rowsOf(sample, "catalog_product_link.list", ["grouped", row.product_id]);
    for (const { product_id, ...link } of members) {
      await this.product(product_id);
      const member = identities.translated("product", product_id);
      const position = picked(link, ["position", "qty"]);
      await this.made("catalog_product_link.assign", ["grouped", own, member, position]);
    }
    const options = await rowsOf(sample, "catalog_product_custom_option.list", [row.product_id]);
    for (const { option_id } of options) {
      const option = await objectOf(sample, "catalog_product_custom_option.info", [option_id]);
      await this.made("catalog_product_custom_option.add", [own, withoutIds(option)]);
    }
    const url = "https://example.com/";
    for (const link of await rowsOf(sample, "catalog_product_downloadable_link.list", [row.product_id])) {
      const data = {
        ...picked(link, ["title", "price", "sort_order", "number_of_downloads", "is_shareable"]),
        ...{ type: "url", link_url: url, sample: { type: "url", url } },
      };
      await this.made("catalog_product_downloadable_link.add", [own, data, "link"]);
    }
  }

  private async customer(id: unknown): Promise<void> {
    const { identities, note, named, sample } = this.copying;
    const row = sample && (await objectOf(sample, "customer.info", [id]));
    if (!sample || !row) return;
    const fixed = { email: named("email", row.email), password: "Copied-12", website_id: 1, store_id: 1 };
    const own = await this.made("customer.create", [{ ...picked(row, personMembers), ...fixed }]);
    note("customer", own);
    identities.bind("customer", id, own);
    for (const { customer_address_id } of await rowsOf(sample, "customer_address.list", [id])) {
      const address = (await objectOf(sample, "customer_address.info", [customer_address_id])) ?? {};
      const made = await this.made("customer_address.create", [own, picked(address, addressMembers)]);
      identities.bind("address", customer_address_id, made);
    }
  }

  private made(path: string, args: unknown): Promise<unknown> {
    return resultOf(this.copying.send, path, args);
  }
}

type Call = [path: string, args: unknown];

/** Creates an object of a kind. */
const calls: Readonly<Record<string, (mark: string) => Call>> = {
  category: (mark) => {
    const sorting = { available_sort_by: ["position"], default_sort_by: "position" };
    return ["catalog_category.create", [2, { name: mark, is_active: 1, include_in_menu: 1, ...sorting }]];
  },
  set: (mark) => ["catalog_product_attribute_set.create", [mark, 4]],
  attribute: (mark) => {
    const frontend_label = [{ store_id: 0, label: mark }];
    const kind = { frontend_input: "select", scope: "global", is_configurable: 1 };
    return ["catalog_product_attribute.create", [{ attribute_code: `own_${mark}`, ...kind, frontend_label }]];
  },
};

/** The values of an option get their IDs in their own shop. */
function withoutIds(option: Row | undefined): Row {
  const { additional_fields: fields } = option ?? {};
  const values = Array.isArray(fields) ? (fields as unknown[]).filter(isObject) : [];
  return { ...option, additional_fields: values.map(({ value_id: _, ...rest }) => rest) };
}

function picked(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]])),
  );
}
