/** Members that a `match` names and that no call can have: a rule would never be hit, a verification never true. */
import type { Contract } from "../../engine/contract/contract.js";
import { unknownMembers } from "../../engine/contract/members.js";
import type { Problem } from "../../engine/values/problem.js";

type OwnMembers = (namespace: string) => Promise<readonly string[]>;

/** @param operation by the name of the contract; others take any members */
export async function matchMemberProblems(
  { tables }: Contract,
  operation: string,
  match: Readonly<Record<string, unknown>> = {},
  ownMembers: OwnMembers,
): Promise<Problem[]> {
  const row = tables.operations[operation];
  const wanted = row?.params.filter(({ name, members }) => members && match[name] !== undefined) ?? [];
  if (!row || wanted.length === 0) return [];
  const own = await ownMembers(row.namespace);
  return wanted.flatMap(({ name, members }) =>
    members ? unknownMembers(members, match[name], own, `match.${name}`) : [],
  );
}
