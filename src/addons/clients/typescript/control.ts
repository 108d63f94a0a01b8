/** generated/clients/typescript/control.ts: one file without imports, which users can copy. */
import { banner } from "../../../engine/chapters/views.js";
import type { Schema } from "../../../engine/chapters/chapter.js";
import { controlOperations, type ControlMethod } from "../control-model.js";
import { schemasOf } from "../model.js";
import { brokenIntoLines, heading, namedSchemas, requireUniqueNames, runtimeText } from "./parts.js";
import {
  comment,
  givenTypes,
  jsonTypes,
  typescriptDeclaration,
  typescriptType,
  type TypeUse,
} from "./schema-types.js";

/** @param openapi openapi.yaml */
export function typescriptControl(openapi: Schema): string {
  const operations = controlOperations(openapi);
  const { version } = openapi.info as { version: string };
  const schemas = (openapi.components as { schemas: Record<string, Schema> }).schemas;
  const { given, answered } = schemasOf(operations, schemas);
  const used = namedSchemas([...given, ...answered], schemas);
  const text = [
    `// ${banner}`,
    `/**\n * Typed client of the test control, contract version ${version}: the operations of openapi.yaml tagged \`control\`.`,
    " * No dependency; runs in browsers, Node.js, Deno and Bun. README.md beside says how it is used.\n */",
    "",
    runtimeText("time-limit"),
    runtimeText("exchange"),
    runtimeText("control"),
    heading("Operations"),
    controlInterface(operations, schemas),
    heading("Values"),
    jsonTypes,
    "",
    givenTypes,
    "",
    ...used.map((name) => {
      const use = { schemas, isGiven: given.includes(name) };
      return `${typescriptDeclaration(name, schemas[name] as Schema, use)}\n`;
    }),
    heading("Tables"),
    routeTable(operations),
    `const version = "${version}";\n`,
  ].join("\n");
  requireUniqueNames(text, used);
  return brokenIntoLines(text);
}

function controlInterface(operations: readonly ControlMethod[], schemas: TypeUse["schemas"]): string {
  const members = operations.map((operation) => {
    const { summary, description, isDeprecated, name, isStream, result } = operation;
    const text = [
      summary,
      ...(description === "" ? [] : ["", ...description.trim().split("\n")]),
      ...(isDeprecated ? ["", "@deprecated It will be removed in a later version."] : []),
    ];
    const type = result === undefined ? "void" : typescriptType(result, { schemas, isGiven: false });
    const answer = isStream ? `AsyncGenerator<${type}, void, undefined>` : `Promise<${type}>`;
    const options = operation.takesKey ? "ControlWriteOptions" : "ControlCallOptions";
    const args = [paramsOf(operation, { schemas, isGiven: true }), `options?: ${options}`];
    const list = args[0]?.includes("\n") ? `\n    ${args.join(",\n    ")},\n  ` : args.join(", ");
    return `${comment(text, "  ")}  ${name}(${list}): ${answer};`;
  });
  const text = "The test control: what tests do to the shop besides calling it.";
  return `/** ${text} */\nexport interface ControlClient {\n${members.join("\n\n")}\n}\n`;
}

/** One object holds the parameters of path and query and the members of the body. */
function paramsOf({ params, body }: ControlMethod, use: TypeUse): string {
  const members = params.map(({ name, required, description, schema }) => {
    const text = comment(description === "" ? [] : description.trim().split("\n"), "      ");
    const optional = required ? "" : " | undefined";
    return `${text}      ${name}${required ? "" : "?"}: ${typescriptType(schema, use, "      ")}${optional};`;
  });
  const types = [
    ...(body === undefined ? [] : [typescriptType(body.schema, use, "    ")]),
    ...(members.length === 0 ? [] : [`{\n${members.join("\n")}\n    }`]),
  ];
  if (types.length === 0) return "params?: Record<string, never>";
  const needed = body?.required === true || params.some(({ required }) => required);
  return `params${needed ? "" : "?"}: ${types.join(" & ")}`;
}

function routeTable(operations: readonly ControlMethod[]): string {
  const rows = operations.map(({ name, method, path, params, body, isStream }) => {
    const query = params.filter((param) => param.in === "query").map((param) => param.name);
    const row = [
      `method: "${method}"`,
      `path: "${path}"`,
      ...(query.length === 0 ? [] : [`query: [${query.map((one) => `"${one}"`).join(", ")}]`]),
      ...(body === undefined ? [] : ["body: true"]),
      ...(isStream ? ["stream: true"] : []),
    ];
    return `  ${name}: { ${row.join(", ")} },`;
  });
  return [
    "interface Route {",
    "  readonly method: string;",
    "  readonly path: string;",
    "  readonly query?: readonly string[];",
    "  readonly body?: true;",
    "  readonly stream?: true;",
    "}",
    "",
    `const routes: Readonly<Record<string, Route>> = {\n${rows.join("\n")}\n};\n`,
  ].join("\n");
}
