/** Generates modules of the Python package. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { banner } from "../../../engine/chapters/views.js";
import { pythonDeclaration } from "./schema-types.js";

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

/** The module with the named types of a contract and the type for any JSON value. */
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
        .map((name) => pythonDeclaration(name, schemas[name] as Schema)),
    ],
  );
}
