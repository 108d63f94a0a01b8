/** Characters that PostgreSQL does not keep. A dataset with them is refused everywhere, so that it means one shop (D-85). */
import type { DatasetProblem } from "./problem.js";

const what = "NUL or half of a surrogate pair, which not every storage keeps";

/** Texts and names of members inside of a value that hold such characters. */
export function* characterProblems(value: unknown, place: string): Generator<DatasetProblem> {
  if (typeof value === "string" && !isKept(value)) yield { place, message: `holds ${what}` };
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* characterProblems(element, `${place}[${index}]`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (isKept(name)) yield* characterProblems(member, `${place}.${name}`);
    else yield { place, message: `has a member whose name holds ${what}` };
  }
}

function isKept(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Whether JSON may hold such characters: it has to escape them. */
export function maySpoil(json: Buffer): boolean {
  return json.includes("\\u0000") || json.includes("\\ud") || json.includes("\\uD");
}
