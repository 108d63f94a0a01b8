/** Generates a class for each named object of the contract. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import type { UsedSchemas } from "../model.js";
import { schemaText } from "../typescript/schema-types.js";
import { phpFile } from "./file.js";
import {
  docComment,
  givenType,
  isRecord,
  nativeType,
  orNull,
  recordOf,
  shape,
  type Schemas,
} from "./schema-types.js";

/**
 * @param space the last part of the namespace
 * @returns files by their paths in `src`
 */
export function recordFiles(
  space: string,
  { given, answered }: UsedSchemas,
  schemas: Schemas,
): Record<string, string> {
  const names = [...new Set([...given, ...answered])].sort();
  const records = names.filter((name) => isRecord(schemas[name]));
  return Object.fromEntries(
    records.map((name) => [
      `${space}/${name}.php`,
      phpFile(
        `StoreApi\\${space}`,
        ["StoreApi\\Record"],
        recordClass(name, schemas[name] as Schema, schemas, given.includes(name)),
      ),
    ]),
  );
}

function recordClass(name: string, schema: Schema, schemas: Schemas, isGiven: boolean): string {
  const required = (schema.required ?? []) as string[];
  // Members whose names are not valid variable names are only readable by array access.
  const members = Object.entries(schema.properties as Record<string, Schema>)
    .filter(([member]) => /^[A-Za-z_]\w*$/.test(member))
    .sort(([one], [other]) => Number(required.includes(other)) - Number(required.includes(one)));
  const inner = members.flatMap(([member, value]) => {
    const record = recordOf(value, schemas);
    return record ? [`        '${member}' => [${record.name}::class, ${record.isList}],`] : [];
  });
  return [
    docComment(schemaText(schema)).trimEnd(),
    `final class ${name} extends Record`,
    "{",
    ...(inner.length === 0 ? [] : ["    protected const INNER = [", ...inner, "    ];", ""]),
    "    public function __construct(",
    ...members.map(([member, value]) =>
      parameter(member, value, required.includes(member), schemas, isGiven),
    ),
    // Data is given; answers have their further members by array access.
    ...(schema["x-own-attributes"] !== undefined && schema["x-kind"] !== undefined ? [ownAttributes] : []),
    "    ) {",
    "    }",
    "}",
    "",
  ].join("\n");
}

const ownAttributes = [
  "        /**",
  "         * The attributes that your shop added, by their codes.",
  "         * @var array<string, mixed>",
  "         */",
  "        public readonly array $customAttributes = [],",
].join("\n");

function parameter(
  member: string,
  schema: Schema,
  isRequired: boolean,
  schemas: Schemas,
  isGiven: boolean,
): string {
  const native = (isGiven ? givenType : nativeType)(schema, schemas, "answered");
  const type = shape(schema, schemas, "answered");
  const text = schemaText(schema);
  const tag = `@var ${type}${isRequired ? "" : "|null"}`;
  const doc = docComment([...text, ...(native.includes("array") ? [tag] : [])], "        ");
  const declared = isRequired ? `${native} $${member}` : `${orNull(native)} $${member} = null`;
  return `${text.length > 0 || native.includes("array") ? doc : ""}        public readonly ${declared},`;
}
