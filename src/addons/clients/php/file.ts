/** Generates a PHP file with its head. */
import { banner } from "../../../engine/chapters/views.js";

/** @param uses classes of other namespaces */
export function phpFile(namespace: string, uses: readonly string[], text: string): string {
  const imports = [...new Set(uses)].sort().map((name) => `use ${name};`);
  return [
    "<?php",
    `// ${banner}`,
    "",
    "declare(strict_types=1);",
    "",
    `namespace ${namespace};`,
    "",
    ...(imports.length === 0 ? [] : [...imports, ""]),
    text,
  ].join("\n");
}
