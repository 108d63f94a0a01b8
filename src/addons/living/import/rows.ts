/**
 * Converts results of the imported shop to rows: members get the types of the row, and unknown members are dropped. The
 * types come from the schema of dataset files, so that new fields of rows need no code here.
 */
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import { packagedText } from "../../../engine/contract/published-contracts.js";
import type { CollectionName, DocOf } from "../../../engine/storage/storage.js";
import { rowsIn, flagIn, numberIn, textIn, timeIn } from "./source.js";

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

type Shape = (value: unknown, member: string) => unknown;

export class RowShapes {
  private readonly root: {
    readonly definitions: Readonly<Record<string, Schema>>;
    readonly properties: Schema;
  };
  private readonly shapes = new Map<string, Shape>();

  constructor() {
    this.root = JSON.parse(packagedText("generated/dataset.schema.json")()) as typeof this.root;
  }

  /** Converts a result to a row of a collection, by member names. Does not check the laws of rows. */
  row<C extends CollectionName>(collection: C, given: DataObject): DocOf<C> {
    let shape = this.shapes.get(collection);
    if (!shape) this.shapes.set(collection, (shape = this.compile(this.schemaOf(collection))));
    return shape(given, collection) as DocOf<C>;
  }

  /** The names of the members of a row, or of an object or the rows in one of its members. */
  members(collection: CollectionName, part?: string): readonly string[] {
    const row = this.resolved(this.schemaOf(collection));
    const inner = part === undefined ? row : this.resolved(row.properties?.[part] ?? {});
    const { properties } = inner.items ? this.resolved(inner.items) : inner;
    return Object.keys(properties ?? {});
  }

  private schemaOf(collection: CollectionName): Schema {
    const { collections } = this.root.properties as Readonly<Record<string, Schema>>;
    return collections?.properties?.[collection]?.items as Schema;
  }

  private resolved(schema: Schema): Schema {
    const { $ref, allOf } = schema;
    if ($ref !== undefined)
      return this.resolved(this.root.definitions[$ref.split("/").pop() as string] as Schema);
    // The other parts only restrict the first one.
    return allOf ? this.resolved(allOf[0] as Schema) : schema;
  }

  private compile(given: Schema): Shape {
    const schema = this.resolved(given);
    const { anyOf, type, properties, items } = schema;
    if (anyOf) return this.choice(anyOf);
    if ("const" in schema) return (value) => (value === undefined ? undefined : schema.const);
    if (schema.enum) return choiceOf(schema.enum);
    if (type === "object")
      return properties ? this.object(schema) : (value) => (isObject(value) ? value : {});
    if (type === "array") {
      const shape = this.compile(items as Schema);
      return (value, member) => listIn(value).map((one) => shape(one, member));
    }
    return scalarOf(new Set([type ?? []].flat()));
  }

  private choice(choices: readonly Schema[]): Shape {
    const shapes = choices.filter(({ type }) => type !== "null").map((one) => this.compile(one));
    const shape = shapes[0] as Shape;
    return (value, member) => (isObject(value) ? shape(value, member) : null);
  }

  private object({ properties = {}, required = [] }: Schema): Shape {
    const members = Object.entries(properties).map(([name, one]) => {
      const isOptional = !required.includes(name);
      return { name, isOptional, shape: this.compile(one) };
    });
    return (value) => {
      const given = isObject(value) ? value : {};
      const row: Record<string, unknown> = {};
      for (const { name, isOptional, shape } of members) {
        const one = Object.hasOwn(given, name) ? given[name] : undefined;
        if (isOptional && (one === undefined || one === null)) continue;
        row[name] = shape(one, name);
      }
      return row;
    };
  }
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : rowsIn(value);
}

/** One of several values: the given one, else null, else the first. */
function choiceOf(values: readonly unknown[]): Shape {
  const byText = new Map(values.filter((one) => one !== null).map((one) => [textIn(one) ?? "", one]));
  const otherwise = values.includes(null) ? null : values[0];
  return (value) => {
    const number = numberIn(value);
    return byText.get(textIn(value) ?? "") ?? byText.get(String(number)) ?? otherwise;
  };
}

const days: ReadonlySet<string> = new Set(["dob", "customer_dob"]);

function scalarOf(types: ReadonlySet<string>): Shape {
  const none = types.has("null") ? null : undefined;
  if (types.has("boolean")) return (value) => flagIn(value) ?? none ?? false;
  if (types.has("number") || types.has("integer")) {
    return (value) => {
      const number = numberIn(value);
      return number ?? (none === undefined ? 0 : none);
    };
  }
  return (value, member) => {
    const text = textIn(value);
    if (text === undefined) return none === undefined ? "" : none;
    if (days.has(member)) return timeIn(text)?.slice(0, 10) ?? (none === undefined ? text : none);
    return member.endsWith("_at") ? (timeIn(text) ?? text) : text;
  };
}
