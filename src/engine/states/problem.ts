/** One thing that is wrong, and where: `calls[1].params.productData`, counted from 0, or `line 7: doc.sku`. */
export interface StateProblem {
  readonly place: string;
  readonly message: string;
}

/** Everything that is wrong with a dataset, named by place. Nothing of it was loaded. */
export class StateProblems extends Error {
  override name = "StateProblems";
  constructor(readonly problems: readonly StateProblem[]) {
    super(problems.map(({ place, message }) => (place === "" ? message : `${place}: ${message}`)).join("; "));
  }
}

export function problemAt(place: string, message: string): StateProblems {
  return new StateProblems([{ place, message }]);
}

/** Of one dataset: more help nobody. */
export const maxProblems = 100;

/** Texts that PostgreSQL does not keep. A dataset with them is refused everywhere, so that it means one shop (D-85). */
export function* characterProblems(value: unknown, place: string): Generator<StateProblem> {
  if (typeof value === "string" && !isKept(value)) yield { place, message: `holds ${notKept}` };
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* characterProblems(element, `${place}[${index}]`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (isKept(name)) yield* characterProblems(member, `${place}.${name}`);
    else yield { place, message: `has a member whose name holds ${notKept}` };
  }
}

const notKept = "NUL or half of a surrogate pair, which not every storage keeps";

function isKept(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
