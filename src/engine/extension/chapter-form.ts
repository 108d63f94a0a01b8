/** JSON Schema of a chapter (spec/README.md). */
import type { Schema } from "../chapters/chapter.js";
import { faultMembers } from "../chapters/chapter.js";

const text: Schema = { type: "string", minLength: 1 };
const texts: Schema = { type: "array", items: text };
const schema: Schema = { type: "object", minProperties: 1 };
const closed = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/** An access node: `customer/search`. */
const node: Schema = { type: "string", pattern: "^\\w+(/\\w+)*$" };

const fault = closed(
  {
    code: { type: "integer" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    message: text,
    tells: { type: "array", items: { enum: faultMembers } },
    reserved: { type: "boolean" },
  },
  ["code", "message"],
);

const parameter = closed(
  {
    name: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
    required: { type: "boolean" },
    description: text,
    schema,
    "x-fault": text,
    "x-default": {},
    "x-nullable": { type: "boolean" },
    "x-filterable": {
      type: "object",
      additionalProperties: closed({ field: text, type: text }, ["field", "type"]),
    },
    "x-not-filterable": texts,
  },
  ["name", "schema"],
);

const example = closed({ name: text, params: { type: "object" }, result: {} }, ["name", "result"]);

const method = closed(
  {
    name: { type: "string", pattern: "^[a-z][a-z0-9_]*\\.[A-Za-z][A-Za-z0-9_]*$" },
    summary: text,
    description: text,
    deprecated: { type: "boolean" },
    "x-acl": node,
    "x-effect": { enum: ["read", "write"] },
    "x-storage-fault": text,
    "x-fault-tells": { type: "object" },
    "x-added-faults": texts,
    "x-aliases": texts,
    "x-checks": { type: "array", items: { type: "object", additionalProperties: text } },
    params: { type: "array", items: parameter },
    result: closed({ name: text, schema, description: text }, ["schema"]),
    errors: texts,
    examples: { type: "array", items: example, minItems: 1 },
  },
  ["name", "summary", "x-effect", "result", "examples"],
);

export const chapterForm: Schema = closed(
  {
    title: text,
    description: text,
    "x-acl": node,
    "x-aliases": texts,
    /** The path of the module with the handlers of the operations. */
    handler: text,
    errors: {
      type: "object",
      propertyNames: { pattern: "^[a-z][a-z0-9_]*$" },
      additionalProperties: fault,
    },
    methods: { type: "array", items: method, minItems: 1 },
    schemas: {
      type: "object",
      propertyNames: { pattern: "^[A-Z][A-Za-z0-9]*$" },
      additionalProperties: schema,
    },
  },
  ["methods"],
);
