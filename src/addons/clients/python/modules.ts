/** Generates modules of the Python package. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { banner } from "../../../engine/chapters/views.js";
import type { UsedSchemas } from "../model.js";
import { namedSchemas } from "../typescript/parts.js";
import { pythonDeclaration } from "./schema-types.js";

/** @param imports lines, of whose standard names only those that the parts use remain @param parts declarations */
export function pythonModule(text: string, imports: readonly string[], parts: readonly string[]): string {
  const used = parts.join("\n").replace(/"""[^]*?"""/g, "");
  return [
    `# ${banner}`,
    `"""${text}"""`,
    "",
    "from __future__ import annotations",
    "",
    ...imports.flatMap((line) => usedImport(line, used)),
    "",
    ...parts,
  ].join("\n");
}

/** The line with the names that the text uses; none if it uses none. Other lines remain as they are. */
function usedImport(line: string, text: string): string[] {
  const [, from, names] = /^(from \w+ import) (\w.*)$/.exec(line) ?? [];
  if (from === undefined || names === undefined) return [line];
  const used = names.split(", ").filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return used.length === 0 ? [] : [`${from} ${used.join(", ")}`];
}

/** The module with the named types of a contract and the type for any JSON value. */
export function typesModule(
  text: string,
  { given, answered }: UsedSchemas,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const json = `# Any JSON value.
JsonValue: TypeAlias = Union[None, bool, int, float, str, Sequence["JsonValue"], Mapping[str, "JsonValue"]]

# Any value that JSON can express; money may be a Decimal, and times are sent in UTC.
JsonInput: TypeAlias = Union[
    None, bool, int, float, Decimal, str, date, Sequence["JsonInput"], Mapping[str, "JsonInput"]
]
`;
  return pythonModule(
    text,
    [
      "from datetime import date",
      "from decimal import Decimal",
      "from typing import Dict, List, Literal, Mapping, NotRequired, Sequence, TypeAlias, TypedDict, Union",
      "",
    ],
    [
      json,
      ...namedSchemas([...given, ...answered], schemas)
        .filter((name) => name !== "JsonValue")
        .map((name) => {
          const use = { schemas, isGiven: given.includes(name) };
          return pythonDeclaration(name, schemas[name] as Schema, use);
        }),
    ],
  );
}
