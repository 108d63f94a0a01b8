/** Finds members of a `match` that no call can have: the rule would never match, the verification never succeed. */
import type { Contract } from "../../engine/contract/contract.js";
import { unknownMembers } from "../../engine/contract/members.js";
import { isObject } from "../../engine/values/coercion.js";
import type { Problem } from "../../engine/values/problem.js";
import { isCondition } from "./conditions.js";

type FindAdditionalMembers = (namespace: string) => Promise<readonly string[]>;

/** @param operation a name of the contract; other names allow any members */
export async function matchMemberProblems(
  { tables }: Contract,
  operation: string,
  match: Readonly<Record<string, unknown>> = {},
  additionalMembers: FindAdditionalMembers,
): Promise<Problem[]> {
  const row = tables.operations[operation];
  const wanted = row?.params.filter(({ name, members }) => members && match[name] !== undefined) ?? [];
  if (!row || wanted.length === 0) return [];
  const own = await additionalMembers(row.namespace);
  return wanted.flatMap(({ name, members }) =>
    members
      ? valuesOf(match[name]).flatMap((value) => unknownMembers(members, value, own, `match.${name}`))
      : [],
  );
}

/** The values that a match may stand for: those of `not` and `any`. */
function valuesOf(value: unknown): readonly unknown[] {
  if (!isCondition(value)) return [withoutConditions(value)];
  const { not, any = [] } = value;
  return [not, ...(any as readonly unknown[])].flatMap(valuesOf);
}

/** Conditions stand in place of values, and have no members. */
function withoutConditions(value: unknown): unknown {
  if (isCondition(value)) return undefined;
  if (Array.isArray(value)) return value.map(withoutConditions);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutConditions(member)]));
}
