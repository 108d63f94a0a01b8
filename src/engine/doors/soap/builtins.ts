/**
 * The built-in methods as operations of SOAP: their parts in the order of the WSDL, and the types of their results
 * (doors 3.1, 4.1).
 */
import type { SoapBinding, SoapForm } from "../../../../generated/doors/soap-v2.js";
import type { BuiltinName } from "../builtin-calls.js";
import type { Decoder } from "./decoding.js";
import { partsByName, partsOfDocument } from "./parts.js";
import type { SoapElement } from "./reading.js";

interface BuiltinSignature {
  readonly parts: readonly (readonly [name: string, type: string])[];
  /** The type of the result in SOAP v1. */
  readonly result: string;
  /** The type of the result in SOAP v2, which has no `call` and no `multiCall`. */
  readonly resultV2?: string;
}

const session = ["sessionId", "string"] as const;

export const builtinSignatures: Readonly<Record<BuiltinName, BuiltinSignature>> = {
  call: { parts: [session, ["resourcePath", "string"], ["args", "anyType"]], result: "anyType" },
  multiCall: { parts: [session, ["calls", "FixedArray"], ["options", "anyType"]], result: "FixedArray" },
  endSession: { parts: [session], result: "boolean", resultV2: "boolean" },
  login: {
    parts: [
      ["username", "string"],
      ["apiKey", "string"],
    ],
    result: "string",
    resultV2: "string",
  },
  startSession: { parts: [], result: "string", resultV2: "string" },
  resources: { parts: [session], result: "FixedArray", resultV2: "ArrayOfApis" },
  globalFaults: { parts: [session], result: "FixedArray", resultV2: "ArrayOfExistsFaltures" },
  resourceFaults: {
    parts: [["resourceName", "string"], session],
    result: "FixedArray",
    resultV2: "ArrayOfExistsFaltures",
  },
};

/** The part of the response that contains the result of a built-in method. */
export function resultPart(name: string): string {
  return `${name}Return`;
}

/** A built-in method in SOAP v2; undefined if it does not exist there. WS-I has the session first (doors 4.4). */
export function builtinFormV2(name: BuiltinName, binding: SoapBinding): SoapForm | undefined {
  const { parts, resultV2: type } = builtinSignatures[name];
  if (type === undefined) return undefined;
  const described = parts.map(([part, partType]) => ({
    name: part,
    type: partType,
    required: true as const,
  }));
  if (binding === "rpc") return { parts: described, answers: { name: resultPart(name), type } };
  const isSession = (part: { readonly name: string }) => part.name === "sessionId";
  return {
    parts: [...described.filter(isSession), ...described.filter((part) => !isSession(part))],
    answers: { name: "result", type },
  };
}

/**
 * Reads the parameters of a built-in method, in the order of `RpcService.builtin`.
 * @param isDocument whether the request is that of WS-I
 */
export function builtinParams(
  name: BuiltinName,
  operation: SoapElement,
  decoder: Decoder,
  isDocument = false,
): unknown[] {
  const { parts } = builtinSignatures[name];
  const names = parts.map(([part]) => part);
  const given = isDocument ? documentElements(operation, names) : partsByName(operation, names);
  const values = parts.map(([part, type]) => partValue(given.get(part), type, part, decoder));
  if (name === "resourceFaults") return resourceFaultsParams(values);
  // An absent part is not null: `call` without `args` has no arguments, with null it has one.
  while (values.length > 1 && values.at(-1) === undefined) values.pop();
  return values;
}

function documentElements(
  operation: SoapElement,
  names: readonly string[],
): ReadonlyMap<string, readonly SoapElement[]> {
  const { given, fault } = partsOfDocument(operation, new Map(names.map((name) => [name, name])));
  if (fault) throw fault;
  return new Map([...given].map(([part, element]) => [part, [element]]));
}

function partValue(
  elements: readonly SoapElement[] | undefined,
  type: string,
  part: string,
  decoder: Decoder,
): unknown {
  // Without a session, HTTP Basic authenticates the caller.
  if (!elements) return part === "sessionId" ? null : undefined;
  const [only, ...others] = elements;
  // An empty element without a type counts as absent.
  if (only && type === "anyType" && isBlank(only)) return only.isNil ? null : undefined;
  if (only && others.length === 0) return decoder.value(only, type);
  return elements.map((element) => decoder.value(element, type));
}

function isBlank({ type, children, text, href }: SoapElement): boolean {
  return type === undefined && href === undefined && children.length === 0 && text === "";
}

const sessionForm = /^[0-9a-f]{64}$/;

/** Accepts both orders, because Magento 1 reads the session from the part `resourceName`. */
function resourceFaultsParams([resourceName, sessionId]: unknown[]): unknown[] {
  const isSwapped = typeof resourceName === "string" && sessionForm.test(resourceName);
  return isSwapped ? [resourceName, sessionId] : [sessionId, resourceName];
}
