/** From the bundled chapters to openrpc.json: what callers may leave out they may also send as null. */
import { addComponents, localSchema, newAjv } from "../generate/validators.js";
import { schemaName, schemaPrefix } from "../generate/contract.js";
import type { OpenRpcDocument, OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapters.js";

export function published(document: OpenRpcDocument): OpenRpcDocument {
  const ajv = newAjv();
  addComponents(ajv, document);
  const added: Record<string, Schema> = {};

  const withNull = (param: OpenRpcParam): OpenRpcParam => {
    if (param.required && !param["x-nullable"]) return param;
    if (ajv.compile(localSchema(param.schema))(null)) return param;
    const name = schemaName(param.schema);
    // One component for all parameters of a kind: client generators make a type of every title.
    const schema = name === undefined ? param.schema : (document.components.schemas[name] as Schema);
    const nullable = orNull(param.schema, schema);
    if (name === undefined) return { ...param, schema: nullable };
    added[`${name}OrNull`] = nullable;
    return { ...param, schema: { $ref: `${schemaPrefix}${name}OrNull` } };
  };

  const methods = document.methods.map((method) => ({ ...method, params: method.params.map(withNull) }));
  const schemas = { ...document.components.schemas, ...added };
  return { ...document, methods, components: { ...document.components, schemas } };
}

/** @param named the schema that has the title */
function orNull(schema: Schema, named: Schema): Schema {
  const title = `${String(named.title)}OrNull`;
  return { title, description: `${String(named.description)} Or null.`, oneOf: [schema, { type: "null" }] };
}
