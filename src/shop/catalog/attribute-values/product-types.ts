/** The product types and their properties (catalog 6.1). */
import type { ProductType } from "../../data/entities/catalog.js";

interface ProductTypeRow {
  readonly type: ProductType;
  readonly label: string;
  /** Whether the stock item has a quantity; it is always 0 for the other types. */
  readonly isQuantityManaged: boolean;
  /** Whether products of the type can have tier prices. */
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

/** Case-sensitive: the codes are lower case. */
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

/** Why a product of type `child` cannot be part of one of type `parent`; undefined if it can. */
export function childTypeProblem(parent: ProductType, child: ProductType): string | undefined {
  const allowed = childTypes[parent] ?? [];
  return allowed.includes(child) ? undefined : `must be one of these types: ${allowed.join(", ")}`;
}
