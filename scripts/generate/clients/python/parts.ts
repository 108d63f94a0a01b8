/** What both Python modules begin with. */

/** @param modules of the standard library @param types names of `typing`, separated by spaces */
export function pythonImports(modules: readonly string[], types: string): string {
  return [
    "from __future__ import annotations",
    "",
    ...modules.map((name) => `import ${name}`),
    "from typing import (",
    ...types.split(" ").map((name) => `    ${name},`),
    ")",
    "",
  ].join("\n");
}

export const pythonJson = `# Any JSON value.
JsonValue: TypeAlias = Union[None, bool, int, float, str, Sequence["JsonValue"], Mapping[str, "JsonValue"]]

`;
