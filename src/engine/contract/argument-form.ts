/** The arguments of a call in one of the forms of interface 6. */
import type { Fault } from "../calls/faults.js";

export type ArgumentForm =
  | { readonly form: "wrapped"; readonly args: unknown }
  | { readonly form: "positional"; readonly values: readonly unknown[] }
  | { readonly form: "named"; readonly members: Readonly<Record<string, unknown>> }
  /** What was sent holds no arguments. */
  | { readonly form: "unusable"; readonly fault: Fault };

/** Named parameters. A session among them, beside the header that decided who calls, means nothing. */
export function namedForm(members: Readonly<Record<string, unknown>>): ArgumentForm {
  if (!Object.hasOwn(members, "sessionId")) return { form: "named", members };
  const { sessionId: _, ...rest } = members;
  return { form: "named", members: rest };
}

/** What came beside the arguments, by name: the operation has no parameter for it, but means the same by it as others. */
export type Aside = Readonly<Record<string, unknown>>;
