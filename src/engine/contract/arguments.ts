/** Reads the arguments of a call in every form (conventions 2.7, 4). */
import type { OperationRow, ParamRow } from "../../../generated/tables.js";
import type { Check } from "../../../generated/validators.js";
import { Fault, badParameter, globalFault } from "./faults.js";
import { blaming } from "./blamed-arguments.js";
import type { Contract } from "./contract.js";
import { kinds, cleanText, illegalText, isObject, sanitize, toInt } from "../values/coercion.js";
import { requiredMessage } from "./inputs.js";
import { schemaWords } from "./schema-words.js";
import { cutText, quote } from "../values/messages.js";
import { rangeText, toIntIn } from "../values/whole-numbers.js";

export type ArgumentForm =
  | { readonly form: "wrapped"; readonly args: unknown }
  | { readonly form: "positional"; readonly values: readonly unknown[] }
  | { readonly form: "named"; readonly members: Readonly<Record<string, unknown>> }
  /** The body contains no usable arguments. */
  | { readonly form: "unusable"; readonly fault: Fault };

/** Named parameters. A `sessionId` among them is ignored: the header authenticates. */
export function namedForm(members: Readonly<Record<string, unknown>>): ArgumentForm {
  if (!Object.hasOwn(members, "sessionId")) return { form: "named", members };
  const { sessionId: _, ...rest } = members;
  return { form: "named", members: rest };
}

/** Arguments by name that are not parameters of the operation, such as further parts of SOAP v2. */
export type ExtraArguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments in the order of the parameters. Throws fault 6 for a name that is not a parameter.
 */
export function positionalArguments(row: OperationRow, args: ArgumentForm): readonly unknown[] {
  switch (args.form) {
    case "wrapped":
      return Array.isArray(args.args) ? args.args : spread(row.params, args.args);
    case "positional":
      return args.values;
    case "named":
      return spread(row.params, args.members);
    case "unusable":
      throw args.fault;
  }
}

/** One value or an object of named parameters. */
function spread(params: readonly ParamRow[], args: unknown): readonly unknown[] {
  if (args === undefined) return [];
  if (!isObject(args)) return [args];

  const surplus = Object.keys(args).find((key) => !params.some(({ name }) => name === key));
  if (surplus === undefined) {
    return params.map(({ name }) => (Object.hasOwn(args, name) ? args[name] : undefined));
  }
  if (isFirstArgument(params, args)) return [args];
  throw badParameter(cutText(surplus), `is not a parameter; ${parameterList(params)}`);
}

/** Whether an object with other names than parameters is the first argument itself, as in `customer.create`. */
function isFirstArgument([first, ...others]: readonly ParamRow[], args: object): boolean {
  const takesObject = first?.takesObject ?? false;
  return takesObject && others.every(({ required }) => !required) && !Object.hasOwn(args, first?.name ?? "");
}

/** The fault for more positions than parameters, which only strict handling refuses (conventions 4). */
export function surplusPositions(operation: string, { params }: OperationRow, count: number): Fault {
  const taken =
    params.length === 0 ? "none" : `${params.length}: ${params.map(({ name }) => name).join(", ")}`;
  const given = count === 1 ? "holds 1 position" : `holds ${count} positions`;
  return badParameter("args", `${given}, but ${operation} takes ${taken}`);
}

/**
 * The arguments of a reading operation for each record that a writing operation names: `productIds` names several for
 * `productId`, and `productId` is one of `productIds`.
 */
export function readingArguments(
  { params }: OperationRow,
  argument: (name: string) => unknown,
): readonly (readonly unknown[])[] {
  let calls: readonly (readonly unknown[])[] = [[]];
  for (const { name } of params) {
    const several = argument(`${name}s`);
    const one = argument(name) ?? (name.endsWith("s") ? listOf(argument(name.slice(0, -1))) : undefined);
    const values = one === undefined && several !== undefined ? (listOf(several) ?? []) : [one];
    calls = calls.flatMap((call) => values.map((value) => [...call, value]));
  }
  return calls;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

function parameterList(params: readonly ParamRow[]): string {
  if (params.length === 0) return "the operation has no parameters";
  return `the parameters are ${params.map(({ name }) => name).join(", ")}`;
}

/** Coerces a value to the type of the parameter, for comparisons; undefined if its form is unusable. */
export function coerce({ kind, ...param }: ParamRow, value: unknown): unknown {
  return value === undefined || value === null ? param.default : kinds[kind].read(value);
}

/** Characters of all texts of one call, without files: reading that many takes 20 ms at most. */
const maxCharacters = 2 * 1024 * 1024;

const tooMuchText = `The arguments have more than ${maxCharacters} characters.`;

/** Arguments by parameter. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of one call, after the checks that come before the operation. */
export interface CallArguments {
  /** Arguments except those that the operation checks itself. */
  readonly plain: Arguments;
  /** Checks and returns arguments in the given order. Throws the fault that the contract names. */
  check(...names: readonly string[]): Arguments;
  /** Returns an argument as it was sent. */
  asSent(name: string): unknown;
  /** Returns a fault of the call with the argument that it follows from; any other error as it is. */
  blaming<Thrown>(error: Thrown): Thrown | Fault;
}

/** Creates the reader of one operation's arguments, once per operation at start. */
export function argumentsReader(
  contract: Contract,
  operation: OperationRow,
): (values: readonly unknown[]) => CallArguments {
  const params = operation.params.map((param, index) => ({
    name: param.name,
    index,
    isRequired: isRequired(param),
    byDefault: param.default,
    content: kinds[param.kind].content,
    turn: turnOf(param),
    read: argumentReader(contract, operation, param),
  }));
  const plainParams = params.filter(({ turn }) => turn !== "handler");
  const defaults = Object.fromEntries(plainParams.map(({ name, byDefault }) => [name, byDefault]));
  const lastParams = params.filter(({ turn }) => turn === "last");
  const checkedParams = new Map(
    params.filter(({ turn }) => turn === "handler").map((one) => [one.name, one]),
  );

  /** A class, because closures for what few handlers use would be created for every call. */
  class ReadArguments implements CallArguments {
    constructor(
      readonly plain: Arguments,
      private readonly values: readonly unknown[],
      private readonly given: readonly unknown[],
    ) {}

    check(...names: readonly string[]): Arguments {
      const checked: Record<string, unknown> = {};
      for (const name of names) {
        const param = checkedParams.get(name);
        if (!param) throw new Error(`the contract lets nobody check ${name}: read it from args`);
        const value = this.values[param.index];
        checked[name] = value === undefined || value === null ? param.byDefault : param.read(value);
      }
      return checked;
    }

    asSent(name: string): unknown {
      return this.values[params.findIndex((param) => param.name === name)];
    }

    blaming<Thrown>(error: Thrown): Thrown | Fault {
      return withArgument(error, this.given);
    }
  }

  const withArgument = <Thrown>(error: Thrown, given: readonly unknown[]) =>
    error instanceof Fault ? blaming(error, operation, given) : error;

  const readAll = (given: readonly unknown[]) => {
    const room = { left: maxCharacters };
    const values: unknown[] = [];
    for (const { index, content } of params) values.push(sanitize(given[index], { room, content }));
    if (room.left < 0) throw globalFault("invalid_request_param", tooMuchText);
    // Copying an object with all members is far cheaper than adding them one by one.
    const plain: Record<string, unknown> = { ...defaults };
    for (const { name, index, isRequired, turn, read } of params) {
      const value = values[index];
      if (value === undefined || value === null) {
        if (isRequired) throw badParameter(name, requiredMessage);
      } else if (turn === "first") plain[name] = read(value);
    }
    for (const { name, index, read } of lastParams) {
      const value = values[index];
      if (value !== undefined && value !== null) plain[name] = read(value);
    }
    return new ReadArguments(plain, values, given);
  };

  return (given) => {
    try {
      return readAll(given);
    } catch (error) {
      throw withArgument(error, given);
    }
  };
}

function isRequired({ required, nullable }: ParamRow): boolean {
  return required && !nullable;
}

/** Faults that the contract declares for an argument come after those of the form of all others. */
function turnOf({ checked, kind, fault }: ParamRow): "first" | "last" | "handler" {
  if (checked) return "handler";
  return kinds[kind].namesRecord || fault === undefined ? "first" : "last";
}

/** Creates a function that reads a value like this argument of the operation, with the same faults. */
export function readerOf(
  contract: Contract,
  operation: OperationRow,
  name: string,
): (value: unknown) => unknown {
  const param = operation.params.find((one) => one.name === name);
  if (!param) throw new Error(`${operation.namespace}.${operation.name} has no parameter ${name}`);
  const read = argumentReader(contract, operation, param);
  return (value) => {
    if (value !== undefined && value !== null) return read(value);
    if (isRequired(param)) throw badParameter(name, requiredMessage);
    return param.default;
  };
}

/** Reads an argument that was given; throws the fault that the contract names for an unusable form. */
function argumentReader(
  contract: Contract,
  operation: OperationRow,
  param: ParamRow,
): (value: unknown) => unknown {
  const read = formReader(contract, param);
  return (value) => {
    const argument = read(value);
    if (argument === undefined) throw unusable(contract, operation, param, value);
    return argument;
  };
}

/** Converts a value for the handler; undefined if its form is unusable. Any scalar is a usable name of a record. */
function formReader(
  { tables }: Contract,
  { check, kind, fault, range }: ParamRow,
): (value: unknown) => unknown {
  const { namesRecord, resolvedLater, read } = kinds[kind];
  if (namesRecord) {
    const isName = namesAnything(kind, fault) ? isScalar : isNumber;
    return (value) => (isName(value) ? read(value) : undefined);
  }
  if (check === undefined || resolvedLater) return read;
  const compiled = tables.argumentChecks[check];
  if (!compiled) throw new Error(`the contract lacks a check of ${check}`);
  if (!range) return (value) => (compiled(value) ? read(value) : undefined);
  // The check knows the bounds of numbers, but not of numbers as text.
  return (value) => (compiled(value) ? toIntIn(value, range) : undefined);
}

/** Without a fault for an ID that nothing has, an operation would take any text for one that finds nothing. */
function namesAnything(kind: ParamRow["kind"], fault: string | undefined): boolean {
  return kind !== "id" || fault !== undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}

function isNumber(value: unknown): boolean {
  return toInt(value) !== undefined;
}

function unusable(contract: Contract, { namespace }: OperationRow, param: ParamRow, value: unknown): Fault {
  const { name, fault = "invalid_request_param", check = "" } = param;
  const missed = expectation(param, value, contract.tables.argumentChecks[check]?.errors);
  const message = `${missed}, not ${quote(value)}`;
  return fault === "invalid_request_param" || kinds[param.kind].namesRecord
    ? badParameter(name, message)
    : contract.fault(namespace, fault, [{ field: name, message }]);
}

const expectations: Partial<Record<ParamRow["kind"], string>> = {
  identifier_type: 'must be "sku" or "id"',
  text: "must be text",
  flag: "must be true or false",
  int: "must be a whole number",
  decimal: "must be a number",
  data: "must be an object",
  upload: "must be an object",
  filters: "must be an object of conditions by field",
};

/** What the schema says against a text, or a value in a list or object. */
function missedRule(errors: Check["errors"]): string | undefined {
  const missed = errors?.find(({ keyword }) => keyword === "pattern" || keyword === "enum");
  if (missed === undefined) return undefined;
  const { instancePath } = missed;
  return `${instancePath === "" ? "" : `${cutText(instancePath)} `}${cutText(schemaWords(missed))}`;
}

/** What the value of a parameter must be; the caller adds the value that it is not. */
function expectation({ kind, fault, range }: ParamRow, value: unknown, errors: Check["errors"]): string {
  if (!namesAnything(kind, fault)) return "must be the number of a record";
  if (range) return rangeText(range);
  if (kinds[kind].namesRecord) return "must be a number or a text";
  if (kind === "text" && typeof value === "string") {
    if (cleanText(value) === undefined) return illegalText(value);
    return missedRule(errors) ?? "is too long";
  }
  if (kind === "raw") return missedRule(errors) ?? "has an unusable form";
  return expectations[kind] ?? "has an unusable form";
}
