/** Reads the method and the parameters of an XML-RPC request (doors 2.3). */
import { decodeXml } from "../../xml/charset.js";
import { DoctypeError, XmlError, XmlTooLarge } from "../../xml/errors.js";
import { readXml, type XmlElement } from "../../xml/reading.js";
import type { XmlBounds } from "../../xml/bounds.js";
import { requestTooLarge } from "../builtin-calls.js";
import {
  maxDepth,
  readBase64,
  readBoolean,
  readDateTime,
  readDouble,
  readInteger,
  rememberOrder,
  setMember,
} from "../request-values.js";
import { protocolFaults, type ProtocolFault } from "./faults.js";

export interface MethodCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A fault of the protocol: the request cannot be read, or it calls a method that does not exist. */
export class XmlRpcError extends Error {
  constructor(readonly fault: ProtocolFault) {
    super(fault.message);
  }
}

/** The depth allows `maxDepth` levels of values: a level has at most three elements. */
const bounds: XmlBounds = { elements: 12_000, attributes: 12_000, depth: 3 * maxDepth + 10 };

/** Throws an `XmlRpcError` or a `Fault`. @param charset the charset in `Content-Type` */
export function readMethodCall(body: Buffer, charset?: string): MethodCall {
  if (body.length === 0) throw new XmlRpcError(protocolFaults.empty);
  try {
    return callOf(readXml(decodeXml(body, charset), bounds));
  } catch (error) {
    if (error instanceof DoctypeError) throw new XmlRpcError(protocolFaults.doctype);
    if (error instanceof XmlTooLarge) throw requestTooLarge(error);
    if (error instanceof XmlError) throw new XmlRpcError(protocolFaults.unreadable);
    throw error;
  }
}

function callOf(root: XmlElement): MethodCall {
  // Method names are not trimmed.
  const method = childrenOf(root, "methodName").at(-1)?.text ?? "";
  if (root.name !== "methodCall" || method === "") throw new XmlRpcError(protocolFaults.unreadable);
  const params = childrenOf(root, "params").flatMap((list) => childrenOf(list, "param"));
  return { method, params: params.map((param) => valueOf(firstChild(param, "value"), 1)) };
}

function childrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

function firstChild({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((child) => child.name === name);
}

function invalidValue(): XmlRpcError {
  return new XmlRpcError(protocolFaults.value);
}

/** The value of a `<value>` element. */
function valueOf(element: XmlElement | undefined, depth: number): unknown {
  if (!element || element.children.length > 1) throw invalidValue();
  if (depth > maxDepth) throw new XmlError(`The body nests deeper than ${maxDepth} values.`);
  const [typed] = element.children;
  if (!typed) return element.text;
  if (typed.name === "array") return listOf(typed, depth);
  return typed.name === "struct" ? structOf(typed, depth) : scalarOf(typed);
}

function listOf({ children }: XmlElement, depth: number): unknown[] {
  const [data] = children;
  if (data?.name !== "data" || children.length > 1) throw invalidValue();
  return data.children.map((child) => valueOf(requireName(child, "value"), depth + 1));
}

function structOf({ children }: XmlElement, depth: number): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const names: string[] = [];
  for (const child of children) {
    const member = requireName(child, "member");
    const [name, value] = [childrenOf(member, "name").at(-1), firstChild(member, "value")];
    // A member without a value is ignored.
    if (!value) continue;
    if (!name) throw invalidValue();
    setMember(members, name.text, valueOf(value, depth + 1));
    names.push(name.text);
  }
  rememberOrder(members, names);
  return members;
}

function requireName(element: XmlElement, name: string): XmlElement {
  if (element.name !== name) throw invalidValue();
  return element;
}

/** Reads the text of an element, by its type; undefined if the text does not fit. */
const scalarReaders: Readonly<Record<string, (text: string) => unknown>> = {
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
  const read = Object.hasOwn(scalarReaders, name) ? scalarReaders[name] : undefined;
  const value = children.length === 0 ? read?.(text) : undefined;
  if (value === undefined) throw invalidValue();
  return value;
}
