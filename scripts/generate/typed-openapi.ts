/**
 * openapi.yaml with a `type` on every object, served at `/openapi.json` for client generators. In the source, schemas
 * that also describe XML have no `type`: Prism does not parse XML, and would expect JSON because of it.
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

/** A schema has a title and members; without a title, `properties` may be the name of a member. */
function isUntypedObject(node: Schema): boolean {
  return typeof node.title === "string" && "properties" in node && node.type === undefined;
}
