/**
 * openapi.yaml with a type on every object, as `/openapi.json` serves it for client generators. In the source the
 * schemas that XML documents follow have none: Prism does not parse XML, and takes a type for a promise of JSON.
 */
import type { Schema } from "../../src/engine/chapters/chapter.js";

export function typedOpenApi(openapi: Schema): Schema {
  return withTypes(openapi) as Schema;
}

function withTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one): unknown => withTypes(one));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]: [string, unknown]) => [
    key,
    key === "example" ? value : withTypes(value),
  ]);
  const copy = Object.fromEntries(entries) as Schema;
  return isUntypedObject(copy) ? { type: "object", ...copy } : copy;
}

/** A schema with a title and members; `properties` can also be the name of a member. */
function isUntypedObject(node: Schema): boolean {
  return typeof node.title === "string" && "properties" in node && node.type === undefined;
}
