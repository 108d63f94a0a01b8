/** The parameters of the methods of the protocol. */
import { builtins as rows } from "../../../generated/convention.js";
import type { ArgumentForm } from "../contract/arguments.js";
import { shorten } from "../values/text.js";

/** The parameters of a method of the protocol, in order or by name. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The user name of a login, shortened. */
export function loginName(params: Params): string {
  const [username] = methodParams("login", params);
  return typeof username === "string" ? shorten(username, 80) : "";
}

/** The arguments in the parameters of `call`. */
export function argumentsOfCall(params: Params): unknown {
  return methodParams("call", params)[2];
}

/** The parameters of a method of the protocol by name. */
export function methodForm(method: string, params: Params): ArgumentForm {
  const values = methodParams(method, params);
  const names = rows[method]?.params ?? [];
  return { form: "named", members: Object.fromEntries(names.map((name, index) => [name, values[index]])) };
}

/** The parameters of a method of the protocol in order, whether given as a list or by name. */
export function methodParams(method: string, params: Params): readonly unknown[] {
  if (Array.isArray(params)) return params;
  const named = params as Record<string, unknown>;
  return (rows[method]?.params ?? []).map((name) => (Object.hasOwn(named, name) ? named[name] : undefined));
}
