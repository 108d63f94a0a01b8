/** The meaning of a filter key: the path of its value in the stored document, and the type of the comparison. */
export interface FilterField {
  readonly path: string | readonly string[];
  readonly type: "number" | "text" | "datetime" | "date" | "boolean" | "membership";
}
