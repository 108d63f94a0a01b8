/** generated/clients/python/store_api_control.py: the test control, one module of the standard library only. */
import { readFileSync } from "node:fs";
import { banner } from "../../contract.js";
import type { Schema } from "../../../spec/chapters.js";
import { controlOperations, type ControlOperation } from "../control-model.js";
import { flattened } from "../flatten.js";
import { usedSchemas } from "../model.js";
import { declaration, docString, pythonType } from "./schema-types.js";
import { pythonImports, pythonJson } from "./parts.js";

/** @param openapi openapi.yaml */
export function pythonControl(openapi: Schema): string {
  // A stream of events is no call that answers.
  const operations = controlOperations(openapi).filter(({ isStream }) => !isStream);
  const { version } = openapi.info as { version: string };
  const schemas = flattened((openapi.components as { schemas: Record<string, Schema> }).schemas);
  const used = usedSchemas(
    operations.flatMap(({ params, body, result }) => [
      params.map(({ schema }) => schema),
      body?.schema,
      result,
    ]),
    schemas,
  );
  return [
    `# ${banner}`,
    `"""Typed client of the test control, contract version ${version}: the operations of openapi.yaml tagged control.`,
    "",
    "Python 3.11 and newer, standard library only. README.md beside tells how it is used.",
    '"""',
    pythonImports(
      ["json", "urllib.error", "urllib.parse", "urllib.request"],
      "Any Dict List Literal Mapping NotRequired Optional Sequence TypeAlias TypedDict Union",
    ),
    "",
    ...used.map((name) => declaration(name, schemas[name] as Schema)),
    pythonJson,
    readFileSync(new URL("files/control.py", import.meta.url), "utf8"),
    ...operations.map(methodText),
  ].join("\n");
}

function methodText({
  name,
  summary,
  description,
  method,
  path,
  params,
  body,
  result,
  takesKey,
}: ControlOperation): string {
  const named = params.map((param) => {
    const type = pythonType(param.schema, "annotation");
    return `        ${param.name}: ${param.required ? type : `Optional[${type}] = None`},`;
  });
  const keywords = takesKey ? [...named, "        idempotency_key: Optional[str] = None,"] : named;
  const bodyType = body && pythonType(body.schema, "annotation");
  const filled = path.replace(/\{(\w+)\}/g, "{_segment($1)}");
  const query = params.filter((param) => param.in === "query");
  const values = query.map((param) => `"${param.name}": ${param.name}`).join(", ");
  const answer = result === undefined ? "None" : pythonType(result, "annotation");
  const sent = `self._connection.send("${name}", "${method}", ${filled === path ? "" : "f"}"${filled}", {${values}}${body ? ", body" : ""}${takesKey ? ", key=idempotency_key" : ""})`;
  return [
    `    def ${name}(`,
    "        self,",
    ...(body ? [`        body: ${body.required ? bodyType : `Optional[${bodyType}] = None`},`] : []),
    ...(keywords.length === 0 ? [] : ["        *,", ...keywords]),
    `    ) -> ${answer}:`,
    docString(
      [summary, ...(description === "" ? [] : ["", ...description.trim().split("\n")])],
      "        ",
    ).trimEnd(),
    ...(result === undefined
      ? [`        ${sent}`]
      : [`        result: ${answer} = ${sent}`, "        return result"]),
    "",
  ].join("\n");
}
