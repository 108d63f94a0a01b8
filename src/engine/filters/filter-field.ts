/** The meaning of a filter key: the path of its value in the stored document, and the type of the comparison. */
export interface FilterField {
  readonly path: string | readonly string[];
  readonly type: "number" | "text" | "datetime" | "date" | "boolean" | "membership";
  /** All values of a field that has a closed set of them. Strict handling refuses conditions that ask only for others. */
  readonly values?: readonly (string | number)[];
}

/** The fields that a list can be filtered by. */
export interface FilterFields {
  /** Undefined for a key that cannot be filtered by. */
  get(key: string): FilterField | undefined;
  /** The known keys, for the message about an unknown one. */
  readonly names?: () => readonly string[];
}
