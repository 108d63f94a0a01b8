/** Readers of the data objects of the shop's contract (D-211). */
import { inputs } from "../../generated/inputs.js";
import { inputReader, type InputReader, type InputRow, type OwnReaders } from "../engine/contract/inputs.js";
import type { DataObject } from "../engine/values/coercion.js";

export { inputs };

type Inputs = typeof inputs;
/** The name of the schema of a data object. */
type InputName = keyof Inputs;
/** The members of data objects that their operations write. */
export type MemberOf<Name extends InputName> = { [One in Name]: keyof Inputs[One] & string }[Name];

export function membersOf<Name extends InputName>(name: Name): readonly MemberOf<Name>[] {
  return Object.keys(inputs[name]) as MemberOf<Name>[];
}

/** The members that have to be given. */
export function requiredMembers<Name extends InputName>(name: Name): readonly MemberOf<Name>[] {
  return membersOf(name).filter((member) => (inputs[name] as Record<string, InputRow>)[member]?.required);
}

/** Other names of members, each with the name that wins if both are given (`x-alias-of`). */
export function aliasesOf(name: InputName): readonly (readonly [alias: string, name: string])[] {
  return Object.entries(inputs[name] as Record<string, InputRow>).flatMap(([alias, { aliasOf }]) =>
    aliasOf === undefined ? [] : [[alias, aliasOf] as const],
  );
}

/** The data with the members that were given by another name. */
export function withoutAliases(name: InputName, data: DataObject): DataObject {
  const members = { ...data };
  for (const [alias, member] of aliasesOf(name)) members[member] ??= data[alias];
  return members;
}

/** The rows of data objects that are read alike, such as those of a new record and of its changes. */
type RowsOf<Name extends InputName> = {
  [Member in MemberOf<Name>]: {
    [One in Name]: Member extends keyof Inputs[One] ? Inputs[One][Member] : never;
  }[Name];
};

/**
 * Creates a reader of data objects.
 * @param names their schemas; the first one says what is required
 * @param own readers of members with rules beyond the schema
 * @param first the members that are checked before the others, which follow in the order of the schema
 */
export function readerOf<Name extends InputName, Fields, Context = undefined>(
  names: readonly [Name, ...Name[]],
  own: OwnReaders<RowsOf<Name>, Fields, Context>,
  first: readonly MemberOf<Name>[] = [],
): InputReader<RowsOf<Name>, Fields, Context> {
  const rows: Record<string, InputRow> = {};
  for (const name of names)
    for (const [member, row] of Object.entries<InputRow>(inputs[name]))
      rows[member] ??= name === names[0] ? row : { ...row, required: undefined };
  return inputReader<RowsOf<Name>, Fields, Context>(rows as RowsOf<Name>, own, first);
}
