/**
 * Imports a live shop, from its stores to its orders. Rows are written at once, with marks, so that an import
 * of any size needs little memory and can be resumed after an interruption.
 */
import type { TaxRate } from "../../../shop/data/entities/shop.js";
import type { CollectionName, Doc } from "../../../engine/storage/storage.js";
import { dataVersion } from "../../../shop/states/migrations/migrations.js";
import { installedAt, installedCategories } from "../../../shop/states/installed/categories.js";
import type { ProductDoc } from "../../../shop/data/entities/catalog.js";
import { fieldChecks } from "../../../shop/states/fields.js";
import { readAttributes, type CatalogModel } from "./attributes.js";
import { categoryAttributes, readCategory, readTree, type ForeignCategory } from "./categories.js";
import { CustomerReader } from "./customers.js";
import { readDirectory, type Directory, type LearntDirectory } from "./directory.js";
import type { FaultTexts } from "../../../engine/contract/fault-texts.js";
import { readFaultTexts } from "./fault-texts.js";
import { keepingAnswers, type StoredAnswer } from "./kept-answers.js";
import { OrderReader, productsOf, type ReadOrder } from "./orders.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { People } from "./people.js";
import { putLink, readLinks } from "./product-links.js";
import { ProductReader } from "./products.js";
import {
  askAbout,
  mapConcurrently,
  listedRows,
  objectsAtOnce,
  putRow,
  type ListedRow,
  type ImportContext,
} from "./reading.js";
import { ImportReporter, type ImportReport } from "./report.js";
import { RowShapes } from "./rows.js";
import { idIn, numberIn, rowsIn, type ShopSource } from "./source.js";
import { TagReader } from "./tags.js";
import { unansweredBySoapV2 } from "./unanswered-by-soap-v2.js";
import { ValueReader } from "./values.js";

export const importParts = ["catalog", "customers", "orders"] as const;
export type ImportPart = (typeof importParts)[number];

export interface ImportOptions {
  readonly parts: readonly ImportPart[];
  /** Maximum number of objects of each kind; undefined = all. */
  readonly limit: number | undefined;
  readonly images: boolean;
  /** The tax rates of the copy; undefined = the installed ones. */
  readonly taxRates?: readonly TaxRate[] | undefined;
}

const steps = [
  "categories",
  "customers",
  "orders",
  "customers of orders",
  "products",
  "products of orders",
  "links",
  "tags",
  "assignments",
] as const;
type ImportStep = (typeof steps)[number];

/** The progress of an import, for resuming it. Contains no personal data. */
export interface ImportMark {
  readonly step: ImportStep;
  /** All objects up to this ID were read, of categories, that many; undefined if the step is complete. */
  readonly after: number | undefined;
  readonly report: ImportReport;
  readonly directory: LearntDirectory;
  /** Hashes of names and numbers that were learnt since the last mark. */
  readonly known: readonly string[];
  /** Customers and products of orders, not read yet, that were found since the last mark. */
  readonly needed: { readonly customers: readonly number[]; readonly products: readonly number[] };
}

/** The destination of an import. */
export interface ImportTarget {
  readonly put: (collection: CollectionName, doc: object) => void;
  /** Stores a mark; the import can be resumed from here. */
  readonly mark: (mark: ImportMark) => Promise<void>;
  readonly progress: (text: string) => void;
  /** Stores a response that a resumed import does not request again. */
  readonly keep: (answer: StoredAnswer) => void;
  /** The answers, marks and rows of the interrupted import, in order. */
  readonly earlier: () => AsyncIterable<
    { readonly answer: StoredAnswer } | { readonly mark: ImportMark } | EarlierRow
  >;
}

interface EarlierRow {
  readonly collection: CollectionName;
  readonly doc: Doc;
}

export interface ReadShop {
  /** Rows that are complete only at the end. */
  readonly rows: readonly { readonly collection: CollectionName; readonly doc: object }[];
  readonly sequences: Readonly<Record<string, number>>;
  readonly report: ImportReport;
}

export async function readShop(
  source: ShopSource,
  target: ImportTarget,
  people: People,
  options: ImportOptions,
): Promise<ReadShop> {
  const run = await ShopReader.begin(source, target, people, options);
  return run.read();
}

/** How the items of a step are read and written. */
interface Step<Item, Read> {
  /** The collection whose count is shown. */
  readonly shown: string;
  readonly read: (item: Item) => Promise<Read>;
  readonly put: (read: Read, item: Item) => unknown;
  readonly mark: (id: number) => Promise<void>;
}

class ShopReader {
  private readonly ids = {
    customers: new Set<number | string>(),
    products: new Set<number | string>(),
    orders: new Set<number | string>(),
    categories: new Set<number | string>(),
    product_tags: new Set<number | string>(),
  };
  /** The IDs of the products, in the order of their import. */
  private readonly productIds: number[] = [];
  private readonly needed = { customers: new Set<number>(), products: new Set<number>() };
  private freshlyNeeded: { customers: number[]; products: number[] } = { customers: [], products: [] };
  private resumed: { readonly step: ImportStep; readonly after: number | undefined } | undefined;

  private constructor(
    private readonly context: ImportContext,
    /** For the requests at the beginning. */
    private readonly beginning: ImportContext,
    private readonly target: ImportTarget,
    private readonly options: ImportOptions,
    private readonly directory: Directory,
    private readonly catalog: CatalogModel,
    private readonly products: ProductReader,
    private readonly customers: CustomerReader,
    private readonly orders: OrderReader,
    private readonly values: ValueReader,
    private readonly faultTexts: FaultTexts,
  ) {}

  static async begin(
    source: ShopSource,
    target: ImportTarget,
    people: People,
    options: ImportOptions,
  ): Promise<ShopReader> {
    let last: ImportMark | undefined;
    const answers = new Map<string, StoredAnswer>();
    for await (const one of target.earlier()) {
      if ("mark" in one) last = one.mark;
      if ("answer" in one) answers.set(one.answer.key, one.answer);
    }
    const context: ImportContext = {
      source,
      people,
      sink: target,
      unavailable: new Set<string>(),
      report: new ImportReporter(last?.report),
      shapes: new RowShapes(),
      problemsOf: await fieldChecks(),
    };
    target.progress("stores, attributes and sets");
    const beginning: ImportContext = {
      ...context,
      source: keepingAnswers(source, answers, target.keep),
      // A resumed import has the findings of the beginning already.
      report: last ? new ImportReporter() : context.report,
    };
    const directory = await readDirectory(beginning);
    const catalog = await readAttributes(beginning, directory);
    const faultTexts = await readFaultTexts(beginning);
    for (const remark of beginning.report.value.remarks) context.report.remark(remark);
    if (last) directory.recall(last.directory);
    const values = new ValueReader(context, directory);
    const products = new ProductReader(context, directory, catalog, values, options);
    const run = new ShopReader(
      ...([context, beginning, target, options, directory, catalog, products] as const),
      new CustomerReader(context, directory),
      new OrderReader(context, directory, options.taxRates),
      values,
      faultTexts,
    );
    if (last) await run.recall(last);
    return run;
  }

  async read(): Promise<ReadShop> {
    const { parts } = this.options;
    const wants = (part: ImportPart) => parts.includes(part);
    const nodes = wants("catalog") ? await readTree(this.beginning) : [];
    for (const { id } of nodes) this.ids.categories.add(id);
    if (wants("catalog")) await this.step("categories", (after) => this.readCategories(nodes, after));
    if (wants("customers")) await this.step("customers", (after) => this.readCustomers(after));
    if (wants("orders")) await this.step("orders", (after) => this.readOrders(after));
    if (wants("orders")) await this.step("customers of orders", () => this.readNeededCustomers());
    if (wants("catalog")) await this.step("products", (after) => this.readProducts(after));
    if (wants("orders")) await this.step("products of orders", () => this.readNeededProducts());
    await this.step("links", (after) => this.readLinks(after));
    await this.step("tags", (after) => this.readTags(after));
    if (wants("catalog")) await this.step("assignments", (after) => this.readAssignments(nodes, after));
    return this.finish(wants("catalog") && nodes.length > 0);
  }

  private async step(step: ImportStep, read: (after: number) => Promise<void>): Promise<void> {
    const from = this.resumed;
    if (from && steps.indexOf(from.step) > steps.indexOf(step)) return;
    if (from?.step === step && from.after === undefined) return;
    await read(from?.step === step ? (from.after ?? 0) : 0);
    await this.mark(step, undefined);
  }

  private async mark(step: ImportStep, after: number | undefined): Promise<void> {
    const { report, people } = this.context;
    const needed = this.freshlyNeeded;
    this.freshlyNeeded = { customers: [], products: [] };
    await this.target.mark({
      step,
      after,
      needed,
      report: report.value,
      directory: this.directory.learnt,
      known: people.takeNewHashes(),
    });
  }

  private async recall(last: ImportMark): Promise<void> {
    this.resumed = { step: last.step, after: last.after };
    for await (const one of this.target.earlier()) {
      if ("answer" in one) continue;
      if ("mark" in one) {
        this.context.people.recall(one.mark.known);
        for (const id of one.mark.needed.customers) this.needed.customers.add(id);
        for (const id of one.mark.needed.products) this.needed.products.add(id);
        continue;
      }
      const { collection, doc } = one;
      if (collection === "products") {
        this.products.recall(doc as ProductDoc);
        this.productIds.push(doc.id as number);
      }
      if (Object.hasOwn(this.ids, collection)) this.ids[collection as keyof typeof this.ids].add(doc.id);
    }
  }

  private async readCategories(nodes: readonly ForeignCategory[], after: number): Promise<void> {
    const { context, directory, catalog, values } = this;
    const attributes = categoryAttributes(catalog);
    let count = after;
    await this.each(nodes.slice(after), {
      shown: "categories",
      read: (node) => readCategory(context, node, directory.views, attributes, values),
      put: (doc) => putRow(context, "categories", doc, `category ${doc.id}`),
      mark: () => this.mark("categories", (count += 1)),
    });
  }

  /** Reads several items at once, and writes them in their order. */
  private async each<Item extends { readonly id: number }, Read>(
    items: readonly Item[],
    { shown, read, put, mark }: Step<Item, Read>,
  ): Promise<void> {
    const all = mapConcurrently(items, objectsAtOnce, async (item) => ({ item, is: await read(item) }));
    for await (const { item, is } of all) {
      await put(is, item);
      this.show(shown);
      await mark(item.id);
    }
  }

  /** The remaining number of objects within the limit. */
  private left(collection: "customers" | "products" | "orders", further = 0): number {
    const { limit } = this.options;
    return limit === undefined
      ? Infinity
      : Math.max(0, limit - this.context.report.countOf(collection) + further);
  }

  private async *batches(
    collection: "customers" | "products" | "orders",
    list: { readonly operation: string; readonly id: string; readonly after: number },
  ): AsyncGenerator<readonly ListedRow[]> {
    const isDone = (id: number) => this.ids[collection].has(id);
    if (this.left(collection) === 0) return;
    for await (const rows of listedRows(this.context, { ...list, what: collection, isDone })) {
      for (let at = 0; at < rows.length; at += objectsAtOnce) {
        const left = this.left(collection);
        yield rows.slice(at, at + Math.min(objectsAtOnce, left));
        if (this.left(collection) === 0) return;
      }
    }
  }

  private async readCustomers(after: number): Promise<void> {
    const list = { operation: "customer.list", id: "customer_id", after };
    for await (const rows of this.batches("customers", list))
      await this.putCustomers(rows, (id) => this.mark("customers", id));
  }

  private putCustomers(
    rows: readonly { readonly id: number; readonly row?: ListedRow["row"] }[],
    mark: (id: number) => Promise<void>,
  ): Promise<void> {
    return this.each(rows, {
      shown: "customers",
      read: ({ id, row }) => this.customers.read(id, row),
      put: (customer, { id }) => {
        if (customer && this.customers.put(customer)) this.ids.customers.add(id);
      },
      mark,
    });
  }

  private async readNeededCustomers(): Promise<void> {
    const ids = [...this.needed.customers].filter((id) => !this.ids.customers.has(id)).sort((a, b) => a - b);
    await this.putCustomers(
      ids.map((id) => ({ id })),
      () => this.mark("orders", undefined),
    );
  }

  private async readOrders(after: number): Promise<void> {
    const list = { operation: "sales_order.list", id: "order_id", after };
    for await (const rows of this.batches("orders", list)) {
      const read = await this.readBatchOfOrders(rows);
      // All people of the batch must be known before its first text is written.
      for (const { order } of read) this.context.people.learn(order);
      for (const one of read) {
        if (this.orders.put(one)) this.noteOrder(one);
        this.show("orders");
        await this.mark("orders", one.order.id);
      }
    }
  }

  private async readBatchOfOrders(rows: readonly ListedRow[]): Promise<ReadOrder[]> {
    const infos = new Map<number, DataObject | undefined>();
    const readInfos = async () => {
      const read = mapConcurrently(rows, objectsAtOnce, async (row) => ({
        id: row.id,
        info: await this.orders.readOrder(row),
      }));
      for await (const { id, info } of read) infos.set(id, info);
    };
    const [named] = await Promise.all([this.orders.documentsOf(rows), readInfos()]);
    const readDocuments = async (kind: keyof typeof named): Promise<DataObject[]> => {
      const documents: DataObject[] = [];
      const read = mapConcurrently(named[kind], objectsAtOnce, (incrementId) =>
        this.orders.readDocument(kind, incrementId),
      );
      for await (const document of read) if (document) documents.push(document);
      return documents;
    };
    const [invoices, shipments, creditmemos] = await Promise.all([
      readDocuments("invoices"),
      readDocuments("shipments"),
      readDocuments("creditmemos"),
    ]);
    return rows.flatMap((row) => {
      const info = infos.get(row.id);
      const own = (documents: readonly DataObject[]) =>
        documents.filter(({ order_id }) => idIn(order_id) === row.id);
      const given = { invoices: own(invoices), shipments: own(shipments), creditmemos: own(creditmemos) };
      return info ? [this.orders.compose(row, info, given)] : [];
    });
  }

  /** With a limit, the customers and products of orders are imported in addition. */
  private noteOrder({ order }: ReadOrder): void {
    this.ids.orders.add(order.id);
    const { limit, parts } = this.options;
    if (limit === undefined && parts.includes("customers") && parts.includes("catalog")) return;
    const note = (kind: "customers" | "products", id: number | null) => {
      if (!id || this.needed[kind].has(id)) return;
      this.needed[kind].add(id);
      this.freshlyNeeded[kind].push(id);
    };
    note("customers", order.customer_id);
    for (const id of productsOf(order)) note("products", id);
  }

  private async readProducts(after: number): Promise<void> {
    const list = { operation: "catalog_product.list", id: "product_id", after };
    for await (const rows of this.batches("products", list))
      await this.putProducts(rows, (id) => this.mark("products", id));
  }

  private async putProducts(rows: readonly ListedRow[], mark: (id: number) => Promise<void>): Promise<void> {
    const stock = await this.products.stockOf(rows);
    await this.each(rows, {
      shown: "products",
      read: (row) => this.products.read(row, stock.get(row.id)),
      put: async (product, { id }) => {
        if (!product || !(await this.products.put(product))) return;
        this.ids.products.add(id);
        this.productIds.push(id);
      },
      mark,
    });
  }

  /** Imports the products of orders. Deleted products exist only in their orders. */
  private async readNeededProducts(): Promise<void> {
    const ids = [...this.needed.products].filter((id) => !this.ids.products.has(id)).sort((a, b) => a - b);
    for (let at = 0; at < ids.length; at += objectsAtOnce) {
      const wanted = ids.slice(at, at + objectsAtOnce).map(String);
      const args = [{ product_id: { in: wanted } }];
      const answer = await askAbout(this.context, "products of orders", "catalog_product.list", args);
      const rows = rowsIn(answer).map((row) => ({ id: idIn(row.product_id) ?? 0, row }));
      if (rows.length > 0) await this.putProducts(rows, () => this.mark("products", undefined));
    }
  }

  private productsAfter(after: number): { readonly id: number }[] {
    const ids = this.productIds.filter((id) => id > after).sort((one, other) => one - other);
    return ids.map((id) => ({ id }));
  }

  private readonly isImported = (product: number): boolean => this.ids.products.has(product);

  private readLinks(after: number): Promise<void> {
    return this.each(this.productsAfter(after), {
      shown: "product_links",
      read: ({ id }) => readLinks(this.context, id),
      put: (links) => {
        for (const link of links) putLink(this.context, link, this.isImported);
      },
      mark: (id) => this.mark("links", id),
    });
  }

  private readTags(after: number): Promise<void> {
    const reader = new TagReader(this.context, this.directory);
    return this.each(this.productsAfter(after), {
      shown: "product_tags",
      read: ({ id }) => reader.tagsOf(id),
      put: async (tags) => {
        for (const tag of tags) {
          if (this.ids.product_tags.has(tag)) continue;
          this.ids.product_tags.add(tag);
          await reader.put(tag, this.isImported);
        }
      },
      mark: (id) => this.mark("tags", id),
    });
  }

  private readAssignments(nodes: readonly ForeignCategory[], after: number): Promise<void> {
    const waiting = nodes.filter(({ id }) => id > after).sort((one, other) => one.id - other.id);
    const operation = "catalog_category.assignedProducts";
    return this.each(waiting, {
      shown: "category_products",
      read: ({ id }) => askAbout(this.context, `category ${id}`, operation, [id]),
      put: (answer, { id }) => {
        for (const row of rowsIn(answer)) {
          const product_id = idIn(row.product_id) ?? 0;
          if (!this.isImported(product_id)) continue;
          const position = numberIn(row.position) ?? 0;
          const doc = { id: `${id}:${product_id}`, category_id: id, product_id, position };
          putRow(this.context, "category_products", doc, `category ${id}, product ${product_id}`);
        }
      },
      mark: (id) => this.mark("assignments", id),
    });
  }

  private show(collection: string): void {
    this.target.progress(`${this.context.report.countOf(collection)} ${collection.replaceAll("_", " ")}`);
  }

  private finish(hasCategories: boolean): ReadShop {
    const { context, directory, catalog } = this;
    const { report } = context;
    const rows: { collection: CollectionName; doc: object }[] = [];
    const add = (collection: CollectionName, doc: object) => rows.push({ collection, doc });
    const categories = hasCategories ? [] : installedCategories;
    const isCategory = (id: number) =>
      hasCategories ? this.ids.categories.has(id) : categories.some((category) => category.id === id);
    add("settings", { id: "attribute_revision", changed_at: installedAt });
    add("settings", { id: "data_version", version: dataVersion });
    const shop = directory.doc(isCategory, context);
    const hasTexts = Object.keys(this.faultTexts).length > 0;
    const { taxRates: tax_rates } = this.options;
    add("settings", {
      ...shop,
      ...(tax_rates && { tax_rates }),
      ...(hasTexts && { fault_texts: this.faultTexts }),
    });
    for (const doc of catalog.attributes) add("attributes", doc);
    for (const doc of catalog.sets) add("attribute_sets", doc);
    for (const doc of categories) add("categories", doc);
    for (const { collection } of rows) if (collection !== "settings") report.addRow(collection);
    this.remark();
    return { rows, sequences: { image: this.products.imageSequence }, report: report.value };
  }

  private remark(): void {
    const { report, people, source, shapes } = this.context;
    if (source.isTyped) for (const text of unansweredBySoapV2(shapes)) report.remark(text);
    report.remark(
      "Magento's API returns only the quantity of stock and whether it is in stock; the other settings have their defaults.",
    );
    report.remark("Passwords cannot be imported: set one with customer.update before a customer signs in.");
    report.remark(
      people.isDisabled
        ? "People were not anonymized: treat the file as personal data."
        : "People were anonymized. In free text, only names that a customer, address or order has were replaced.",
    );
  }
}
