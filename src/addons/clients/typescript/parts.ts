/** Helpers of the generators of both TypeScript clients. */
import { handWritten } from "../hand-written.js";
import { isPlain, type TypeUse } from "./schema-types.js";

/** A hand-written part without its imports, which end up in the same file, and without exports of its helpers. */
export function runtimeText(name: string): string {
  return handWritten("typescript", `${name}.ts`)
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^(\/\/ The part below[^\n]*\n)?export \{[^}]*\};\n/gm, "")
    .trim()
    .concat("\n");
}

/** The sorted names of the components that types name; plain texts and numbers are shown as what they are. */
export function namedSchemas(names: readonly string[], schemas: TypeUse["schemas"]): string[] {
  const isNamed = (name: string) => {
    const schema = schemas[name];
    return schema !== undefined && !isPlain(schema, schemas);
  };
  return [...new Set(names)].filter(isNamed).sort();
}

/** Throws if a component has the same name as a declaration of the hand-written part. */
export function requireUniqueNames(text: string, components: readonly string[]): void {
  const declared = text.matchAll(/^(?:export )?(?:interface|type|class|function|const) (\w+)/gm);
  const names = [...declared].map(([, name]) => name as string);
  const twice = components.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice.length > 0)
    throw new Error(`components have the names of types of the client: ${twice.join(", ")}`);
}

export const heading = (title: string): string => `// ---- ${title} ${"-".repeat(110 - title.length)}\n`;

/** As many columns as the hand-written parts have. */
const width = 110;

/** Breaks long lines where a reader expects it: parameters, members of an object and branches of a union. Comments stay. */
export function brokenIntoLines(text: string): string {
  return text.split("\n").map(broken).join("\n");
}

function broken(line: string): string {
  if (line.length <= width || /^\s*(\*|\/[/*])/.test(line)) return line;
  const [, indent = ""] = /^(\s*)/.exec(line) ?? [];
  const listed = (head: string, parts: readonly string[], end: string, tail: string) =>
    [`${indent}${head}`, ...parts.map((part) => `${indent}  ${part}${end}`), `${indent}${tail}`].join("\n");

  const [, name, parameters, result] = /^\s+(\w+\()([^(]+)(\): [^(]+)$/.exec(line) ?? [];
  if (name && parameters && result) return listed(name, parameters.split(/, (?=\w+\??:)/), ",", result);
  const [, key, members, close] = /^\s+([^{]+\{) (.+) (\}[,;])$/.exec(line) ?? [];
  if (key && members && close)
    return listed(key, members.split(/[,;] (?=\w+:)/), close.replace("}", ""), close);
  const [, declared, union] = /^\s*(.+? =|\S+:) ([^{(]+ \| [^{(]+);$/.exec(line) ?? [];
  if (declared && union)
    return `${indent}${declared}\n${union
      .split(/ \| (?![^<]*>)/)
      .map((branch) => `${indent}  | ${branch}`)
      .join("\n")};`;
  return line;
}
