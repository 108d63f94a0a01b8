/** Test control for the composition of a configurable product or a bundle (catalog 6.2). */
import type { components } from "../../../../generated/rest.js";
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { BundleOption, CompositionDoc } from "../../data/entities/compositions.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { round4 } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import type { Problem } from "../../../engine/values/problem.js";
import { childTypeProblem } from "../attribute-values/product-types.js";
import { attributeModel } from "../attributes/attributes.js";
import { productsWith } from "../records/product-lookups.js";
import { optionsOfChild } from "./child-options.js";
import { childrenProblems, configuringProblem, pricedAttributes, type NamedChild } from "./configurable.js";

type Schemas = components["schemas"];
export type CompositionRequest = Schemas["CompositionRequest"];
export type ProductComposition = Schemas["ProductComposition"];

interface Refusal {
  readonly problems: readonly Problem[];
}

/** Undefined if there is no such product. */
export async function readComposition(
  tx: ReadTx,
  productId: number,
): Promise<ProductComposition | Refusal | undefined> {
  const product = await tx.get("products", productId);
  if (!product) return undefined;
  const wrong = typeProblem(product);
  if (wrong) return { problems: [wrong] };

  return compositionInfo(
    tx,
    product,
    (await tx.get("compositions", productId)) ?? emptyComposition(productId),
  );
}

/** Replaces the composition, or returns the problems of the request; undefined if there is no such product. */
export async function composeProduct(
  tx: Tx,
  productId: number,
  wanted: CompositionRequest,
): Promise<ProductComposition | Refusal | undefined> {
  const product = await tx.get("products", productId);
  if (!product) return undefined;
  const wrong = typeProblem(product);
  if (wrong) return { problems: [wrong] };
  const unfit = listProblems(product, wanted);
  if (unfit.length > 0) return { problems: unfit };

  const problems: Problem[] = [];
  const composition =
    product.type === "bundle"
      ? await readBundle(tx, product, wanted, problems)
      : await readConfigurable(tx, product, wanted, problems);
  if (problems.length > 0) return { problems };

  await tx.put("compositions", composition);
  return compositionInfo(tx, product, composition);
}

const emptyComposition = (id: number): CompositionDoc => ({ id, attributes: [], children: [], options: [] });

function typeProblem({ type }: ProductDoc): Problem | undefined {
  if (type === "configurable" || type === "bundle") return undefined;
  const grouped = "; a grouped product consists of its links of type grouped";
  const message = `must be the ID of a configurable product or a bundle: this one is ${type}`;
  return { field: "id", message: message + (type === "grouped" ? grouped : "") };
}

/** Configurable products and bundles have different lists. */
function listProblems({ type }: ProductDoc, wanted: CompositionRequest): Problem[] {
  const own: readonly string[] = type === "bundle" ? ["options"] : ["attributes", "children"];
  const missing = own
    .filter((name) => !Object.hasOwn(wanted, name))
    .map((field) => ({ field, message: `is required: the product is a ${type} product` }));
  const foreign = Object.keys(wanted)
    .filter((name) => !own.includes(name))
    .map((field) => ({ field, message: `must be omitted: the product is a ${type} product` }));
  return [...missing, ...foreign];
}

async function readConfigurable(
  tx: ReadTx,
  product: ProductDoc,
  { attributes: codes = [], children: named = [] }: CompositionRequest,
  problems: Problem[],
): Promise<CompositionDoc> {
  const attributes = await readAttributes(tx, codes, problems);
  const found = await findParts(tx, product, named, "children", problems);
  const children = found.map(({ place, product: child, asked }): NamedChild => {
    return { place, product: child, pricing: asked.pricing };
  });
  const priced = pricedAttributes(attributes, children);
  append(problems, childrenProblems(attributes, children));
  append(problems, priced.problems);
  const ids = children.map((child) => child.product.id);
  return { ...emptyComposition(product.id), attributes: priced.attributes, children: ids };
}

async function readAttributes(
  tx: ReadTx,
  codes: readonly string[],
  problems: Problem[],
): Promise<AttributeDoc[]> {
  const model = await attributeModel(tx);
  const attributes: AttributeDoc[] = [];
  for (const [index, code] of codes.entries()) {
    const attribute = model.productByCode(code);
    const message = codes.indexOf(code) < index ? "is given twice" : configuringProblem(attribute);
    if (message !== undefined) problems.push({ field: `attributes[${index}]`, message });
    else if (attribute) attributes.push(attribute);
  }
  return attributes;
}

async function readBundle(
  tx: Tx,
  product: ProductDoc,
  { options: asked = [] }: CompositionRequest,
  problems: Problem[],
): Promise<CompositionDoc> {
  const options: BundleOption[] = [];
  for (const [index, { title, type = "select", required = true, selections }] of asked.entries()) {
    const place = `options[${index}]`;
    const option_id = await tx.next("bundle_option");
    const found = await findParts(tx, product, selections, `${place}.selections`, problems);
    const rows: BundleOption["selections"][number][] = [];
    for (const { place: at, product: part, asked: selection } of found) {
      const { qty = 1, can_change_qty = false } = selection;
      const message = await partQtyProblem(tx, part, qty);
      if (message !== undefined) problems.push({ field: `${at}.qty`, message });
      const selection_id = await tx.next("bundle_selection");
      rows.push({ selection_id, product_id: part.id, qty: round4(qty), can_change_qty });
    }
    options.push({ option_id, title, type, required, selections: rows });
  }
  return { ...emptyComposition(product.id), options };
}

/** Why a bundle cannot contain this quantity; undefined if it can. */
async function partQtyProblem(tx: ReadTx, { id }: ProductDoc, qty: number): Promise<string | undefined> {
  const rounded = round4(qty);
  if (rounded <= 0) return "must be more than 0";
  if (Number.isInteger(rounded)) return undefined;
  const stock = await tx.get("stock_items", id);
  return stock?.is_qty_decimal === 1 ? undefined : "must be whole: the product is sold by the piece";
}

interface Part<Asked> {
  readonly place: string;
  readonly product: ProductDoc;
  readonly asked: Asked;
}

/** The products of a list that can be parts of the product; adds a problem for each of the others. */
async function findParts<Asked extends { readonly sku: string }>(
  tx: ReadTx,
  parent: ProductDoc,
  list: readonly Asked[],
  name: string,
  problems: Problem[],
): Promise<Part<Asked>[]> {
  const parts = new Map<number, Part<Asked>>();
  for (const [index, asked] of list.entries()) {
    const place = `${name}[${index}]`;
    const product = await tx.by("products", "sku", [asked.sku.trim()]);
    const message = !product
      ? "must be the SKU of a product"
      : parts.has(product.id)
        ? "is given twice"
        : childTypeProblem(parent.type, product.type);
    if (message !== undefined) problems.push({ field: `${place}.sku`, message });
    else if (product) parts.set(product.id, { place, product, asked });
  }
  return [...parts.values()];
}

async function compositionInfo(
  tx: ReadTx,
  { id, type }: ProductDoc,
  { attributes, children, options }: CompositionDoc,
): Promise<ProductComposition> {
  const model = await attributeModel(tx);
  const docs = attributes.flatMap(({ attribute_id }) => model.productById(attribute_id) ?? []);
  return {
    product_id: id,
    type: type === "bundle" ? "bundle" : "configurable",
    attributes: attributes.map(({ attribute_id, prices }) => {
      const { attribute_code = "", options: own = [] } = model.productById(attribute_id) ?? {};
      const labelled = prices.flatMap((price) => {
        const option = own.find(({ option_id }) => option_id === price.option_id);
        return option ? [{ ...price, label: option.labels["0"] ?? "" }] : [];
      });
      return { attribute_id, code: attribute_code, prices: labelled };
    }),
    children: (await productsWith(tx, children)).map((child) => ({
      product_id: child.id,
      sku: child.sku,
      super_attribute: Object.fromEntries(optionsOfChild(child, docs)),
    })),
    options: await Promise.all(
      options.map(async (option) => ({ ...option, selections: await shownSelections(tx, option) })),
    ),
  };
}

async function shownSelections(tx: ReadTx, { selections }: BundleOption) {
  const products = await productsWith(
    tx,
    selections.map(({ product_id }) => product_id),
  );
  const skus = new Map(products.map(({ id, sku }) => [id, sku]));
  return selections.map((selection) => ({ ...selection, sku: skus.get(selection.product_id) ?? "" }));
}
