/** What both TypeScript clients are put together with. */
import type { HandWritten } from "../hand-written.js";

/** A hand-written part: without its imports, which are in the same file now, and its helpers' exports. */
export function runtimeText(files: HandWritten, name: string): string {
  return files
    .text("typescript", `${name}.ts`)
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^(\/\/ The part below[^\n]*\n)?export \{[^}]*\};\n/gm, "")
    .trim()
    .concat("\n");
}

/** A component must not be called as a type of the hand-written part is. */
export function refuseClashes(text: string, components: readonly string[]): void {
  const declared = text.matchAll(/^(?:export )?(?:interface|type|class|function|const) (\w+)/gm);
  const names = [...declared].map(([, name]) => name as string);
  const twice = components.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice.length > 0)
    throw new Error(`components are called like types of the client: ${twice.join(", ")}`);
}

export const heading = (title: string): string => `// ---- ${title} ${"-".repeat(110 - title.length)}\n`;
