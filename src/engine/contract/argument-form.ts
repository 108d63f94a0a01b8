/** The arguments of a call in one of the forms of interface 6. */
import type { Fault } from "../calls/faults.js";

export type ArgumentForm =
  | { readonly form: "wrapped"; readonly args: unknown }
  | { readonly form: "positional"; readonly values: readonly unknown[] }
  | { readonly form: "named"; readonly members: Readonly<Record<string, unknown>> }
  /** What was sent holds no arguments. */
  | { readonly form: "unusable"; readonly fault: Fault };

/** What came beside the arguments, by name: the operation has no parameter for it, but means the same by it as others. */
export type Aside = Readonly<Record<string, unknown>>;
