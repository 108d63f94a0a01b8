/** generated/clients/php/StoreControl.php: the test control, one file. */
import { readFileSync } from "node:fs";
import { banner } from "../../contract.js";
import type { Schema } from "../../../spec/chapters.js";
import { controlOperations, type ControlOperation } from "../control-model.js";
import { flattened } from "../flatten.js";
import { usedSchemas } from "../model.js";
import { typeInterface } from "./client.js";
import { docComment, nativeType, shape } from "./schema-types.js";

type Schemas = Readonly<Record<string, Schema>>;

/** @param openapi openapi.yaml */
export function phpControl(openapi: Schema): string {
  // A stream of events is no call that answers.
  const operations = controlOperations(openapi).filter(({ isStream }) => !isStream);
  const { version } = openapi.info as { version: string };
  const schemas = flattened((openapi.components as { schemas: Schemas }).schemas);
  const used = usedSchemas(
    operations.flatMap(({ params, body, result }) => [
      params.map(({ schema }) => schema),
      body?.schema,
      result,
    ]),
    schemas,
  );
  const imports = used.map((type) => ` * @phpstan-import-type ${type} from ControlTypes`);
  return [
    "<?php",
    `// ${banner}`,
    "",
    docComment([
      `Client of the test control, contract version ${version}: the operations of openapi.yaml tagged control.`,
      "PHP 8.1 and newer with json and curl. README.md beside tells how it is used.",
    ]),
    "declare(strict_types=1);",
    "",
    "namespace StoreApi;",
    "",
    typeInterface("ControlTypes", used, schemas),
    readFileSync(new URL("files/control.php", import.meta.url), "utf8").replace(
      " */\nfinal class Control\n",
      ` *\n${imports.join("\n")}\n */\nfinal class Control\n`,
    ),
    ...operations.map((operation) => methodText(operation, schemas)),
    "}",
    "",
  ].join("\n");
}

function methodText(operation: ControlOperation, schemas: Schemas): string {
  const { name, summary, description, method, path, params, body, result, takesKey } = operation;
  const args = [
    ...(body === undefined
      ? []
      : [{ name: "body", required: body.required, schema: body.schema, description: "" }]),
    ...params,
  ].sort((one, other) => Number(other.required) - Number(one.required));
  const declared = args.map((arg) => {
    const type = nativeType(arg.schema, schemas);
    if (arg.required) return `${type} $${arg.name}`;
    return `${type.includes("|") ? `${type}|null` : `?${type.replace("?", "")}`} $${arg.name} = null`;
  });
  const filled = path.replace(/\{(\w+)\}/g, "' . rawurlencode((string) $$$1) . '");
  const query = params
    .filter((param) => param.in === "query")
    .map((param) => `'${param.name}' => $${param.name}`);
  const sent = `$this->send('${name}', '${method}', '${filled}', [${query.join(", ")}]${body ? ", $body" : ""}${takesKey ? ", $idempotencyKey" : ""})`;
  const lines = [
    summary,
    ...(description === "" ? [] : ["", ...description.trim().split("\n")]),
    "",
    ...args.map(
      (arg) => `@param ${shape(arg.schema)}${arg.required ? "" : "|null"} $${arg.name} ${arg.description}`,
    ),
    ...(result === undefined ? [] : [`@return ${shape(result)}`]),
    "@throws ControlError",
  ];
  return [
    "",
    docComment(lines, "    ").trimEnd(),
    `    public function ${name}(${[...declared, ...(takesKey ? ["?string $idempotencyKey = null"] : [])].join(", ")}): ${result === undefined ? "void" : nativeType(result, schemas)}`,
    "    {",
    `        ${result === undefined ? "" : "return "}${sent};`,
    "    }",
  ].join("\n");
}
