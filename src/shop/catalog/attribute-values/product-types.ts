/** The kinds of products and what follows from the kind (catalog 6.1). */
import type { ProductType } from "../../data/entities/catalog.js";

export interface ProductTypeRow {
  readonly type: ProductType;
  readonly label: string;
  /** Has a quantity of its own; the quantity of other types is always 0. */
  readonly isQuantityManaged: boolean;
  /** Has tier prices of its own. */
  readonly hasTierPrices: boolean;
}

/** In the order in which `catalog_product_type.items` lists them. */
export const productTypes: readonly ProductTypeRow[] = [
  { type: "simple", label: "Simple Product", isQuantityManaged: true, hasTierPrices: true },
  { type: "grouped", label: "Grouped Product", isQuantityManaged: false, hasTierPrices: false },
  { type: "configurable", label: "Configurable Product", isQuantityManaged: false, hasTierPrices: true },
  { type: "virtual", label: "Virtual Product", isQuantityManaged: true, hasTierPrices: true },
  { type: "bundle", label: "Bundle Product", isQuantityManaged: false, hasTierPrices: true },
  { type: "downloadable", label: "Downloadable Product", isQuantityManaged: true, hasTierPrices: true },
];

const rowByType = new Map<unknown, ProductTypeRow>(productTypes.map((row) => [row.type, row]));

/** Codes are lower case and compared exactly. */
export function isProductType(value: unknown): value is ProductType {
  return rowByType.has(value);
}

export function isQuantityManaged(type: ProductType): boolean {
  return rowByType.get(type)?.isQuantityManaged ?? false;
}

export function hasTierPrices(type: ProductType): boolean {
  return rowByType.get(type)?.hasTierPrices ?? false;
}

const childTypes: { readonly [T in ProductType]?: readonly ProductType[] } = {
  configurable: ["simple", "virtual"],
  bundle: ["simple", "virtual", "downloadable"],
  grouped: ["simple", "virtual", "downloadable"],
};

export function isComposite(type: ProductType): boolean {
  return childTypes[type] !== undefined;
}

/** Why a product of this type cannot be a child of one of the other; undefined when it can. */
export function childTypeProblem(parent: ProductType, child: ProductType): string | undefined {
  const allowed = childTypes[parent] ?? [];
  return allowed.includes(child) ? undefined : `must be one of these types: ${allowed.join(", ")}`;
}
