/** `catalog_product`: products with their values per website and store view. catalog 9. */
import type { AttributeSetDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { about, badParameter } from "../../../engine/contract/faults.js";
import type { Fault } from "../../../engine/contract/faults.js";
import { unknownNamesFault, type Handling } from "../../../engine/contract/members.js";
import type { Call, CallRaising, Namespace } from "../../namespace.js";
import { additionalAttributes } from "./additional-attributes.js";
import { isProductType, productTypes } from "../attribute-values/product-types.js";
import { attributeValue } from "../attribute-values/scoped-values.js";
import { asArgumentProblems, specialPriceData } from "../prices/special-price.js";
import { meantName } from "../../../engine/config/spelling.js";
import { isObject, toData, toId, toText } from "../../../engine/values/coercion.js";
import type { Scope } from "../../stores/directory.js";
import { attributeEntry } from "../attributes/attribute-info.js";
import type { AttributeModel } from "../attributes/attribute-model.js";
import { currentStore } from "../../stores/current-store.js";
import { attributeModel } from "../attributes/attributes.js";
import { readNewProduct, readUpdates, saveUpdates, type WriteContext } from "./product-changes.js";
import { productInfo, type ProductInfo, type WantedAttributes } from "./product-info.js";
import { productListing } from "./listed-products.js";
import { listRows } from "../../../engine/calls/listing.js";
import { categoryIdsOf } from "../records/assignments.js";
import {
  findNamedProduct,
  requireSpecialPriceProduct,
  requireProduct,
  specialPriceIdentifierType,
} from "../records/product-lookups.js";
import { withLegacyTierPrices } from "../prices/tier-prices.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { quote } from "../../../engine/values/messages.js";
import { append } from "../../../engine/values/lists.js";
import { shorten } from "../../../engine/values/text.js";
import { deleteProduct } from "./products.js";

/** Products of one `multiUpdate`. */
const maxProducts = 1000;

/** More names of attributes than a shop has. */
const maxNamed = 10_000;

export const product: Namespace<"catalog_product"> = {
  currentStore: currentStore("product"),

  async list(call) {
    const { args, check, tx, settings } = call;
    const scope = call.scope(args.store);
    const { filters = {} } = check("filters");

    const model = await attributeModel(tx);
    const place = { model, scope, priceScope: settings.priceScope };
    return listRows(call, await productListing(call, filters, place));
  },

  async info(call) {
    const { args, tx, settings } = call;
    const wanted = wantedAttributes(args.attributes);
    const scope = call.scope(args.store);
    const product = await requireProduct(call, args.productId, args.identifierType);

    const model = await attributeModel(tx);
    if (wanted && (call.isStrict || call.ignore)) {
      const unknown = unknownAttributes(args.attributes, model);
      if (unknown && call.isStrict) throw unknown;
      if (unknown) call.ignore?.(unknown.message);
    }
    const category_ids = await categoryIdsOf(tx, product.id);
    const stock = wanted?.has("stock_data") ? await tx.get("stock_items", product.id) : undefined;
    const info = productInfo(model, settings.priceScope, { product, category_ids, stock, scope }, wanted);
    return call.isLegacy ? withLegacyTierPrices(info, call.shop) : info;
  },

  async create(call) {
    const { args, check, tx, fault } = call;
    const { type } = args;
    const { sku } = check("sku");
    const missing = missingIdentity({ type, set: args.set, sku });
    if (missing.length > 0) throw fault("data_invalid", missing);
    const { productData: data } = check("productData");
    if (!isProductType(type)) throw fault("product_type_not_exists", unknownTypeText(type));
    const model = await attributeModel(tx);
    const set = requireProductSet(call, model, args.set);
    const scope = call.scope(args.store);

    const product = { type, set: set.id, sku, data };
    const { problems, save } = await readNewProduct(writeContext(call, model, scope), product);
    if (problems.length > 0) throw fault("data_invalid", problems);

    return save();
  },

  async update(call) {
    const { args, check, tx, fault } = call;
    const scope = call.scope(args.store);
    const product = await requireProduct(call, args.productId, args.identifierType);

    const { productData } = check("productData");
    const changes = writeContext(call, await attributeModel(tx), scope);
    const { problems, updates } = await readUpdates(changes, [product], productData);
    if (problems.length > 0) throw fault("data_invalid", problems);

    await saveUpdates(changes, updates);
    return true;
  },

  async multiUpdate(call) {
    const { args, check, tx, fault } = call;
    const identifiers = identifierList(call);
    const scope = call.scope(args.store);
    const sent = call.asSent("productData");
    if (call.isLegacy && Array.isArray(sent)) return updateEach(call, identifiers, sent, scope);
    const { productData } = check("productData");
    const products = await requireProducts(call, identifiers);

    const changes = writeContext(call, await attributeModel(tx), scope);
    const { problems, updates } = await readUpdates(changes, products, productData);
    if (problems.length > 0) throw fault("data_invalid", problems);

    await saveUpdates(changes, updates);
    return true;
  },

  async delete(call) {
    const { args } = call;
    const { id } = await requireProduct(call, args.productId, args.identifierType);

    await deleteProduct(call, id);
    return true;
  },

  async getSpecialPrice(call) {
    const { args, tx, settings } = call;
    const identifierType = specialPriceIdentifierType(call);
    const scope = call.scope(args.store);
    const product = await requireSpecialPriceProduct(call, identifierType);

    const applicable = (await attributeModel(tx)).applicable(product.set, product.type);
    const read = (code: string) => {
      const attribute = applicable.find(({ attribute_code }) => attribute_code === code);
      return attributeValue(product.values, attribute, scope, settings.priceScope);
    };
    return {
      special_price: read("special_price") as number | null,
      special_from_date: read("special_from_date") as string | null,
      special_to_date: read("special_to_date") as string | null,
    };
  },

  async setSpecialPrice(call) {
    const { args, tx, fault } = call;
    const identifierType = specialPriceIdentifierType(call);
    const scope = call.scope(args.store);
    const product = await requireSpecialPriceProduct(call, identifierType);

    const changes = writeContext(call, await attributeModel(tx), scope);
    const { problems, updates } = await readUpdates(changes, [product], specialPriceData(args));
    if (problems.length > 0) throw fault("data_invalid", asArgumentProblems(problems));

    await saveUpdates(changes, updates);
    return true;
  },

  async listOfAdditionalAttributes(call) {
    const { args, tx, fault } = call;
    const { productType: type } = args;
    if (!isProductType(type)) throw fault("product_type_not_exists", unknownTypeText(type));
    const model = await attributeModel(tx);
    const set = requireProductSet(call, model, args.attributeSetId);

    return additionalAttributes(model.applicable(set.id, type)).map(attributeEntry);
  },
};

/** The attributes that the caller of `info` wants, as codes or IDs; undefined = all. A single one counts as a list. */
function wantedAttributes(given: unknown): WantedAttributes {
  if (given === undefined) return undefined;
  if (!Array.isArray(given) && toText(given) === undefined) {
    const isTyped = isObject(given) && ("attributes" in given || "additional_attributes" in given);
    const form = isTyped ? " (attributes and additional_attributes are the form of SOAP v2)" : "";
    throw badParameter("attributes", `must be a list of attribute codes${form}`);
  }
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > maxNamed) throw badParameter("attributes", `must have at most ${maxNamed} codes`);
  return new Set(list.map(toText).filter((code) => code !== undefined));
}

/** Members of the result that are not attributes of any set. */
const resultMembers: readonly string[] = [
  ...(["product_id", "sku", "set", "type", "categories", "websites"] as const),
  ...(["type_id", "category_ids", "website_ids", "stock_data"] as const),
] satisfies readonly (keyof ProductInfo)[];

function unknownAttributes(given: unknown, model: AttributeModel): Fault | undefined {
  const isKnown = (name: string) =>
    resultMembers.includes(name) || !!model.productByCode(name) || !!model.productById(toId(name));
  const codes = () => [
    ...model.productAttributes.map(({ attribute_code }) => attribute_code),
    ...resultMembers,
  ];
  return unknownNamesFault("attributes", Array.isArray(given) ? given : [given], isKnown, codes);
}

/** The problems of an empty type, set or SKU. */
function missingIdentity({ type, set, sku }: Record<"type" | "set", unknown> & { sku: string }): Problem[] {
  const isMissing = {
    type: type === "",
    set: toText(set)?.trim() === "" || toText(set) === "0",
    sku: sku.trim() === "",
  };
  return Object.entries(isMissing)
    .filter(([, missing]) => missing)
    .map(([field]) => ({ field, message: "must not be empty or 0" }));
}

function unknownTypeText(type: unknown): string {
  const known = productTypes.map((row) => row.type);
  return `There is no such product type${meantName(toText(type) ?? "", known)}.`;
}

/** The product attribute set with this ID. */
function requireProductSet(
  {
    fault,
  }: Pick<CallRaising<"product_attribute_set_not_exists" | "product_attribute_set_not_valid">, "fault">,
  model: AttributeModel,
  given: unknown,
): AttributeSetDoc {
  const set = model.anySet(toId(given));
  if (!set) {
    const known = model.productSets().map(({ id, name }) => `${id} (${name})`);
    const text = `There is no such attribute set${meantName(toText(given) ?? "", known)}.`;
    throw fault("product_attribute_set_not_exists", text);
  }
  if (set.entity_type === "product") return set;
  throw fault("product_attribute_set_not_valid");
}

function writeContext(
  {
    tx,
    shop,
    settings,
    now,
    isStrict,
    ignore,
  }: Pick<Call<"catalog_product.update">, "tx" | "shop" | "settings" | "now" | keyof Handling>,
  model: AttributeModel,
  scope: Scope,
): WriteContext {
  return { tx, shop, settings, now, model, scope, isStrict, ignore };
}

function identifierList({ args, fault }: Call<"catalog_product.multiUpdate">): readonly unknown[] {
  const given = args.productIds;
  const field = "productIds";
  if (isObject(given)) throw fault("data_invalid", [{ field, message: "must be a list of products" }]);
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length <= maxProducts) return list;
  throw fault("data_invalid", [{ field, message: `must have at most ${maxProducts} products` }]);
}

/** Longer than any SKU. */
const maxIdentifier = 255;

/** An identifier as sent; shortened if it is very long, quoted if it is neither text nor an integer. */
function describeIdentifier(identifier: unknown): string | number {
  if (typeof identifier === "string") return shorten(identifier, maxIdentifier);
  return Number.isInteger(identifier) ? (identifier as number) : quote(identifier);
}

/** The named products without duplicates. Throws `product_not_exists` with all unknown identifiers. */
async function requireProducts(
  { args, tx, fault, isLegacy }: Call<"catalog_product.multiUpdate">,
  identifiers: readonly unknown[],
): Promise<ProductDoc[]> {
  const found = new Map<number, ProductDoc>();
  const unknown: unknown[] = [];
  for (const identifier of identifiers) {
    const product = await findNamedProduct({ tx, isLegacy }, identifier, args.identifierType);
    if (product) found.set(product.id, product);
    else unknown.push(identifier);
  }
  if (unknown.length === 0) return [...found.values()];
  const message = `Products were not found: ${unknown.slice(0, 10).map(quote).join(", ")}.`;
  const { data } = about("productIds");
  throw fault("product_not_exists", {
    message,
    data: { ...data, products: unknown.map(describeIdentifier) },
  });
}

/** At the XML doors, clients can send different data for each product (doors 0.1). */
async function updateEach(
  call: Call<"catalog_product.multiUpdate">,
  identifiers: readonly unknown[],
  data: readonly unknown[],
  scope: Scope,
): Promise<true> {
  const { args, tx, fault } = call;
  if (data.length !== identifiers.length) {
    throw fault("data_invalid", [{ field: "productData", message: "must have one entry for each product" }]);
  }
  await requireProducts(call, identifiers);

  const changes = writeContext(call, await attributeModel(tx), scope);
  const problems: Problem[] = [];
  await forEachInSlices(identifiers.entries(), async ([index, identifier]) => {
    const field = `productData[${index}]`;
    const members = toData(data[index]);
    const product = await findNamedProduct(call, identifier, args.identifierType);
    const read = members && product && (await readUpdates(changes, [product], members));
    if (!read) problems.push({ field, message: "must be an object" });
    else
      append(
        problems,
        read.problems.map((one) => ({ ...one, field: `${field}.${one.field}` })),
      );
    if (read && problems.length === 0) await saveUpdates(changes, read.updates);
  });
  if (problems.length > 0) throw fault("data_invalid", problems);
  return true;
}
