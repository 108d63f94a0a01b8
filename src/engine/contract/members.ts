/** Unknown members of data objects: ignored, or reported to callers who send `Prefer: handling=strict`. */
import type { Members, OperationRow } from "../../../generated/tables.js";
import { badParameter, type Fault, type FaultDetail } from "../calls/faults.js";
import { nearest } from "../config/spelling.js";
import { isObject } from "../values/coercion.js";
import { cutText } from "../values/messages.js";
import type { Problem } from "../values/problem.js";

const maxSuggestions = 5;

/**
 * The fault for unknown members in the arguments of a call, if there are any.
 * @param attributes codes of custom attributes, which are known members as well
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

/** The unknown members of a value, with their paths. */
export function unknownMembers(
  top: Members,
  data: unknown,
  attributes: readonly string[],
  base = "",
): readonly Problem[] {
  // In a data object and in maps below it, attribute codes are names as well.
  const open = new Set([...Object.keys(top.known), ...attributes]);
  const problems: Problem[] = [];
  walk(top, data, base);
  return problems;

  function walk(members: Members, value: unknown, path: string): void {
    if (!members.isList) judge(members, value, path);
    // A map in place of a list has IDs as names, so only lists are checked.
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
        problems.push({ field, message: unknownMemberMessage(name, names, problems.length) });
      }
    }
  }
}

function unknownMemberMessage(name: string, names: () => readonly string[], count: number): string {
  // Suggestions take time with thousands of attributes, so only the first members get one.
  const limit = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  const near = count < maxSuggestions ? nearest(name, names(), limit) : undefined;
  return near === undefined ? "is not known" : `is not known; ${near} may be meant`;
}
