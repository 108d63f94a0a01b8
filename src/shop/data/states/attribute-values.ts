/** Whether the values of products and categories are of attributes that there are, and of options that these offer. */
import type { CollectionName, Doc } from "../../../engine/storage/storage.js";
import type { StateProblem } from "../../../engine/states/problem.js";
import { choicesOf } from "../../catalog/attribute-values/option-sources.js";
import type {
  AttributeDoc,
  AttributeValue,
  CategoryDoc,
  EntityType,
  FixedSource,
  ProductDoc,
  ValueEditsDoc,
} from "../entities/catalog.js";
import type { At, PlaceOf, WholeCheck } from "./whole-check.js";

/** The values, as text, that an attribute may hold; "any" where no list says. */
type Choices = ReadonlySet<string> | "any";

/** The first row that holds a value. */
interface Holder {
  readonly at: At;
  readonly scope: string;
}

/** Values by attribute that have not been judged. */
type Held = Map<string, Map<AttributeValue, Holder>>;

const collectionOf = { product: "products", category: "categories" } as const;

/** What they offer follows from other rows: tax classes are references, and sorting may outlive what it names. */
const sourcesElsewhere: readonly (FixedSource | null)[] = ["tax_class", "sort_by"];

/** Of one attribute that has not come yet: more are no choice between options. Exports begin with attributes. */
const maxHeld = 10_000;

export class AttributeValues implements WholeCheck {
  private readonly choices = { product: new Map<string, Choices>(), category: new Map<string, Choices>() };
  /** Values that came before their attributes, and those that are wrong as far as is known. */
  private readonly held: Readonly<Record<EntityType, Held>> = { product: new Map(), category: new Map() };
  /** Attributes with changes that not all products have been written with yet: they may hold what was removed. */
  private readonly edited = new Set<string>();

  note(collection: CollectionName, doc: Doc, at: At, isSound: boolean): void {
    if (collection === "attributes") this.learn(doc as AttributeDoc, isSound);
    if (!isSound) return;
    if (collection === "products") this.judge("product", doc as ProductDoc, at);
    if (collection === "categories") this.judge("category", doc as CategoryDoc, at);
    if (doc.id === "value_edits")
      for (const { attribute_code } of (doc as ValueEditsDoc).edits) this.edited.add(attribute_code);
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const type of ["product", "category"] as const) {
      for (const [code, values] of this.held[type]) {
        if (this.edited.has(code)) continue;
        const choices = this.choices[type].get(code);
        for (const [value, { at, scope }] of values) {
          const message = problemOf(type, code, value, choices);
          if (message === undefined) continue;
          yield { place: `${placeOf(collectionOf[type], at)}.values.${scope}.${code}`, message };
          // Without the attribute all its values are wrong in the same way.
          if (!choices) break;
        }
      }
    }
  }

  private learn(attribute: AttributeDoc, isSound: boolean): void {
    const { entity_type: type, attribute_code: code, source } = attribute;
    if (type !== "product" && type !== "category") return;
    const isElsewhere = !isSound || sourcesElsewhere.includes(source);
    const own = isElsewhere ? undefined : choicesOf(attribute, { taxClasses: [], sortBy: [] });
    this.choices[type].set(code, own ?? "any");
  }

  private judge(type: EntityType, { values }: Pick<ProductDoc, "values">, at: At): void {
    for (const [scope, row] of Object.entries(values)) {
      for (const [code, value] of Object.entries(row)) {
        const choices = this.choices[type].get(code);
        if (choices && offers(choices, value)) continue;
        let held = this.held[type].get(code);
        if (!held) this.held[type].set(code, (held = new Map<AttributeValue, Holder>()));
        if (held.size < maxHeld && !held.has(value)) held.set(value, { at, scope });
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
  if (!choices) return `is of no attribute: there is no ${code} among the ${type} attributes`;
  if (choices === "any" || offers(choices, value)) return undefined;
  const offered = choices.size <= 10 ? `: ${[...choices].join(", ") || "none"}` : "";
  return `names ${JSON.stringify(value)}, which is not among the options of ${code}${offered}`;
}
