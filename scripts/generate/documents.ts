/** Schemas of the stored documents, generated from the types in src/shop/data/entities, for the collections of a dataset. */
import { join } from "node:path";
import { Ajv } from "ajv";
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from "ts-json-schema-generator";
import { collectionNames } from "../../src/shop/data/collections.js";
import { projectRoot } from "../spec/chapters.js";
import { checksModule, written } from "./check-code.js";
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

/**
 * generated/documents.js: checks of documents by collection, which report all problems of a document.
 * @param consumers the schema of `consumers` of a dataset
 */
export function documentChecks(consumers: object): Promise<string> {
  // Without the loop, a check of each required member would be written out, which is a third of the code.
  const ajv = new Ajv({ allErrors: true, strict: false, loopRequired: 2, code: written });
  ajv.addSchema(documentSchemas(), "documents");
  return checksModule("documentChecks", ajv, [
    ...collectionNames.map((name) => [name, { $ref: `documents#/properties/${name}` }] as const),
    ["consumers", consumers],
  ]);
}

export const documentCheckTypes = `// ${banner}
import type { Check } from "./validators.js";
/** Whether a document is valid for its collection, and whether \`consumers\` of a dataset are valid. */
export const documentChecks: Readonly<Record<string, Check>>;
`;
