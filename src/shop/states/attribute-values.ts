/** Checks that the values of products and categories belong to existing attributes and options. */
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import type { StateProblem } from "../../engine/states/problem.js";
import { choicesOf } from "../catalog/attribute-values/option-sources.js";
import type {
  AttributeDoc,
  AttributeValue,
  CategoryDoc,
  EntityType,
  FixedSource,
  ProductDoc,
  ValueEditsDoc,
} from "../data/entities/catalog.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";

/** The allowed values of an attribute, as text; "any" without a list. */
type Choices = ReadonlySet<string> | "any";

/** The first row with a value. */
interface Holder {
  readonly at: RowIndex;
  readonly scope: string;
}

/** Unconfirmed values by attribute. */
type UnconfirmedValues = Map<string, Map<AttributeValue, Holder>>;

const collectionOf = { product: "products", category: "categories" } as const;

/** Sources that are not checked here: tax classes are references, and sort orders can name removed attributes. */
const uncheckedSources: readonly (FixedSource | null)[] = ["tax_class", "sort_by"];

/** Unconfirmed values per attribute; an attribute with more is not a choice. Exports begin with the attributes. */
const maxUnconfirmed = 10_000;

export class AttributeValues implements CrossRowCheck {
  private readonly choices = { product: new Map<string, Choices>(), category: new Map<string, Choices>() };
  /** Values that were read before their attributes, and invalid values. */
  private readonly unconfirmed: Readonly<Record<EntityType, UnconfirmedValues>> = {
    product: new Map(),
    category: new Map(),
  };
  /** Attributes with pending value edits: products can still contain removed options. */
  private readonly edited = new Set<string>();

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (collection === "attributes") this.addAttribute(doc as AttributeDoc, isValid);
    if (!isValid) return;
    if (collection === "products") this.checkValues("product", doc as ProductDoc, at);
    if (collection === "categories") this.checkValues("category", doc as CategoryDoc, at);
    if (doc.id === "value_edits")
      for (const { attribute_code } of (doc as ValueEditsDoc).edits) this.edited.add(attribute_code);
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const type of ["product", "category"] as const) {
      for (const [code, values] of this.unconfirmed[type]) {
        if (this.edited.has(code)) continue;
        const choices = this.choices[type].get(code);
        for (const [value, { at, scope }] of values) {
          const message = problemOf(type, code, value, choices);
          if (message === undefined) continue;
          yield { place: `${placeOf(collectionOf[type], at)}.values.${scope}.${code}`, message };
          // Without the attribute, all its values have the same problem.
          if (!choices) break;
        }
      }
    }
  }

  private addAttribute(attribute: AttributeDoc, isValid: boolean): void {
    const { entity_type: type, attribute_code: code, source } = attribute;
    if (type !== "product" && type !== "category") return;
    const isElsewhere = !isValid || uncheckedSources.includes(source);
    const own = isElsewhere ? undefined : choicesOf(attribute, { taxClasses: [], sortBy: [] });
    this.choices[type].set(code, own ?? "any");
  }

  private checkValues(type: EntityType, { values }: Pick<ProductDoc, "values">, at: RowIndex): void {
    for (const [scope, row] of Object.entries(values)) {
      for (const [code, value] of Object.entries(row)) {
        const choices = this.choices[type].get(code);
        if (choices && offers(choices, value)) continue;
        let held = this.unconfirmed[type].get(code);
        if (!held) this.unconfirmed[type].set(code, (held = new Map<AttributeValue, Holder>()));
        if (held.size < maxUnconfirmed && !held.has(value)) held.set(value, { at, scope });
      }
    }
  }
}

function offers(choices: Choices, value: AttributeValue): boolean {
  if (choices === "any" || value === null || value === "") return true;
  return String(value)
    .split(",")
    .every((one) => choices.has(one));
}

function problemOf(
  type: EntityType,
  code: string,
  value: AttributeValue,
  choices: Choices | undefined,
): string | undefined {
  if (!choices) return `does not belong to an attribute: there is no ${code} among the ${type} attributes`;
  if (choices === "any" || offers(choices, value)) return undefined;
  const offered = choices.size <= 10 ? `: ${[...choices].join(", ") || "none"}` : "";
  return `names ${JSON.stringify(value)}, which is not among the options of ${code}${offered}`;
}
