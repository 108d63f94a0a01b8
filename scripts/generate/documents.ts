/** The stored documents as schemas, made from the types of src/entities: what a dataset may hold in its collections. */
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { join } from "node:path";
import { createGenerator } from "ts-json-schema-generator";
import { collectionNames } from "../../src/storage/collections.js";
import { projectRoot } from "../spec/chapters.js";
import { banner } from "./contract.js";
import { schemasOf } from "./derived-types.js";

interface DocumentSchemas {
  /** One per collection. */
  readonly properties: Readonly<Record<string, object>>;
  readonly definitions: Readonly<Record<string, object>>;
}

/** Collections whose types are made from those of results (derived-types.ts). */
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
  const { properties, definitions } = createGenerator({
    path: join(projectRoot, "src/entities/documents.ts"),
    type: "Documents",
    skipTypeCheck: true,
    topRef: false,
  }).createSchema("Documents") as unknown as DocumentSchemas;
  const types = Object.values(derived);
  const schemas = schemasOf("src/entities/sales.ts", types);
  const computed = Object.fromEntries(Object.keys(derived).map((name, at) => [name, schemas[at] as object]));
  return { properties: { ...properties, ...computed }, definitions };
}

/** generated/documents.js: checks of documents by collection, all problems of a document at once. */
export function documentChecks(): string {
  const { properties, definitions } = documentSchemas();
  const ajv = new Ajv({ code: { source: true, esm: true, lines: true }, allErrors: true, strict: false });
  ajv.addSchema({ definitions }, "entities");
  const exports: Record<string, string> = {};
  for (const name of collectionNames) {
    const schema = JSON.parse(
      JSON.stringify(properties[name]).replaceAll('"#/definitions/', '"entities#/definitions/'),
    ) as object;
    ajv.addSchema(schema, name);
    exports[name] = name;
  }
  const code = standalone.default(ajv, exports).replace(/^"use strict";/, "");
  if (code.includes("require(")) throw new Error("documents.js would require a package at run time");
  return [`// ${banner}`, code, `export const documentChecks = { ${collectionNames.join(", ")} };`, ""].join(
    "\n",
  );
}

export const documentCheckTypes = `// ${banner}
import type { Check } from "./validators.js";
/** Says whether a document is one of its collection. */
export const documentChecks: Readonly<Record<string, Check>>;
`;
