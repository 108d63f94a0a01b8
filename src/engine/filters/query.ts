/** The ID of a document in its collection. */
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
 * A condition on a document; storage/match.ts defines its exact meaning. `path` is dotted ("values.s1.name"); of several
 * paths the first with a value is used. Without `type`, the operand determines whether to compare texts or numbers.
 */
export interface Condition {
  readonly path: string | readonly string[];
  readonly type?: "text" | "number" | undefined;
  readonly op: Op;
  readonly value?: unknown;
}

/** Matches documents that meet all of `where` and at least one condition of each group in `any`. In ascending order of id. */
export interface Query {
  readonly where?: readonly Condition[] | undefined;
  readonly any?: readonly (readonly Condition[])[] | undefined;
  /** Only documents with a greater id. */
  readonly after?: Key | undefined;
  /** Number of matches to skip. Without conditions, the cost does not depend on it. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}
