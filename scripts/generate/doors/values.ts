/** generated/doors/values.ts: how the XML doors format the result of each operation, from its schema in the contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { OpenRpcDocument } from "../../../src/engine/chapters/bundle.js";
import { shapesOf, type ShapeExceptions } from "../../../src/engine/chapters/shapes.js";
import { banner, operationsOf } from "../../../src/engine/chapters/views.js";
import { projectRoot } from "../../spec/chapters.js";

const declarations = `
/**
 * \`number\`: a whole number as text; \`decimal\`: a number as text with four decimals; \`flag\`: "1" or "0"; \`day\`: a day
 * with its midnight; \`iso\`: a point in time as ISO 8601; \`int\`, \`boolean\`: sent as such; \`any\`: by the value;
 * \`constant\`: a boolean as such, others by the value: of \`false\` or a text, PHP and Python would take "0" for a text.
 */
export type Dress = "text" | "number" | "decimal" | "flag" | "day" | "iso" | "int" | "boolean" | "constant" | "any";

/** \`self\` is the result as a whole. */
export type Shape =
  | Dress
  | "self"
  | { readonly list: Shape }
  | {
      readonly members: Readonly<Record<string, Shape>>;
      readonly rest?: Shape;
      /** The dressed value of members that an answer lacks. */
      readonly fixed?: Readonly<Record<string, unknown>>;
    };
`;

export function doorValues(document: OpenRpcDocument): string {
  const exceptions = readExceptions();
  const operations = operationsOf(document);
  const shapes = shapesOf(document, operations, exceptions);
  const base64 = Object.fromEntries(
    Object.entries(exceptions.base64).filter(([name]) => operations.some((one) => one.name === name)),
  );
  return [
    `// ${banner}`,
    declarations,
    `export const shapes: Readonly<Record<string, Shape>> = ${JSON.stringify(shapes, null, 2)};\n`,
    `/** Members of arguments that hold base64 as text. */`,
    `export const base64Members: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(base64, null, 2)};\n`,
  ].join("\n");
}

export function readExceptions(): ShapeExceptions {
  return parse(readFileSync(join(projectRoot, "spec/doors/values.yaml"), "utf8")) as ShapeExceptions;
}
