/** Calls made of the published contract: parameters as the schemas have them, and some that are almost so. */
import { readFileSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly required?: boolean; readonly schema: Schema }[];
}

const contract = JSON.parse(readFileSync(new URL("../../openrpc.json", import.meta.url), "utf8")) as {
  methods: Method[];
  components: { schemas: Record<string, Schema> };
};

export const operations = contract.methods.filter(({ name }) => name.includes("."));

/** What names something in the sample shop, so that calls get further than "there is no such thing". */
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

export interface Call {
  readonly method: string;
  readonly params: object;
}

function callOf({ name, params }: Method): Arbitrary<Call> {
  const valid = fc.record(Object.fromEntries(params.map((param) => [param.name, valuesOf(param.schema)])), {
    requiredKeys: params.filter(({ required }) => required).map((param) => param.name),
  });
  const names = params.map((param) => param.name);
  const nearly =
    names.length === 0
      ? valid
      : fc
          .tuple(valid, fc.constantFrom(...names), almost)
          .map(([given, wrong, value]) => ({ ...given, [wrong]: value }));
  return fc
    .oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: nearly })
    .map((given) => ({ method: name, params: given }));
}

/** Values of a wrong type, of another way of writing, or of no sense at all. */
const almost: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, "", [], {}, true, "1", "007", -1, 1.5, 2 ** 53, "nope", [null], { a: 1 }, [
    [1],
  ]),
  fc.jsonValue({ maxDepth: 2 }),
);

function valuesOf(schema: Schema, depth = 0): Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    return valuesOf(
      contract.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] as Schema,
      depth,
    );
  }
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, depth)));
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
}

function ofType(type: string, schema: Schema, depth: number): Arbitrary<unknown> {
  switch (type) {
    case "string":
      return texts(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
      return numbers(schema, fc.integer());
    case "number":
      return numbers(schema, fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }));
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case "object":
      return objects(schema, depth);
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

function numbers({ minimum = -Infinity }: Schema, free: Arbitrary<number>): Arbitrary<number> {
  return fc
    .oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 25 }) }, free)
    .filter((value) => value >= minimum);
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  depth: number,
): Arbitrary<object> {
  const members = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, valuesOf(member, depth + 1)]),
    ),
    { requiredKeys: [...required] },
  );
  if (additionalProperties === false || additionalProperties === undefined) return members;
  const rest = additionalProperties === true ? {} : additionalProperties;
  const others = fc.dictionary(
    fc.constantFrom(...knownTexts, "material", "care"),
    valuesOf(rest, depth + 1),
    {
      maxKeys: 2,
    },
  );
  return fc.tuple(others, members).map(([more, own]) => ({ ...more, ...own }));
}

/** A call of any operation. */
export const anyCall: Arbitrary<Call> = fc.oneof(...operations.map(callOf));
