/** Finds the parts of a call: by name, or by position for elements with unknown names (doors 3.2). */
import type { SoapElement } from "./reading.js";

/**
 * Returns the elements by part name. A part has several elements if its name is repeated. An element with an unknown name
 * stands for the part at its position, unless another element names that part. Surplus elements are ignored.
 */
export function partsByName(
  operation: SoapElement,
  names: readonly string[],
): ReadonlyMap<string, readonly SoapElement[]> {
  const parts = new Map<string, SoapElement[]>();
  operation.children.forEach((element, index) => {
    const isNamed = names.includes(element.name);
    const part = isNamed ? element.name : names[index];
    if (part === undefined) return;
    const found = parts.get(part);
    if (!found) parts.set(part, [element]);
    else if (isNamed) {
      const isRepeated = found[0]?.name === part;
      if (isRepeated) found.push(element);
      else parts.set(part, [element]);
    }
  });
  return parts;
}
