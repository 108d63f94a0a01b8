/** From the bytes of an XML-RPC request to its method and parameters (doors 2.3). */
import { decodeXml } from "../../xml/charset.js";
import { DoctypeProblem, XmlProblem, XmlTooLarge } from "../../xml/problems.js";
import { readXml, type XmlElement } from "../../xml/reading.js";
import type { XmlBounds } from "../../guard/xml-bounds.js";
import { tooMuch } from "../calls.js";
import {
  maxDepth,
  readBase64,
  readBoolean,
  readDateTime,
  readDouble,
  readInteger,
  setMember,
} from "../values-in.js";
import { protocolFaults, type ProtocolFault } from "./faults.js";

export interface MethodCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Why there is no call to read. */
export class RequestProblem extends Error {
  constructor(readonly fault: ProtocolFault) {
    super(fault.message);
  }
}

/** Three elements for each of as many values as may stand inside one another. */
const bounds: XmlBounds = { elements: 12_000, attributes: 12_000, depth: 3 * maxDepth + 10 };

/** Throws a `RequestProblem` or a `Fault`. @param charset that the request names */
export function readMethodCall(body: Buffer, charset?: string): MethodCall {
  if (body.length === 0) throw new RequestProblem(protocolFaults.empty);
  try {
    return callOf(readXml(decodeXml(body, charset), bounds));
  } catch (error) {
    if (error instanceof DoctypeProblem) throw new RequestProblem(protocolFaults.doctype);
    if (error instanceof XmlTooLarge) throw tooMuch(error);
    if (error instanceof XmlProblem) throw new RequestProblem(protocolFaults.unreadable);
    throw error;
  }
}

function callOf(root: XmlElement): MethodCall {
  // Names are exact: white-space counts.
  const method = all(root, "methodName").at(-1)?.text ?? "";
  if (root.name !== "methodCall" || method === "") throw new RequestProblem(protocolFaults.unreadable);
  const params = all(root, "params").flatMap((list) => all(list, "param"));
  return { method, params: params.map((param) => valueOf(first(param, "value"), 1)) };
}

function all({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

function first({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((child) => child.name === name);
}

function noValue(): RequestProblem {
  return new RequestProblem(protocolFaults.value);
}

/** The value of a `<value>`. */
function valueOf(element: XmlElement | undefined, depth: number): unknown {
  if (!element || element.children.length > 1) throw noValue();
  if (depth > maxDepth) throw new XmlProblem(`The body nests deeper than ${maxDepth} values.`);
  const [typed] = element.children;
  if (!typed) return element.text;
  if (typed.name === "array") return listOf(typed, depth);
  return typed.name === "struct" ? structOf(typed, depth) : scalarOf(typed);
}

function listOf({ children }: XmlElement, depth: number): unknown[] {
  const [data] = children;
  if (data?.name !== "data" || children.length > 1) throw noValue();
  return data.children.map((child) => valueOf(named(child, "value"), depth + 1));
}

function structOf({ children }: XmlElement, depth: number): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const child of children) {
    const member = named(child, "member");
    const [name, value] = [all(member, "name").at(-1), first(member, "value")];
    // A member without a value is as if it had not been sent.
    if (!value) continue;
    if (!name) throw noValue();
    setMember(members, name.text, valueOf(value, depth + 1));
  }
  return members;
}

function named(element: XmlElement, name: string): XmlElement {
  if (element.name !== name) throw noValue();
  return element;
}

/** The text of an element of a type as its value; undefined when it is none. */
const scalars: Readonly<Record<string, (text: string) => unknown>> = {
  string: (text) => text,
  int: readInteger,
  i4: readInteger,
  i8: readInteger,
  "ex:i8": readInteger,
  double: readDouble,
  boolean: readBoolean,
  base64: readBase64,
  "dateTime.iso8601": readDateTime,
  nil: () => null,
  "ex:nil": () => null,
};

function scalarOf({ name, text, children }: XmlElement): unknown {
  const read = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  const value = children.length === 0 ? read?.(text) : undefined;
  if (value === undefined) throw noValue();
  return value;
}
