/** The built-in methods as operations of SOAP: their parts, in the order of the WSDL (doors 3.1). */
import type { BuiltinName } from "../calls.js";
import type { Decoder } from "./decoding.js";
import { partsByName } from "./parts.js";
import type { SoapElement } from "./reading.js";

export interface BuiltinSignature {
  /** Names and types. */
  readonly parts: readonly (readonly [name: string, type: string])[];
  /** The type of the answer, whose name is that of the operation and `Return`. */
  readonly answers: string;
}

const session = ["sessionId", "string"] as const;

export const builtinSignatures: Readonly<Record<BuiltinName, BuiltinSignature>> = {
  call: { parts: [session, ["resourcePath", "string"], ["args", "anyType"]], answers: "anyType" },
  multiCall: { parts: [session, ["calls", "FixedArray"], ["options", "anyType"]], answers: "FixedArray" },
  endSession: { parts: [session], answers: "boolean" },
  login: {
    parts: [
      ["username", "string"],
      ["apiKey", "string"],
    ],
    answers: "string",
  },
  startSession: { parts: [], answers: "string" },
  resources: { parts: [session], answers: "FixedArray" },
  globalFaults: { parts: [session], answers: "FixedArray" },
  resourceFaults: { parts: [["resourceName", "string"], session], answers: "FixedArray" },
};

/** The parameters of a built-in method as `rpc` takes them. */
export function builtinParams(name: BuiltinName, operation: SoapElement, decoder: Decoder): unknown[] {
  const { parts } = builtinSignatures[name];
  const given = partsByName(
    operation,
    parts.map(([part]) => part),
  );
  const values = parts.map(([part, type]) => partValue(given.get(part), type, part, decoder));
  if (name === "resourceFaults") return resourceFaultsParams(values);
  // Left out is not null: an operation without arguments has none.
  while (values.length > 1 && values.at(-1) === undefined) values.pop();
  return values;
}

function partValue(
  elements: readonly SoapElement[] | undefined,
  type: string,
  part: string,
  decoder: Decoder,
): unknown {
  // Without a session HTTP Basic counts.
  if (!elements) return part === "sessionId" ? null : undefined;
  const [only, ...others] = elements;
  // An empty element of no type is nothing.
  if (only && type === "anyType" && isBlank(only)) return only.isNil ? null : undefined;
  if (only && others.length === 0) return decoder.value(only, type);
  return elements.map((element) => decoder.value(element, type));
}

function isBlank({ type, children, text, href }: SoapElement): boolean {
  return type === undefined && href === undefined && children.length === 0 && text === "";
}

const sessionForm = /^[0-9a-f]{64}$/;

/** The living system reads the session from the part that is called resourceName: both orders are taken. */
function resourceFaultsParams([resourceName, sessionId]: unknown[]): unknown[] {
  const isSwapped = typeof resourceName === "string" && sessionForm.test(resourceName);
  return isSwapped ? [resourceName, sessionId] : [sessionId, resourceName];
}
