/**
 * What a WSDL of SOAP v2 describes, and what responses contain: the built-in methods, the functions that the server offers, and
 * their types. Parts and members beyond the original are among them only with WSDL_EXTRAS=on (doors 4.1).
 */
import type { SoapBinding, SoapForm, SoapType } from "../../../../generated/doors/soap-v2.js";
import type { OperationRow } from "../../../../generated/tables.js";
import type { ContractTables } from "../../contract/contract.js";
import type { BuiltinName } from "../builtin-calls.js";
import { methodNotes } from "../xml-rpc/introspection.js";
import { builtinFormV2, builtinSignatures } from "./builtins.js";
import { sessionPart } from "./parts.js";

export interface DescribedFunction extends SoapForm {
  readonly name: string;
  readonly documentation: string;
  /** How the names of its elements begin in document/literal. */
  readonly element: string;
}

export interface DescribedSoap {
  readonly binding: SoapBinding;
  readonly functions: readonly DescribedFunction[];
  readonly types: Readonly<Record<string, SoapType>>;
}

interface SoapDescription {
  readonly binding: SoapBinding;
  /** WSDL_EXTRAS */
  readonly hasExtras: boolean;
}

/** @param isOffered whether the server offers an operation (NAMESPACES) */
export function describedSoap(
  tables: ContractTables,
  { binding, hasExtras }: SoapDescription,
  isOffered: (operation: string) => boolean,
): DescribedSoap {
  const isDescribed = ({ isExtra = false }) => hasExtras || !isExtra;
  const builtins = Object.keys(builtinSignatures).flatMap((name) => {
    const form = builtinFormV2(name as BuiltinName, binding);
    return form ? [{ name, element: name, documentation: methodNotes[name]?.help ?? "", ...form }] : [];
  });
  const ofOperations = Object.entries(tables.soapFunctions)
    .filter(([, { operation }]) => isOffered(operation))
    .map(([name, one]): DescribedFunction => {
      const { title } = tables.operations[one.operation] as OperationRow;
      const { parts, answers } = one[binding];
      const described = [sessionPart, ...parts.filter(isDescribed)];
      return { name, element: one.element ?? name, documentation: title, parts: described, answers };
    });
  const functions = [...builtins, ...ofOperations];
  const types = Object.fromEntries(
    Object.entries(tables.soapTypes[binding]).map(([name, type]) => [
      name,
      "list" in type ? type : { members: type.members.filter(isDescribed) },
    ]),
  );
  return { binding, functions, types: reachable(types, functions) };
}

/** The types that the functions use, directly or through other types. */
function reachable(
  types: DescribedSoap["types"],
  functions: readonly DescribedFunction[],
): DescribedSoap["types"] {
  const reached = new Set<string>();
  const reach = (name: string) => {
    const type = types[name];
    if (!type || reached.has(name)) return;
    reached.add(name);
    if ("list" in type) reach(type.list);
    else for (const member of type.members) reach(member.type);
  };
  for (const { parts, answers } of functions) for (const { type } of [...parts, answers]) reach(type);
  return Object.fromEntries(Object.entries(types).filter(([name]) => reached.has(name)));
}
