/** The test control as a Python class. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { controlOperations, type ControlMethod } from "../control-model.js";
import { flattened } from "../flatten.js";
import { schemasOf } from "../model.js";
import { pythonModule, typesModule } from "./modules.js";
import { snakeCase, snakeCased } from "./names.js";
import type { TypeUse } from "../typescript/schema-types.js";
import { docString, pythonType } from "./schema-types.js";

/** The modules generated from openapi.yaml, by name. */
export function controlModules(openapi: Schema): Record<string, string> {
  // The Python client does not support streams of events.
  const operations = controlOperations(openapi).filter(({ isStream }) => !isStream);
  const schemas = flattened((openapi.components as { schemas: Record<string, Schema> }).schemas);
  const used = schemasOf(operations, schemas);
  snakeCased(operations.map(({ name }) => name));
  const texts = operations.map((operation) => methodText(operation, schemas));
  const names = [...new Set([...used.given, ...used.answered, "JsonInput"])]
    .sort()
    .filter((name) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  return {
    control_types: typesModule("What the test control takes and answers.", used, schemas),
    control: pythonModule(
      "The test control: the operations of openapi.yaml tagged control.",
      [
        "from datetime import date",
        "from decimal import Decimal",
        "from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Union",
        "",
        "from ._control import ControlBase, segment",
        "from .control_types import (",
        ...names.map((name) => `    ${name},`),
        ")",
        "",
      ],
      [controlClass, ...texts],
    ),
  };
}

const controlClass = `
class Control(ControlBase):
    """A client of the test control of a running service.

        with Control("http://127.0.0.1:8080") as control:
            order = control.place_order({"customer_id": 1, "items": [{"sku": "mug-01", "qty": 2}]})
    """
`;

function methodText(operation: ControlMethod, schemas: TypeUse["schemas"]): string {
  const given = { schemas, isGiven: true };
  const { name, summary, description, isDeprecated, method, path, params, body, result, takesKey } =
    operation;
  const named = params.map((param) => {
    const type = pythonType(param.schema, "annotation", given);
    return `        ${snakeCase(param.name)}: ${param.required ? type : `Optional[${type}] = None`},`;
  });
  const keywords = takesKey ? [...named, "        idempotency_key: Optional[str] = None,"] : named;
  const bodyType = body && pythonType(body.schema, "annotation", given);
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => `{segment(${snakeCase(param)})}`);
  const query = params.filter((param) => param.in === "query");
  const values = query.map((param) => `"${param.name}": ${snakeCase(param.name)}`).join(", ");
  const answer =
    result === undefined ? "None" : pythonType(result, "annotation", { schemas, isGiven: false });
  const sent = `self._connection.send("${name}", "${method}", ${filled === path ? "" : "f"}"${filled}", {${values}}${body ? ", body" : ""}${takesKey ? ", key=idempotency_key" : ""})`;
  return [
    `    def ${snakeCase(name)}(`,
    "        self,",
    ...(body ? [`        body: ${body.required ? bodyType : `Optional[${bodyType}] = None`},`] : []),
    ...(keywords.length === 0 ? [] : ["        *,", ...keywords]),
    `    ) -> ${answer}:`,
    docString(
      [
        summary,
        ...(description === "" ? [] : ["", ...description.trim().split("\n")]),
        ...(isDeprecated ? ["", "Deprecated: it will be removed in a later version."] : []),
      ],
      "        ",
    ).trimEnd(),
    ...(result === undefined
      ? [`        ${sent}`]
      : [`        result: ${answer} = ${sent}`, "        return result"]),
    "",
  ].join("\n");
}
