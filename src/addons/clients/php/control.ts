/** The test control as a PHP class. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { controlOperations, type ControlMethod } from "../control-model.js";
import { flattened } from "../flatten.js";
import { usedSchemas } from "../model.js";
import { phpFile } from "./file.js";
import { recordFiles } from "./records.js";
import { building, docComment, nativeType, orNull, recordOf, shape, type Schemas } from "./schema-types.js";

const space = "ControlTypes";

/** The files generated from openapi.yaml, by their paths in `src`. */
export function controlFiles(openapi: Schema): Record<string, string> {
  // The PHP client does not support streams of events.
  const operations = controlOperations(openapi).filter(({ isStream }) => !isStream);
  const schemas = flattened((openapi.components as { schemas: Schemas }).schemas);
  const values = operations.flatMap(({ params, body, result }) => [
    ...params.map(({ schema }) => schema),
    ...(body ? [body.schema] : []),
    ...(result ? [result] : []),
  ]);
  const records = values.flatMap((value) => recordOf(value, schemas)?.name ?? []);
  const text = [
    docComment([
      "A client of the test control of a running service.",
      "",
      "    $control = new Control('http://127.0.0.1:8080');",
      "    $order = $control->placeOrder(['customer_id' => 1, 'items' => [['sku' => 'mug-01', 'qty' => 2]]]);",
    ]).trimEnd(),
    "final class Control extends ControlBase",
    "{",
    operations.map((operation) => methodText(operation, schemas)).join("\n\n"),
    "}",
    "",
  ].join("\n");
  const uses = ["StoreApi\\Internal\\ControlBase", ...records.map((name) => `StoreApi\\${space}\\${name}`)];
  return {
    "Control.php": phpFile("StoreApi", uses, text),
    ...recordFiles(space, { given: [], answered: usedSchemas(values, schemas) }, schemas),
  };
}

function methodText(operation: ControlMethod, schemas: Schemas): string {
  const { name, summary, description, isDeprecated, method, path, params, body, result, takesKey } =
    operation;
  const args = [
    ...(body === undefined
      ? []
      : [{ name: "body", required: body.required, schema: body.schema, description: "" }]),
    ...params,
  ].sort((one, other) => Number(other.required) - Number(one.required));
  const declared = args.map((arg) => {
    const type = nativeType(arg.schema, schemas, "given");
    return arg.required ? `${type} $${arg.name}` : `${orNull(type)} $${arg.name} = null`;
  });
  const filled = path.replace(/\{(\w+)\}/g, "' . rawurlencode((string) $$$1) . '").replace(/ \. ''$/, "");
  const query = params
    .filter((param) => param.in === "query")
    .map((param) => `'${param.name}' => $${param.name}`);
  const more = `${body ? ", $body" : takesKey ? ", null" : ""}${takesKey ? ", $idempotencyKey" : ""}`;
  const sent = `$this->send('${name}', '${method}', '${filled}', [${query.join(", ")}]${more})`;
  const lines = [
    summary,
    ...(description === "" ? [] : ["", ...description.trim().split("\n")]),
    "",
    ...(isDeprecated ? ["@deprecated It will be removed in a later version."] : []),
    ...args.map(
      (arg) =>
        `@param ${shape(arg.schema, schemas, "given")}${arg.required ? "" : "|null"} $${arg.name} ${arg.description.replaceAll("\n", " ")}`,
    ),
    ...(result === undefined ? [] : [`@return ${shape(result, schemas, "answered")}`]),
    "@throws ControlError",
  ];
  const answer = result === undefined ? "void" : nativeType(result, schemas, "answered");
  const statement =
    result === undefined
      ? `${sent};`
      : `return self::built('${name}', ${building(result, schemas)}, ${sent});`;
  return [
    docComment(lines, "    ").trimEnd(),
    `    public function ${name}(${[...declared, ...(takesKey ? ["?string $idempotencyKey = null"] : [])].join(", ")}): ${answer}`,
    "    {",
    `        ${statement}`,
    "    }",
  ].join("\n");
}
