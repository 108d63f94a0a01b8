/** All attributes and sets in memory, indexed for the lookups of catalog operations. */
import type {
  AttributeDoc,
  AttributeGroup,
  AttributeSetDoc,
  ProductType,
} from "../../data/entities/catalog.js";
import type { ShopDirectory } from "../../stores/directory.js";
import type { OptionEntry, SourceContext } from "../attribute-values/option-sources.js";

/** The ID of the set with the category attributes (catalog 2.1). */
export const categorySetId = 3;

const byLabel = new Intl.Collator("en");

/** Attributes and attribute sets of one revision. Uses maps, because a shop can have thousands of them. */
export class AttributeModel {
  readonly productAttributes: readonly AttributeDoc[];
  /** In group and sort order of set 3. */
  readonly categoryAttributes: readonly AttributeDoc[];
  /** The sort orders of categories: position, name, price and attributes with `used_for_sort_by` (catalog 2.4). */
  readonly sortBy: readonly OptionEntry[];

  private readonly attributes: ReadonlyMap<number, AttributeDoc>;
  private readonly productCodes: ReadonlyMap<string, AttributeDoc>;
  private readonly categoryCodes: ReadonlyMap<string, AttributeDoc>;
  private readonly sets: ReadonlyMap<number, AttributeSetDoc>;
  private readonly membersOfSet = new Map<number, readonly AttributeDoc[]>();
  private readonly applicableTo = new Map<string, readonly AttributeDoc[]>();

  constructor(attributes: readonly AttributeDoc[], sets: readonly AttributeSetDoc[]) {
    this.attributes = new Map(attributes.map((attribute) => [attribute.id, attribute]));
    this.sets = new Map(sets.map((set) => [set.id, set]));
    this.productAttributes = attributes.filter(({ entity_type }) => entity_type === "product");
    this.productCodes = byCode(this.productAttributes);
    this.categoryCodes = byCode(attributes.filter(({ entity_type }) => entity_type === "category"));
    this.categoryAttributes = this.members(categorySetId);
    this.sortBy = sortBy(this.productAttributes);
  }

  productSets(): readonly AttributeSetDoc[] {
    return [...this.sets.values()].filter(({ entity_type }) => entity_type === "product");
  }

  productByCode(code: string): AttributeDoc | undefined {
    return this.productCodes.get(code);
  }

  productById(id: number): AttributeDoc | undefined {
    return ofType("product", this.attributes.get(id));
  }

  categoryByCode(code: string): AttributeDoc | undefined {
    return this.categoryCodes.get(code);
  }

  categoryById(id: number): AttributeDoc | undefined {
    return ofType("category", this.attributes.get(id));
  }

  /** A product or category attribute. */
  byId(id: number): AttributeDoc | undefined {
    return this.attributes.get(id);
  }

  /** A set of product attributes; other sets count as unknown (catalog 5). */
  set(setId: number): AttributeSetDoc | undefined {
    const set = this.sets.get(setId);
    return set?.entity_type === "product" ? set : undefined;
  }

  anySet(setId: number): AttributeSetDoc | undefined {
    return this.sets.get(setId);
  }

  /** All members of any set, in set order (catalog 1.3); empty for an unknown set. */
  members(setId: number): readonly AttributeDoc[] {
    const set = this.sets.get(setId);
    if (!set) return [];
    return getOrMake(this.membersOfSet, setId, () =>
      inSetOrder(set.groups).flatMap((id) => this.attributes.get(id) ?? []),
    );
  }

  /** The attributes that a product of this set and type has, in set order. */
  applicable(setId: number, type: ProductType): readonly AttributeDoc[] {
    if (!this.sets.has(setId)) return [];
    return getOrMake(this.applicableTo, `${setId} ${type}`, () =>
      this.members(setId).filter(({ apply_to }) => apply_to.length === 0 || apply_to.includes(type)),
    );
  }
}

function byCode(attributes: readonly AttributeDoc[]): ReadonlyMap<string, AttributeDoc> {
  return new Map(attributes.map((attribute) => [attribute.attribute_code, attribute]));
}

function ofType(type: AttributeDoc["entity_type"], attribute: AttributeDoc | undefined) {
  return attribute?.entity_type === type ? attribute : undefined;
}

/** Attribute IDs, by sort order of the group, then by sort order of the member, then by ID. */
function inSetOrder(groups: readonly AttributeGroup[]): number[] {
  return [...groups]
    .sort((a, b) => a.sort_order - b.sort_order || a.group_id - b.group_id)
    .flatMap(({ members }) =>
      [...members].sort((a, b) => a.sort_order - b.sort_order || a.attribute_id - b.attribute_id),
    )
    .map(({ attribute_id }) => attribute_id);
}

/** Name and price are always sort orders, even without `used_for_sort_by`. */
function sortBy(productAttributes: readonly AttributeDoc[]): OptionEntry[] {
  const entryOf = ({ attribute_code, frontend_label }: AttributeDoc): OptionEntry => {
    const label = frontend_label.find(({ store_id }) => store_id === 0)?.label;
    return { value: attribute_code, label: label || attribute_code };
  };
  const usual = new Map([
    ["position", "Best Value"],
    ["name", "Name"],
    ["price", "Price"],
  ]);
  const marked = productAttributes.filter(
    ({ attribute_code, additional_fields }) =>
      additional_fields.used_for_sort_by === 1 && !usual.has(attribute_code),
  );
  return [
    ...Array.from(usual, ([value, label]) => ({ value, label })),
    ...marked.map(entryOf).sort((a, b) => byLabel.compare(a.label, b.label)),
  ];
}

function getOrMake<Name, Value>(known: Map<Name, Value>, key: Name, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** The data besides the attribute that its options depend on. */
export function sourceContext(model: AttributeModel, shop: ShopDirectory): SourceContext {
  return { taxClasses: shop.doc.tax_classes, sortBy: model.sortBy };
}
