/** The questions that every storage answers; what a condition means stands in storage/match.ts. */

/** What identifies a document in its collection. */
export type Key = number | string;

export type Op =
  | "eq"
  | "neq"
  | "like"
  | "nlike"
  | "in"
  | "nin"
  | "gt"
  | "gteq"
  | "lt"
  | "lteq"
  | "null"
  | "notnull"
  | "finset";

/**
 * One test on a document; its exact meaning is in storage/match.ts. `path` is dotted ("values.s1.name"); of several
 * paths the first that holds a value counts. Without `type`, a text operand compares as text and a number as
 * a number.
 */
export interface Condition {
  readonly path: string | readonly string[];
  readonly type?: "text" | "number" | undefined;
  readonly op: Op;
  readonly value?: unknown;
}

/**
 * All of `where`, and of each group in `any` at least one. Answers come in ascending order of id, after
 * `after`.
 */
export interface Query {
  readonly where?: readonly Condition[] | undefined;
  readonly any?: readonly (readonly Condition[])[] | undefined;
  readonly after?: Key | undefined;
  /** Matches to leave out at the start. Without conditions it costs the same for any number. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}
