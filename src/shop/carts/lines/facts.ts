/** Looks up the facts of a product that choosing lines depends on. */
import type { PricePlace } from "../../catalog/options/scoped-members.js";
import { attributeModel } from "../../catalog/attributes/attributes.js";
import type { AttributeModel } from "../../catalog/attributes/attribute-model.js";
import { childTypeProblem, isComposite } from "../../catalog/attribute-values/product-types.js";
import { attributeValue } from "../../catalog/attribute-values/scoped-values.js";
import { linkedProducts } from "../../catalog/links/links.js";
import { configuringAttributes } from "../../catalog/compositions/configuring-attributes.js";
import { productsWith } from "../../catalog/records/product-lookups.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import type { CompositionDoc } from "../../data/entities/compositions.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import type { BundleOptionFacts, ProductFacts, ShownNames } from "./product-facts.js";

/** The transaction and the store for the lookups. */
export interface FactsContext extends PricePlace {
  readonly tx: ReadTx;
}

export async function productFacts(context: FactsContext, product: ProductDoc): Promise<ProductFacts> {
  const { tx, scope, priceScope } = context;
  const model = await attributeModel(tx);
  const separate = model.productByCode("links_purchased_separately");
  const plain: ProductFacts = {
    product,
    place: { scope, priceScope },
    shown: shownNames(model, context),
    areLinksSeparate: attributeValue(product.values, separate, scope, priceScope) === 1,
    attributes: [],
    children: [],
    options: [],
    members: [],
  };
  if (!isComposite(product.type)) return plain;
  if (product.type === "grouped") return { ...plain, members: await membersOf(context, product) };
  const composition = await tx.get("compositions", product.id);
  if (!composition) return plain;
  return {
    ...plain,
    attributes: await configuringAttributes(tx, product.id),
    children: await productsWith(tx, composition.children),
    options: await optionsOf(tx, composition),
  };
}

function shownNames(model: AttributeModel, { scope, priceScope }: FactsContext): ShownNames {
  const name = model.productByCode("name");
  const { store_id } = scope;
  return {
    productName: ({ values, sku }) => String(attributeValue(values, name, scope, priceScope) ?? sku),
    attributeLabel: ({ frontend_label, attribute_code }) => {
      const own = frontend_label.find((row) => row.store_id === store_id) ?? frontend_label[0];
      return own?.label ?? attribute_code;
    },
    optionLabel: ({ options }, optionId) => {
      const labels = options.find(({ option_id }) => option_id === optionId)?.labels;
      return labels?.[store_id] ?? labels?.["0"] ?? "";
    },
  };
}

async function membersOf(context: FactsContext, group: ProductDoc): Promise<ProductFacts["members"]> {
  const members = [];
  for (const { product } of await linkedProducts(context.tx, group.id, "grouped")) {
    if (childTypeProblem(group.type, product.type) !== undefined) continue;
    members.push({
      facts: await productFacts(context, product),
      isDecimal: await isDecimal(context.tx, product),
    });
  }
  return members;
}

async function optionsOf(tx: ReadTx, { options }: CompositionDoc): Promise<BundleOptionFacts[]> {
  const found: BundleOptionFacts[] = [];
  for (const option of options) {
    const selections: BundleOptionFacts["selections"][number][] = [];
    for (const selection of option.selections) {
      const product = await tx.get("products", selection.product_id);
      if (product) selections.push({ selection, product, isDecimal: await isDecimal(tx, product) });
    }
    found.push({ option, selections });
  }
  return found;
}

async function isDecimal(tx: ReadTx, { id }: ProductDoc): Promise<boolean> {
  return (await tx.get("stock_items", id))?.is_qty_decimal === 1;
}
