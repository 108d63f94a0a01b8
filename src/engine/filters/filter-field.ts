/** What a filter key means: where its value is in the stored document, and what it is compared as. */
export interface FilterField {
  readonly path: string | readonly string[];
  readonly type: "number" | "text" | "datetime" | "date" | "boolean" | "membership";
}
