/** Arguments as clients of SOAP v1 and XML-RPC give them: by name, and in the forms of older programs (doors 2.5). */
import type { OperationRow, ParamRow } from "../../../generated/tables.js";
import type { Arguments, ExtraArguments } from "../contract/arguments.js";
import type { Contract, ContractTables } from "../contract/contract.js";
import { isObject } from "../values/coercion.js";
import { memoize } from "../values/memo.js";
import { entriesInOrder, setMember } from "./request-values.js";

interface MappedArguments {
  readonly args: unknown;
  /** The arguments that are parts of the WSDL, but no parameters. */
  readonly extraArguments?: ExtraArguments;
}

/**
 * A map is arguments by name if each of its keys is the name of another parameter, as the operation or a WSDL of SOAP v2 spells
 * it, in any case. Otherwise its values are positions in the order of the document, as under PHP 5 and 7.
 */
export function mappedArguments(contract: Contract, path: unknown, args: unknown): MappedArguments {
  const operation = contract.operationNames.get(path);
  if (operation === undefined || typeof args !== "object" || args === null || args instanceof Error)
    return { args };
  const mapped = isObject(args) ? byNameOrPosition(contract, operation, args) : { args };
  const row = contract.tables.operations[operation];
  return row ? { ...mapped, args: inOurForms(row, mapped.args) } : mapped;
}

function byNameOrPosition(contract: Contract, operation: string, args: object): MappedArguments {
  const entries = entriesInOrder(args);
  if (entries.length === 0) return { args };
  const names = memoize(contract.tables, argumentNames).get(operation);
  const given = new Map(entries.map(([key, value]) => [names?.get(key.toLowerCase()), value]));
  if (given.has(undefined) || given.size < entries.length) return { args: entries.map(([, value]) => value) };
  const named: Record<string, unknown> = {};
  const extraArguments: Record<string, unknown> = {};
  for (const [name, value] of given) {
    if (name) setMember(name.isParam ? named : extraArguments, name.name, value);
  }
  return { args: named, ...(Object.keys(extraArguments).length > 0 && { extraArguments }) };
}

/** The arguments, by position or name, without the forms that only older programs send. */
function inOurForms(row: OperationRow, args: unknown): unknown {
  if (!Array.isArray(args)) return namedInOurForms(row, args as Arguments);
  return args.map((value, index) => inOurForm(row, row.params[index], value));
}

export function namedInOurForms(row: OperationRow, args: Arguments): Arguments {
  const paramOf = (name: string) => row.params.find((param) => param.name === name);
  const entries = Object.entries(args).map(([name, value]) => [name, inOurForm(row, paramOf(name), value)]);
  return Object.fromEntries(entries) as Arguments;
}

/**
 * `false` leaves out an optional argument that takes no boolean, as PHP programs mean it. In the place of the ID in a list of
 * what one record has, a filter by that ID is the ID, as programs for ERP systems send it.
 */
function inOurForm({ name, params }: OperationRow, param: ParamRow | undefined, value: unknown): unknown {
  if (!param) return value;
  if (value === false && !param.required && param.kind !== "flag") return undefined;
  if (name !== "list" || param !== params[0] || param.kind !== "id" || !isObject(value)) return value;
  return (
    filteredId(
      value,
      param.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ) ?? value
  );
}

/** The ID in `{customer_id: 1}`, `{customer_id: {eq: 1}}`, `{customer_id: {in: [1]}}`; undefined in any other map. */
function filteredId(filters: object, member: string): unknown {
  const [[name, condition] = [], ...others] = Object.entries(filters) as [string?, unknown?][];
  if (name !== member || others.length > 0) return undefined;
  if (!isObject(condition)) return condition;
  const [[operator, operand] = [], ...more] = Object.entries(condition) as [string?, unknown?][];
  if (more.length > 0) return undefined;
  if (operator === "eq") return operand;
  return operator === "in" && Array.isArray(operand) && operand.length === 1
    ? (operand[0] as unknown)
    : undefined;
}

interface ArgumentName {
  readonly name: string;
  /** Whether it is a parameter; otherwise a part of the WSDL that the operation has no parameter for. */
  readonly isParam: boolean;
}

type ArgumentNames = ReadonlyMap<string, ArgumentName>;

/** By operation, the arguments by the lower-case spelling of each of their names. */
function argumentNames({ operations, soapFunctions }: ContractTables): ReadonlyMap<string, ArgumentNames> {
  const functions = new Map(Object.values(soapFunctions).map((one) => [one.operation, one]));
  return new Map(
    Object.entries(operations).map(([operation, { params }]) => {
      const own = new Map(params.map(({ name }) => [name, { name, isParam: true }]));
      const names = new Map([...own].map(([name, argument]) => [name.toLowerCase(), argument]));
      const { rpc, wsi } = functions.get(operation) ?? {};
      for (const { name, param } of [...(rpc?.parts ?? []), ...(wsi?.parts ?? [])]) {
        const known = names.get(name.toLowerCase());
        if (!known) names.set(name.toLowerCase(), own.get(param ?? "") ?? { name, isParam: false });
      }
      return [operation, names] as const;
    }),
  );
}
