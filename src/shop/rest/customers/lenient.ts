/**
 * The customers resource accepts more than the published types (customers 4.1): one rule per type derives the
 * schemas for checking bodies from the contract.
 */
import type { OpenapiDocument } from "../../../engine/contract/published-contracts.js";

type Schema = Readonly<Record<string, unknown>>;

const bodies = ["CustomerCreate", "CustomerUpdate"];

/** The contract with the schemas of bodies that the server accepts. */
export function withLenientBodies(document: OpenapiDocument): OpenapiDocument {
  const components = document.components as { readonly schemas: Record<string, Schema> };
  const members = bodies.flatMap((name) =>
    Object.values(components.schemas[name]?.properties as Record<string, { $ref: string }>),
  );
  const names = new Set(members.map(({ $ref }) => $ref.slice($ref.lastIndexOf("/") + 1)));
  const lenient = [...names].map((name) => [name, acceptedSchema(components.schemas[name] as Schema)]);
  const schemas = { ...components.schemas, ...(Object.fromEntries(lenient) as Record<string, Schema>) };
  return { ...document, components: { ...components, schemas } };
}

function acceptedSchema(published: Schema): Schema {
  const { type, enum: values } = published;
  if (type === "string") return { anyOf: [published, asNumber] };
  if (!Array.isArray(values)) return { anyOf: [published, asDigits] };
  const texts = [...values.filter((value) => value !== null).map(String), "", null];
  const asText = { type: "string", nullable: true, enum: texts };
  return values.includes(0) ? { anyOf: [published, asFlag, asText] } : { anyOf: [published, asText] };
}

/** A number is read as its decimal text. */
const asNumber = { type: "number", maximum: Number.MAX_SAFE_INTEGER };
const asDigits = { type: "string", maxLength: 255, pattern: "^\\s*[0-9]+\\s*$" };
const asFlag = { type: "boolean" };
