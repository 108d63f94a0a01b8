/** Unknown members of data objects: ignored, or reported to callers who send `Prefer: handling=strict`. */
import type { Members, OperationRow } from "../../../generated/tables.js";
import { badParameter, type Fault, type FaultDetail } from "../calls/faults.js";
import { nearest } from "../config/spelling.js";
import { isObject } from "../values/coercion.js";
import { cutText } from "../values/messages.js";
import type { Problem } from "../values/problem.js";

const maxGuesses = 5;

/**
 * The fault for unknown members among the arguments of a call, if there are any.
 * @param attributes the codes of the shop's own attributes
 */
export function unknownMembersFault(
  { params, strictFault }: OperationRow,
  argument: (name: string) => unknown,
  attributes: readonly string[],
  raise: (fault: string, detail: FaultDetail) => Fault,
): Fault | undefined {
  for (const { name, members } of params) {
    if (!members) continue;
    const problems = unknownMembers(members, argument(name), attributes, members.isList ? name : "");
    if (problems.length === 0) continue;
    if (strictFault !== undefined) return raise(strictFault, problems);
    return badParameter(name, problems.map(({ field, message }) => `${field} ${message}`).join("; "));
  }
  return undefined;
}

/** The members of a value that are not known, by their paths below it. */
export function unknownMembers(
  top: Members,
  data: unknown,
  attributes: readonly string[],
  base = "",
): readonly Problem[] {
  // Maps below a data object have the codes of attributes as names, and so has the object itself.
  const open = new Set([...Object.keys(top.known), ...attributes]);
  const problems: Problem[] = [];
  walk(top, data, base);
  return problems;

  function walk(members: Members, value: unknown, path: string): void {
    if (!members.isList) judge(members, value, path);
    // A map in place of a list has IDs as names.
    else if (Array.isArray(value))
      value.forEach((entry, index) => judge(members, entry, `${path}[${index}]`));
  }

  function judge({ known, isOpen }: Members, value: unknown, path: string): void {
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const field = path === "" ? cutText(name) : `${path}.${cutText(name)}`;
      const inner = Object.hasOwn(known, name) ? known[name] : undefined;
      if (inner) walk(inner, member, field);
      else if (!Object.hasOwn(known, name) && !(isOpen && open.has(name))) {
        const names = () => [...Object.keys(known), ...(isOpen ? open : [])];
        problems.push({ field, message: meant(name, names, problems.length) });
      }
    }
  }
}

function meant(name: string, names: () => readonly string[], count: number): string {
  // Guessing takes time, and a shop may have thousands of attributes: only the first ones are guessed.
  const limit = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  const near = count < maxGuesses ? nearest(name, names(), limit) : undefined;
  return near === undefined ? "is not known" : `is not known; ${near} may be meant`;
}
