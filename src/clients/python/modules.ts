/** What the generated modules of the Python package are put together with. */
import type { Schema } from "../../engine/chapters/chapter.js";
import { banner } from "../../engine/chapters/views.js";
import { declaration } from "./schema-types.js";

/** @param imports lines @param parts declarations */
export function pythonModule(text: string, imports: readonly string[], parts: readonly string[]): string {
  return [
    `# ${banner}`,
    `"""${text}"""`,
    "",
    "from __future__ import annotations",
    "",
    ...imports,
    "",
    ...parts,
  ].join("\n");
}

/** The named types of a contract, and any JSON. */
export function typesModule(
  text: string,
  used: readonly string[],
  schemas: Readonly<Record<string, Schema>>,
): string {
  const json = `# Any JSON value.
JsonValue: TypeAlias = Union[None, bool, int, float, str, Sequence["JsonValue"], Mapping[str, "JsonValue"]]
`;
  return pythonModule(
    text,
    [
      "from typing import Dict, List, Literal, Mapping, NotRequired, Sequence, TypeAlias, TypedDict, Union",
      "",
    ],
    [
      json,
      ...used
        .filter((name) => name !== "JsonValue")
        .map((name) => declaration(name, schemas[name] as Schema)),
    ],
  );
}
