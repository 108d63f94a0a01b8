/** Finds members of a `match` that no call can have: the rule would never match, the verification never succeed. */
import type { Contract } from "../../engine/contract/contract.js";
import { unknownMembers } from "../../engine/contract/members.js";
import type { Problem } from "../../engine/values/problem.js";

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
    members ? unknownMembers(members, match[name], own, `match.${name}`) : [],
  );
}
