/**
 * Calls with invalid arguments, generated from the contract for every operation, with the expected answers.
 */
import { bundle } from "../../../src/engine/chapters/bundle.js";
import { readChapters } from "../../../scripts/spec/chapters.js";
import { operations, type OperationRow, type ParamRow } from "../../../generated/tables.js";
import { isWanted } from "../../support/wanted.js";

export interface ArgumentCase {
  readonly title: string;
  readonly operation: string;
  /** By name, in the order of the parameters. */
  readonly args: Readonly<Record<string, unknown>>;
  /**
   * The fault, and the parameter that fault 6 names; undefined = any answer, if it is the same everywhere.
   */
  readonly want: { readonly fault: string; readonly parameter?: string } | undefined;
  /** The unknown name. */
  readonly surplus?: string;
  /** The parameter with the wrong type. */
  readonly wrong?: string;
}

const chapters = new Map(bundle(readChapters()).methods.map((method) => [method.name, method]));
const rows = Object.entries<OperationRow>(operations).filter(([name]) => isWanted(name));

/** Arguments of the first example of an operation, which succeed on the sample shop. */
export function soundArguments(operation: string): Readonly<Record<string, unknown>> {
  const [example] = chapters.get(operation)?.examples ?? [];
  return Object.fromEntries(example?.params.map(({ name, value }) => [name, value]) ?? []);
}

/** A value that is invalid for every parameter of the kind, or that refers to no record. */
const misfits: Readonly<Record<ParamRow["kind"], unknown>> = {
  ...{ id: "no such thing", identifier: "no such thing", increment_id: "no such thing" },
  ...{ store: "no such thing", website: "no such thing", identifier_type: "no such thing" },
  ...{ text: true, flag: "perhaps", int: "many", decimal: "much" },
  ...{ data: "no object", upload: "no object", filters: "no object", raw: true },
};

const unusable = (parameter: string) => ({ fault: "invalid_request_param", parameter });

const surplusName = "zzz";

/** An unknown name among valid arguments. */
export const surplusCases: readonly ArgumentCase[] = rows.map(([operation, row]) => ({
  title: `${operation} with a surplus name`,
  operation,
  args: { ...soundArguments(operation), [surplusName]: 1 },
  want: wantForSurplus(operation, row),
  surplus: surplusName,
}));

/** An object without the name of a first parameter that takes objects is that argument itself (conventions 4). */
function wantForSurplus(operation: string, { params }: OperationRow): ArgumentCase["want"] {
  const [first, ...others] = params;
  const isValue = first?.takesObject && !others.some(({ required }) => required);
  return isValue && !Object.hasOwn(soundArguments(operation), first.name)
    ? { fault: first.fault ?? "invalid_request_param" }
    : unusable(surplusName);
}

/** One parameter of the wrong type: the `x-fault` of the contract, or fault 6. */
export const wrongTypeCases: readonly ArgumentCase[] = eachParam((operation, param) => ({
  title: `${operation} with an invalid ${param.name}`,
  operation,
  args: { ...soundArguments(operation), [param.name]: misfits[param.kind] },
  want: wantForMisfit(param),
  wrong: param.name,
}));

function wantForMisfit({ name, kind, fault = "invalid_request_param" }: ParamRow): ArgumentCase["want"] {
  if (fault !== "invalid_request_param") return { fault };
  // Names without a declared fault find nothing, like names in a list of names; raw values are accepted as they are.
  const isTaken = ["identifier", "raw"].includes(kind) || name === "productIds";
  return isTaken ? undefined : unusable(name);
}

/** A required parameter is omitted. */
export const missingCases: readonly ArgumentCase[] = eachRequired((operation, { name }) => {
  const { [name]: _, ...args } = soundArguments(operation);
  return { title: `${operation} without ${name}`, operation, args, want: unusable(name) };
});

/** A required parameter is null. */
export const nullCases: readonly ArgumentCase[] = eachRequired((operation, { name }) => ({
  title: `${operation} with null as ${name}`,
  operation,
  args: { ...soundArguments(operation), [name]: null },
  want: unusable(name),
}));

/** Optional parameters that are null count as omitted. Only for reads, because a write would succeed. */
export const optionalNullCases: readonly ArgumentCase[] = rows
  .filter(([, { effect, params }]) => effect === "read" && params.some(({ required }) => !required))
  .map(([operation, { params }]) => ({
    title: `${operation} with null for all optional parameters`,
    operation,
    args: Object.fromEntries(
      params.map(({ name, required, kind }) => [
        name,
        // The identifier in the example needs this type.
        required || kind === "identifier_type" ? (soundArguments(operation)[name] ?? null) : null,
      ]),
    ),
    want: undefined,
  }));

function eachParam(make: (operation: string, param: ParamRow) => ArgumentCase): ArgumentCase[] {
  return rows.flatMap(([operation, { params }]) => params.map((param) => make(operation, param)));
}

function eachRequired(make: (operation: string, param: ParamRow) => ArgumentCase): ArgumentCase[] {
  return rows.flatMap(([operation, { params }]) =>
    params.filter(({ required, nullable }) => required && !nullable).map((param) => make(operation, param)),
  );
}
