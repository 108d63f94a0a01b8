/** Arguments that clients of SOAP v1 and XML-RPC give as a map (doors 2.5). */
import type { ExtraArguments } from "../contract/arguments.js";
import type { Contract, ContractTables } from "../contract/contract.js";
import { isObject } from "../values/coercion.js";
import { memoize } from "../values/memo.js";
import { setMember } from "./request-values.js";

export interface MappedArguments {
  readonly args: unknown;
  /** The arguments that are parts of the WSDL, but no parameters. */
  readonly extraArguments?: ExtraArguments;
}

/**
 * A map is arguments by name if each of its keys is the name of another parameter, as the operation or a WSDL of SOAP v2 spells
 * it, in any case. Otherwise its values are positions, as under PHP 5 and 7. Other arguments stay as they are.
 */
export function mappedArguments(contract: Contract, path: unknown, args: unknown): MappedArguments {
  const operation = contract.operationNames.get(path);
  if (operation === undefined || !isObject(args) || args instanceof Error) return { args };
  const entries = Object.entries(args);
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
