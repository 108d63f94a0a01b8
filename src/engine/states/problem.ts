/** A problem and its place: `calls[1].params.productData`, counted from 0, or `line 7: doc.sku`. */
export interface StateProblem {
  readonly place: string;
  readonly message: string;
}

/** All problems of a dataset. Nothing of it was loaded. */
export class StateProblems extends Error {
  override name = "StateProblems";
  constructor(readonly problems: readonly StateProblem[]) {
    super(problems.map(({ place, message }) => (place === "" ? message : `${place}: ${message}`)).join("; "));
  }
}

export function problemAt(place: string, message: string): StateProblems {
  return new StateProblems([{ place, message }]);
}

/** Maximum number of problems reported for one dataset. */
export const maxProblems = 100;

/** Texts that PostgreSQL cannot store. Every storage refuses a dataset with them, so that a dataset means the same everywhere (D-85). */
export function* characterProblems(value: unknown, place: string): Generator<StateProblem> {
  if (typeof value === "string" && !isStorable(value)) yield { place, message: `holds ${unstorable}` };
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* characterProblems(element, `${place}[${index}]`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (isStorable(name)) yield* characterProblems(member, `${place}.${name}`);
    else yield { place, message: `has a member whose name contains ${unstorable}` };
  }
}

const unstorable = "NUL or half of a surrogate pair, which not every storage keeps";

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
