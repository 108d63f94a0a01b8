/** The facts of a product that choosing lines depends on, and their lookups. */
import type { PricePlace } from "../../catalog/options/scoped-members.js";
import { attributeModel } from "../../catalog/attributes/attributes.js";
import type { AttributeModel } from "../../catalog/attributes/attribute-model.js";
import { childTypeProblem, isComposite } from "../../catalog/attribute-values/product-types.js";
import { attributeValue } from "../../catalog/attribute-values/scoped-values.js";
import { linkedProducts } from "../../catalog/links/links.js";
import type { ConfiguringAttribute } from "../../catalog/compositions/child-price.js";
import { configuringAttributes } from "../../catalog/compositions/configuring-attributes.js";
import { productsWith } from "../../catalog/records/product-lookups.js";
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { BundleOption, BundleSelection, CompositionDoc } from "../../data/entities/compositions.js";
import type { ReadTx } from "../../../engine/storage/storage.js";

/** Names and labels in the store view of the cart. */
interface ShownNames {
  readonly productName: (product: ProductDoc) => string;
  readonly attributeLabel: (attribute: AttributeDoc) => string;
  readonly optionLabel: (attribute: AttributeDoc, optionId: number | undefined) => string;
}

export interface BundleOptionFacts {
  readonly option: BundleOption;
  readonly selections: readonly {
    readonly selection: BundleSelection;
    readonly product: ProductDoc;
    readonly isDecimal: boolean;
  }[];
}

/** Lists that do not apply to the type of the product are empty. */
export interface ProductFacts {
  readonly product: ProductDoc;
  /** The store of the cart. */
  readonly place: PricePlace;
  readonly shown: ShownNames;
  /** Whether the links of a downloadable product are sold separately. */
  readonly areLinksSeparate: boolean;
  /** The configuring attributes of a configurable product. */
  readonly attributes: readonly ConfiguringAttribute[];
  readonly children: readonly ProductDoc[];
  /** The options of a bundle. */
  readonly options: readonly BundleOptionFacts[];
  /** The members of a grouped product that can be sold. */
  readonly members: readonly { readonly facts: ProductFacts; readonly isDecimal: boolean }[];
}

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
