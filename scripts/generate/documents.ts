/** Schemas of the stored documents, generated from the types in src/shop/data/entities, for the collections of a dataset. */
import { join } from "node:path";
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from "ts-json-schema-generator";
import { collectionNames } from "../../src/shop/data/collections.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { projectRoot } from "../spec/chapters.js";
import { CompactChecks } from "./compact-checks.js";
import { banner } from "../../src/engine/chapters/views.js";
import { programOf, schemasOf } from "./derived-types.js";

interface DocumentSchemas {
  /** One schema per collection. */
  readonly properties: Readonly<Record<string, object>>;
  readonly definitions: Readonly<Record<string, object>>;
}

/** Collections whose types are computed from result types (derived-types.ts). */
const derived = {
  orders: "OrderDoc",
  shipments: "ShipmentDoc",
  invoices: "InvoiceDoc",
  creditmemos: "CreditmemoDoc",
};

let made: DocumentSchemas | undefined;

export function documentSchemas(): DocumentSchemas {
  return (made ??= read());
}

function read(): DocumentSchemas {
  const path = join(projectRoot, "src/shop/data/entities/documents.ts");
  const program = programOf(path);
  const config = { ...DEFAULT_CONFIG, path, type: "ShopDocuments", topRef: false };
  const generator = new SchemaGenerator(
    program,
    createParser(program, config),
    createFormatter(config),
    config,
  );
  const { properties, definitions } = generator.createSchema("ShopDocuments") as unknown as DocumentSchemas;
  const schemas = schemasOf(program, "src/shop/data/entities/sales.ts", Object.values(derived));
  const computed = Object.fromEntries(Object.keys(derived).map((name, at) => [name, schemas[at] as object]));
  return { properties: { ...properties, ...computed }, definitions };
}

/** generated/documents.js: checks of documents by collection, which report all problems of a document. */
export function documentChecks(): string {
  const { properties, definitions } = documentSchemas();
  const checks = new CompactChecks({ allErrors: true, strict: false });
  for (const [name, schema] of Object.entries(definitions)) checks.add(name, byName(schema));
  for (const name of collectionNames) checks.add(name, byName(properties[name] as object));
  const code = checks.code(Object.fromEntries(collectionNames.map((name) => [name, name])));
  const map = `export const documentChecks = { ${collectionNames.join(", ")} };`;
  return [`// ${banner}`, code, map, ""].join("\n");
}

/** Converts JSON pointers to the references of `CompactChecks`. */
function byName(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"')) as Schema;
}

export const documentCheckTypes = `// ${banner}
import type { Check } from "./validators.js";
/** Whether a document is valid for its collection. */
export const documentChecks: Readonly<Record<string, Check>>;
`;
