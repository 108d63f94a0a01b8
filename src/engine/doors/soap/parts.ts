/** The parts of an operation: by name when the name is known, by position when it is not (doors 3.2). */
import type { SoapElement } from "./reading.js";

/** Elements by the names of the parts; a part that comes again is told once, with all of its elements. */
export function partsByName(
  operation: SoapElement,
  names: readonly string[],
): ReadonlyMap<string, readonly SoapElement[]> {
  const parts = new Map<string, SoapElement[]>();
  operation.children.forEach((element, index) => {
    const name = names.includes(element.name) ? element.name : names[index];
    if (name === undefined) return;
    const known = parts.get(name);
    // What is named wins over what only stands there.
    if (!known) parts.set(name, [element]);
    else if (element.name === name) {
      if (known[0]?.name === name) known.push(element);
      else parts.set(name, [element]);
    }
  });
  return parts;
}
