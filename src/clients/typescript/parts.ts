/** Helpers of the generators of both TypeScript clients. */
import type { HandWrittenFiles } from "../hand-written.js";

/** A hand-written part without its imports, which end up in the same file, and without exports of its helpers. */
export function runtimeText(files: HandWrittenFiles, name: string): string {
  return files
    .text("typescript", `${name}.ts`)
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^(\/\/ The part below[^\n]*\n)?export \{[^}]*\};\n/gm, "")
    .trim()
    .concat("\n");
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
