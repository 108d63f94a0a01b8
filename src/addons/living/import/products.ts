/** Imports products with the values of all views, images, tier prices and stock. */
import { createHash } from "node:crypto";
import { imageRoles } from "../../../shop/catalog/images/image-data.js";
import { noImage } from "../../../shop/catalog/images/image-gallery.js";
import { pictureHeader } from "../../../shop/catalog/images/image-content.js";
import { isProductType } from "../../../shop/catalog/attribute-values/product-types.js";
import type {
  AttributeDoc,
  AttributeValue,
  ImageFileDoc,
  ImageTexts,
  ProductDoc,
  ProductImage,
  ScopedValues,
  StockItemDoc,
  TierPrice,
} from "../../../shop/data/entities/catalog.js";
import type { StoreView } from "../../../shop/data/entities/shop.js";
import {
  mediaKey,
  imagePath,
  isMediaPath,
  numberedPath,
  type ImageMime,
} from "../../../shop/media/image-names.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import type { CatalogModel } from "./attributes.js";
import type { Directory } from "./directory.js";
import { ProductPartReader } from "./product-parts.js";
import {
  askAbout,
  askOfSeveral,
  mapConcurrently,
  objectsAtOnce,
  putRow,
  type ListedRow,
  type ImportContext,
} from "./reading.js";
import {
  flagIn,
  idIn,
  numberIn,
  rowsIn,
  SourceFailure,
  SourceRefusal,
  textIn,
  textsIn,
  timeIn,
  words,
} from "./source.js";
import { answeredBySoapV2 } from "./unanswered-by-soap-v2.js";
import { scopedValues, type ValueReader, type ViewAnswer } from "./values.js";

/** A product that was read and not written yet. */
interface ReadProduct {
  readonly doc: Omit<ProductDoc, "images">;
  readonly images: readonly ListedImage[];
  readonly stock: StockItemDoc | undefined;
  /** Parts that were not imported, for the report. */
  readonly lacks: readonly string[];
}

interface ListedImage {
  readonly file: string;
  readonly url: string;
  readonly stores: ProductImage["stores"];
}

/** Members that are not attribute values, or that are computed. */
const computed: ReadonlySet<string> = new Set([
  ...words("sku created_at updated_at category_ids tier_price group_price type_id has_options"),
  ...words("required_options url_path minimal_price links_exist media_gallery gallery"),
  ...imageRoles,
]);

export class ProductReader {
  /** The last image ID: no operation returns the IDs. */
  private lastImage = 0;
  private readonly files = new Set<string>();
  private readonly skus = new Set<string>();
  private readonly codes = new Map<string, readonly string[]>();
  /** Whether the shop returns whole stock items, as this service does; undefined before the first request. */
  private answersStock: boolean | undefined;
  private readonly parts: ProductPartReader;

  constructor(
    private readonly context: ImportContext,
    private readonly directory: Directory,
    private readonly catalog: CatalogModel,
    private readonly values: ValueReader,
    private readonly wants: { readonly images: boolean },
  ) {
    this.parts = new ProductPartReader(context, directory);
  }

  /** Restores SKUs, files and image IDs that a resumed import has already used. */
  recall({ sku, images }: ProductDoc): void {
    this.skus.add(sku.toLowerCase());
    for (const { value_id, file } of images) {
      this.files.add(mediaKey(file));
      this.lastImage = Math.max(this.lastImage, value_id);
    }
  }

  get imageSequence(): number {
    return this.lastImage;
  }

  /** The stock of several products, by a single request. */
  async stockOf(rows: readonly ListedRow[]): Promise<ReadonlyMap<number, DataObject>> {
    const ids = rows.map(({ id }) => String(id));
    const name = `products ${ids[0]} to ${ids.at(-1)}`;
    const operation = "cataloginventory_stock_item.list";
    const items = rowsIn(await askOfSeveral(this.context, "stock", name, operation, [ids]));
    return new Map(items.map((item) => [idIn(item.product_id) ?? 0, item]));
  }

  /** Undefined if the product cannot be read, which the report lists. */
  async read({ id, row }: ListedRow, stock: DataObject | undefined): Promise<ReadProduct | undefined> {
    const { views } = this.directory;
    const name = `product ${id} (${textIn(row.sku) ?? ""})`;
    const set = this.setOf(row, name);
    const info = await this.infoAt(id, 0, name, set);
    if (!info) return undefined;
    const type = this.typeOf(textIn(info.type) ?? textIn(row.type) ?? "", name);
    // A shop ignores the options of a product without the flag.
    const hasOptions = flagIn(info.has_options) ?? true;
    const [answers, media, tier_prices, options, downloads] = await Promise.all([
      this.answersOf(id, name, set),
      this.imagesOf(id, views, name),
      this.tierPricesOf(id, info, name),
      hasOptions ? this.parts.options(id, name) : [],
      type === "downloadable" ? this.parts.downloads(id, name) : { links: [], samples: [] },
    ]);
    const attributes = this.catalog.model.applicable(set, type).filter(isStoredValue);
    const readValue = (attribute: AttributeDoc, value: unknown) => this.values.read(attribute, value, name);
    const values = scopedValues(attributes, info, answers, readValue);

    return {
      doc: {
        ...{ id, type, set, sku: textIn(info.sku) ?? textIn(row.sku) ?? String(id) },
        created_at: timeIn(info.created_at) ?? timeIn(info.updated_at) ?? "2008-03-31 00:00:00",
        updated_at: timeIn(info.updated_at) ?? timeIn(info.created_at) ?? "2008-03-31 00:00:00",
        website_ids: this.websitesOf(info, row),
        values: merged(values, media.roles),
        tier_prices,
        ...(options.length > 0 && { options }),
        ...(downloads.links.length > 0 && { download_links: downloads.links }),
        ...(downloads.samples.length > 0 && { download_samples: downloads.samples }),
      },
      ...{ images: media.images, lacks: partsWithoutPlace(info, type) },
      stock: stockItem(id, isObject(info.stock_data) ? info.stock_data : stock),
    };
  }

  private answersOf(id: number, name: string, set: number): Promise<ViewAnswer[]> {
    return Promise.all(
      this.directory.views.map(async (view) => ({
        view,
        info: await this.infoAt(id, view.code, `${name}, view ${view.code}`, set),
      })),
    );
  }

  /**
   * Loads the images of a product and writes its rows. Called in the order of products, because image IDs are
   * assigned here, and for one product at a time, because images need much memory.
   */
  async put({ doc, images: listed, stock, lacks }: ReadProduct): Promise<boolean> {
    const { context } = this;
    const name = `product ${doc.id} (${doc.sku})`;
    if (this.skus.has(doc.sku.toLowerCase())) {
      context.report.find("products with the SKU of another product: left out", name);
      return false;
    }
    const renamed = new Map<string, string>();
    const files: ImageFileDoc[] = [];
    const images: ProductImage[] = [];
    const loading = mapConcurrently(listed, objectsAtOnce, async (image) => ({
      ...image,
      picture: await this.pictureOf(image, name),
    }));
    for await (const { file: given, stores, picture } of loading) {
      if (!picture) continue;
      const file = this.freeName(given, picture.type);
      renamed.set(given, file);
      files.push({
        ...fileRow(doc.id, file, picture.bytes, picture.type),
        ...{ content: picture.bytes.toString("base64") },
      });
      images.push({ value_id: (this.lastImage += 1), file, stores });
    }
    const values = withLoaded(doc.values, renamed);
    if (!putRow(context, "products", { ...doc, values, images }, name)) return false;
    this.skus.add(doc.sku.toLowerCase());
    for (const file of files) {
      context.sink.put("images", file);
      context.report.addRow("images");
    }
    if (stock) putRow(context, "stock_items", stock, name);
    for (const what of lacks) context.report.find(what, name);
    return true;
  }

  /** The product info in a view, including the additional attributes of SOAP v2. */
  private async infoAt(
    id: number,
    view: string | number,
    name: string,
    set: number,
  ): Promise<DataObject | undefined> {
    const isFirst = view === 0;
    const codes = this.codesOf(set, isFirst);
    const wanted = isFirst && this.answersStock !== false ? [...codes, "stock_data"] : codes;
    const selected = this.context.source.isTyped ? typedSelection(wanted) : wanted;
    const answer = await askAbout(this.context, name, "catalog_product.info", [String(id), view, selected]);
    const [info] = rowsIn([answer]);
    if (!info) return undefined;
    if (isFirst) this.answersStock ??= isObject(info.stock_data);
    const { additional_attributes: additional, ...members } = info;
    const pairs = rowsIn(additional).map(({ key, value }): [string, unknown] => [textIn(key) ?? "", value]);
    // Typed responses omit unset members.
    const unset: DataObject = Object.fromEntries(codes.map((code) => [code, null]));
    return { ...unset, ...members, ...Object.fromEntries(pairs) };
  }

  /** The attributes to request: all for the default values, and for views those that can differ. */
  private codesOf(set: number, areAll: boolean): readonly string[] {
    const key = `${set} ${areAll}`;
    let codes = this.codes.get(key);
    if (!codes) {
      const members = this.catalog.model.members(set).filter(({ scope }) => areAll || scope !== "global");
      codes = members
        .filter(({ frontend_input: input }) => input !== "media_image" && input !== "gallery")
        .map(({ attribute_code }) => attribute_code)
        // SOAP v2 has no place for the list.
        .filter((code) => code !== "group_price" || (areAll && !this.context.source.isTyped));
      this.codes.set(key, codes);
    }
    return codes;
  }

  private setOf(row: DataObject, name: string): number {
    const set = idIn(row.set) ?? 0;
    if (this.catalog.model.set(set)) return set;
    const [first] = this.catalog.sets.filter(({ entity_type }) => entity_type === "product");
    this.context.report.find("products of an attribute set that is not listed: put into another one", name);
    return first?.id ?? 4;
  }

  private typeOf(type: string, name: string): ProductDoc["type"] {
    if (isProductType(type)) return type;
    this.context.report.find("products of an unknown type: kept as simple products", `${name}: ${type}`);
    return "simple";
  }

  private websitesOf(info: DataObject, row: DataObject): number[] {
    const ids = textsIn(info.websites ?? info.website_ids ?? row.website_ids ?? []).map(Number);
    const known = this.directory.websiteIds;
    return ids.filter((id) => known.includes(id)).sort((one, other) => one - other);
  }

  private async tierPricesOf(id: number, info: DataObject, name: string): Promise<TierPrice[]> {
    const described = rowsIn(info.tier_price);
    if (described.length === 0) return [];
    const answer = await askAbout(this.context, name, "catalog_product_attribute_tier_price.info", [
      String(id),
    ]);
    const websites = textsIn(info.websites ?? []).map(Number);
    if (this.context.source.isTyped && rowsIn(answer).every(({ qty }) => Number.isInteger(numberIn(qty))))
      this.context.report.find(
        "tier prices: SOAP v2 returns whole quantities only; use --door xmlrpc for others",
        name,
      );
    return rowsIn(answer).map((row, at): TierPrice => {
      const group = textIn(row.customer_group_id) ?? "all";
      if (group !== "all") this.directory.needCustomerGroup(Number(group));
      const website = textIn(row.website) ?? "all";
      const websiteId = idIn(described[at]?.website_id);
      if (website !== "all" && websiteId) this.directory.learnCode(websiteId, website);
      else if (website !== "all") this.directory.learnCodeAmong(website, websites);
      const [qty, price] = [numberIn(row.qty) ?? 1, numberIn(row.price) ?? 0];
      return { customer_group_id: group, website, qty, price };
    });
  }

  /** The images with their texts in all views, and the roles of images by scope. */
  private async imagesOf(id: number, views: readonly StoreView[], name: string) {
    const none = { images: [] as ListedImage[], roles: {} as ScopedValues };
    if (!this.wants.images) return none;
    const list = async (view: string | number) =>
      rowsIn(await askAbout(this.context, name, "catalog_product_attribute_media.list", [String(id), view]));
    const listed = await list(0);
    if (listed.length === 0) return none;

    const texts = new Map<string, Record<string, ImageTexts>>();
    for (const row of listed) texts.set(String(row.file), { "0": textsOf(row) });
    const roles: Record<string, Record<string, AttributeValue>> = { "0": rolesOf(listed) };
    const atViews = await Promise.all(views.map(async (view) => ({ view, own: await list(view.code) })));
    for (const { view, own } of atViews) {
      for (const row of own) {
        const known = texts.get(String(row.file));
        const different = known && differentTexts(known["0"] as ImageTexts, textsOf(row));
        if (different) known[view.store_id] = different;
      }
      const different = differentRoles(roles["0"] as Record<string, AttributeValue>, rolesOf(own));
      if (own.length > 0 && different) roles[`s${view.store_id}`] = different;
    }
    const images = listed.map((row): ListedImage => {
      const file = String(row.file);
      return { file, url: textIn(row.url) ?? "", stores: texts.get(file) as ProductImage["stores"] };
    });
    return { images, roles };
  }

  private async pictureOf(
    { file, url }: ListedImage,
    name: string,
  ): Promise<{ readonly bytes: Buffer; readonly type: ImageMime } | undefined> {
    const { report, source } = this.context;
    const left = (why: string) => report.find("images that are left out", `${name} ${file}: ${why}`);
    try {
      const bytes = await source.load(url);
      const header = pictureHeader(bytes);
      if (header) return { bytes, type: header.type };
      left("no image of a known type");
    } catch (error) {
      if (!(error instanceof SourceFailure) && !(error instanceof SourceRefusal)) throw error;
      left(error.message);
    }
    return undefined;
  }

  private freeName(given: string, type: ImageMime): string {
    const wanted = isMediaPath(given) ? given : imagePath(given, type);
    let file = wanted;
    for (let number = 2; this.files.has(mediaKey(file)); number += 1) file = numberedPath(wanted, number);
    this.files.add(mediaKey(file));
    return file;
  }
}

const groupPrices =
  "sales to a customer group cost something else here: products with group prices; a tier price for the group, of quantity 1, has the same effect";

function partsWithoutPlace(info: DataObject, type: ProductDoc["type"]): string[] {
  const parts = unansweredParts[type];
  return [
    ...(parts ? [`${type} products: imported without ${parts}, which no operation returns`] : []),
    ...(rowsIn(info.group_price).length > 0 ? [groupPrices] : []),
  ];
}

/** The typed members in results of SOAP v2. All others are returned as pairs and must be scalars. */
const typedMembers = new Set([...answeredBySoapV2("catalogProductReturnEntity"), "stock_data"]);

function typedSelection(codes: readonly string[]): object {
  return {
    attributes: codes.filter((code) => typedMembers.has(code)),
    additional_attributes: codes.filter((code) => !typedMembers.has(code)),
  };
}

const unansweredParts: Readonly<Partial<Record<ProductDoc["type"], string>>> = {
  configurable: "the products to choose from",
  bundle: "their selections",
};

function isStoredValue({ attribute_code, backend, frontend_input }: AttributeDoc): boolean {
  if (frontend_input === "gallery" || frontend_input === "media_image") return false;
  return backend !== "static" && !computed.has(attribute_code);
}

function merged(values: ScopedValues, roles: ScopedValues): ScopedValues {
  const all: Record<string, Readonly<Record<string, AttributeValue>>> = { ...values };
  for (const [scope, row] of Object.entries(roles)) all[scope] = { ...row, ...all[scope] };
  return all;
}

function textsOf({ label, position, exclude }: DataObject): Required<ImageTexts> {
  return { label: textIn(label) ?? "", position: numberIn(position) ?? 0, exclude: flagIn(exclude) ?? false };
}

function differentTexts(known: ImageTexts, own: ImageTexts): ImageTexts | undefined {
  const members = Object.entries(own).filter(([name, value]) => known[name as keyof ImageTexts] !== value);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function rolesOf(rows: readonly DataObject[]): Record<string, AttributeValue> {
  const roles: Record<string, AttributeValue> = {};
  for (const { file, types } of rows)
    for (const type of textsIn(types ?? []))
      if (imageRoles.includes(type as never)) roles[type] = String(file);
  return roles;
}

/** The roles that differ in a view. A role without an image in the view is set to none. */
function differentRoles(
  known: Readonly<Record<string, AttributeValue>>,
  own: Readonly<Record<string, AttributeValue>>,
): Record<string, AttributeValue> | undefined {
  const different = imageRoles
    .filter((role) => known[role] !== own[role])
    .map((role) => [role, own[role] ?? noImage]);
  return different.length === 0
    ? undefined
    : (Object.fromEntries(different) as Record<string, AttributeValue>);
}

/** The roles with the names of the loaded files, without those of images that could not be loaded. */
function withLoaded(values: ScopedValues, loaded: ReadonlyMap<string, string>): ScopedValues {
  return Object.fromEntries(
    Object.entries(values).map(([scope, row]) => {
      const kept = { ...row };
      for (const role of imageRoles) {
        if ((row[role] ?? noImage) === noImage) continue;
        const file = loaded.get(String(row[role]));
        if (file === undefined) delete kept[role];
        else kept[role] = file;
      }
      return [scope, kept];
    }),
  );
}

function fileRow(product_id: number, file: string, bytes: Buffer, type: ImageMime): ImageFileDoc {
  const etag = createHash("sha256").update(bytes).digest("base64url");
  return { id: mediaKey(file), file, product_id, stored_as: file, type, size: bytes.length, etag };
}

/** Default stock data, for members that no operation returns. */
const defaultStock: Omit<StockItemDoc, "id" | "qty" | "is_in_stock"> = {
  ...{ manage_stock: 0, use_config_manage_stock: 1, min_qty: 0, use_config_min_qty: 1 },
  ...{ min_sale_qty: 1, use_config_min_sale_qty: 1, max_sale_qty: 0, use_config_max_sale_qty: 1 },
  ...{ is_qty_decimal: 0, is_decimal_divided: 0, backorders: 0, use_config_backorders: 1 },
  ...{ notify_stock_qty: null, use_config_notify_stock_qty: 1, enable_qty_increments: 0 },
  ...{ use_config_enable_qty_inc: 1, qty_increments: 0, use_config_qty_increments: 1 },
  ...{ low_stock_date: null, stock_status_changed_auto: 0 },
};

function stockItem(id: number, given: DataObject | undefined): StockItemDoc | undefined {
  if (!given) return undefined;
  const qty = numberIn(given.qty) ?? 0;
  const usual = { ...defaultStock, is_qty_decimal: Number.isInteger(qty) ? 0 : 1 };
  const members = Object.entries(usual).map(([name, otherwise]) => {
    const value = name === "low_stock_date" ? timeIn(given[name]) : numberIn(given[name]);
    return [name, value ?? otherwise];
  });
  const known = Object.fromEntries(members) as typeof usual;
  return { id, qty, is_in_stock: flagIn(given.is_in_stock) ? 1 : 0, ...known };
}
