/** Values that match JSON schemas, and some that almost do. */
import fc, { type Arbitrary } from "fast-check";

export interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly nullable?: boolean;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

/**
 * Values that refer to records of the sample shop, so that calls are not only refused because of unknown
 * records.
 */
const knownTexts = [
  ...[
    "mug-01",
    "mug-02",
    "100000001",
    "100000002",
    "100000010",
    "default",
    "german",
    "base",
    "all",
    "name",
    "color",
  ],
  ...[
    "price",
    "sku",
    "custom",
    "pending",
    "holded",
    "/m/u/mug.gif",
    "anna.becker@example.com",
    "DE",
    "",
    "0",
    "1",
  ],
];

/** Values of a wrong type, in another notation, or without any meaning. */
export const almost: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, "", [], {}, true, "1", "007", -1, 1.5, 2 ** 53, "nope", [null], { a: 1 }, [
    [1],
  ]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values that match the schema; `schemas` are the components that it may refer to. */
export function valuesOf(schema: Schema, schemas: Schemas, depth = 0): Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return valuesOf(schemas[name] as Schema, schemas, depth);
  }
  if (schema.nullable === true) {
    return fc.option(valuesOf({ ...schema, nullable: false }, schemas, depth), { freq: 5 });
  }
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, schemas, depth)));
  if (schema.allOf) return valuesOf(mergedOf(schema.allOf, schemas), schemas, depth);
  const types = [schema.type ?? (schema.properties ? "object" : "any")].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, schemas, depth)));
}

function ofType(type: string, schema: Schema, schemas: Schemas, depth: number): Arbitrary<unknown> {
  switch (type) {
    case "string":
      return texts(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
      return numbers(schema, ({ min, max }) => fc.integer({ min: Math.ceil(min), max: Math.floor(max) }));
    case "number":
      return numbers(schema, ({ min, max }) =>
        fc.double({
          noNaN: true,
          noDefaultInfinity: true,
          min: Math.max(min, -1e6),
          max: Math.min(max, 1e6),
        }),
      );
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, schemas, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 3),
      });
    case "object":
      return objects(schema, schemas, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function texts({ pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const known = knownTexts.filter(({ length }) => length >= minLength && length <= maxLength);
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, 40), unit: "grapheme" });
  return known.length === 0 ? free : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, free);
}

/** Mostly small numbers, which are the IDs of existing records, if the limits allow that. */
function numbers(
  { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema,
  within: (bounds: { readonly min: number; readonly max: number }) => Arbitrary<number>,
): Arbitrary<number> {
  const free = within({ min: minimum, max: maximum });
  const [min, max] = [Math.max(0, Math.ceil(minimum)), Math.min(25, Math.floor(maximum))];
  return min > max ? free : fc.oneof({ weight: 3, arbitrary: fc.integer({ min, max }) }, free);
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  schemas: Schemas,
  depth: number,
): Arbitrary<object> {
  const members = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, valuesOf(member, schemas, depth + 1)]),
    ),
    { requiredKeys: [...required] },
  );
  if (additionalProperties === false || additionalProperties === undefined) return members;
  const rest = additionalProperties === true ? {} : additionalProperties;
  const others = fc.dictionary(
    fc.constantFrom(...knownTexts, "material", "care"),
    valuesOf(rest, schemas, depth + 1),
    {
      maxKeys: 2,
    },
  );
  return fc.tuple(others, members).map(([more, own]) => ({ ...more, ...own }));
}

/** One object that satisfies all parts; the contracts combine only objects in this way. */
function mergedOf(parts: readonly Schema[], schemas: Schemas): Schema {
  const whole = parts.map((part) =>
    part.$ref === undefined ? part : (schemas[part.$ref.slice(part.$ref.lastIndexOf("/") + 1)] as Schema),
  );
  return {
    ...Object.assign({}, ...whole),
    properties: Object.assign({}, ...whole.map(({ properties = {} }) => properties)) as Schemas,
    required: whole.flatMap(({ required = [] }) => required),
  } as Schema;
}

/** Members of an object, one of them replaced by an almost valid value. */
export function nearly(valid: Arbitrary<object>, names: readonly string[]): Arbitrary<object> {
  if (names.length === 0) return valid;
  return fc
    .tuple(valid, fc.constantFrom(...names), almost)
    .map(([given, wrong, value]) => ({ ...given, [wrong]: value }));
}
