/**
 * From the bytes of an XML-RPC request to its method and parameters (doors 2.3), in one pass over the events of the
 * document: what is not kept is never held.
 */
import { isSliceOver, nextSlice } from "../../time-slices.js";
import { readXmlBytes } from "../../xml/charset.js";
import { readPlainXml } from "../../xml/plain.js";
import { DoctypeProblem, XmlProblem, type Attributes, type XmlEvents } from "../../xml/reading.js";
import {
  maxDepth,
  maxValues,
  readBase64,
  readBoolean,
  readDateTime,
  readDouble,
  readInteger,
  setMember,
} from "../values-in.js";
import { checkAttributes } from "../../guard/xml-bounds.js";
import { protocolFaults, type ProtocolFault } from "./faults.js";

export interface MethodCall {
  readonly method: string;
  readonly params: readonly unknown[];
  /** More values than are kept. */
  readonly isTooLong: boolean;
  /** Bytes are among the parameters. */
  readonly hasBase64: boolean;
}

/** Why there is no call to read. */
export class RequestProblem extends Error {
  constructor(readonly fault: ProtocolFault) {
    super(fault.message);
  }
}

/** Throws a `RequestProblem`, or rejects with one. Most requests are read at once. @param charset that the request names */
export function readMethodCall(body: Buffer, charset?: string): MethodCall | Promise<MethodCall> {
  if (body.length === 0) throw new RequestProblem(protocolFaults.empty);
  try {
    return readPlainCall(body, charset) ?? readAnyCall(body, charset).catch(rethrow);
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  if (error instanceof DoctypeProblem) throw new RequestProblem(protocolFaults.doctype);
  if (error instanceof XmlProblem) throw new RequestProblem(protocolFaults.unreadable);
  throw error;
}

/** Larger ones are read in slices. */
const smallBytes = 4 * 1024;

/** A small request of tags and ASCII text; undefined when it is something else. */
function readPlainCall(body: Buffer, charset: string | undefined): MethodCall | undefined {
  const reader = new CallReader();
  const mayBePlain = body.length <= smallBytes && (charset === undefined || /^utf-?8$/i.test(charset));
  return mayBePlain && readPlainXml(body.toString("latin1"), reader) ? reader.end() : undefined;
}

async function readAnyCall(body: Buffer, charset: string | undefined): Promise<MethodCall> {
  const reader = new CallReader();
  await readXmlBytes(body, reader, charset);
  // What is made of a large body takes long, too.
  if (isSliceOver()) await nextSlice();
  return reader.end();
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

type Kind =
  | "call"
  | "method"
  | "params"
  | "param"
  | "value"
  | "scalar"
  | "array"
  | "data"
  | "struct"
  | "member"
  | "name"
  | "other";

/** An element that is open. */
interface Frame {
  readonly kind: Kind;
  text: string;
  /** What it has by now: of a value that it holds, of a list its elements, of a struct its members. */
  value: unknown;
  isSet: boolean;
  /** Of a member: its name; of a scalar: its type. */
  name: string | undefined;
}

class CallReader implements XmlEvents {
  private readonly open_: Frame[] = [];
  private method: string | undefined;
  private readonly params: unknown[] = [];
  private depth = 0;
  private count = 0;
  private hasBase64 = false;

  open(name: string, attributes: Attributes): void {
    checkAttributes(attributes);
    const parent = this.open_.at(-1);
    const kind = kindOf(name, parent);
    if (kind === "value") {
      this.depth += 1;
      this.count += 1;
      if (this.depth > maxDepth) throw new XmlProblem(`The body nests deeper than ${maxDepth} values.`);
    }
    const value = kind === "data" ? [] : kind === "struct" ? {} : undefined;
    this.open_.push({ kind, value, text: "", isSet: false, name: kind === "scalar" ? name : undefined });
  }

  text(text: string): void {
    const frame = this.open_.at(-1);
    if (frame && takesText(frame)) frame.text += text;
  }

  close(): void {
    const frame = this.open_.pop() as Frame;
    const parent = this.open_.at(-1);
    switch (frame.kind) {
      case "method":
        // Names are exact: white-space counts.
        this.method = frame.text === "" ? undefined : frame.text;
        return;
      case "param":
        if (!frame.isSet) throw new RequestProblem(protocolFaults.value);
        this.params.push(frame.value);
        return;
      case "scalar":
        if (frame.name === "base64") this.hasBase64 = true;
        return give(parent, scalarOf(frame));
      case "array":
        if (!frame.isSet) throw new RequestProblem(protocolFaults.value);
        return give(parent, frame.value);
      case "data":
      case "struct":
        return give(parent, frame.value);
      case "name":
        (parent as Frame).name = frame.text;
        return;
      case "value":
        this.depth -= 1;
        return this.keep(parent as Frame, frame.isSet ? frame.value : frame.text);
      case "member":
        return closeMember(frame, parent as Frame);
      default:
        return;
    }
  }

  end(): MethodCall {
    if (this.method === undefined) throw new RequestProblem(protocolFaults.unreadable);
    return {
      method: this.method,
      params: this.params,
      isTooLong: this.count > maxValues,
      hasBase64: this.hasBase64,
    };
  }

  private keep(parent: Frame, value: unknown): void {
    if (this.count > maxValues) {
      parent.isSet = true;
      return;
    }
    if (parent.kind === "data") (parent.value as unknown[]).push(value);
    else give(parent, value);
  }
}

/** What an element is below its parent. Throws for values of unknown types. */
function kindOf(name: string, parent: Frame | undefined): Kind {
  switch (parent?.kind) {
    case undefined:
      if (name !== "methodCall") throw new XmlProblem("The body is no methodCall.");
      return "call";
    case "call":
      return name === "methodName" ? "method" : name === "params" ? "params" : "other";
    case "params":
      return name === "param" ? "param" : "other";
    case "param":
      return name === "value" && !parent.isSet ? "value" : "other";
    case "value":
      if (parent.isSet) throw new RequestProblem(protocolFaults.value);
      if (name === "array" || name === "struct") return name;
      if (Object.hasOwn(scalars, name)) return "scalar";
      throw new RequestProblem(protocolFaults.value);
    case "array":
      if (name === "data" && !parent.isSet) return "data";
      throw new RequestProblem(protocolFaults.value);
    case "data":
      if (name === "value") return "value";
      throw new RequestProblem(protocolFaults.value);
    case "struct":
      if (name === "member") return "member";
      throw new RequestProblem(protocolFaults.value);
    case "member":
      return name === "name" ? "name" : name === "value" && !parent.isSet ? "value" : "other";
    case "scalar":
      throw new RequestProblem(protocolFaults.value);
    default:
      return "other";
  }
}

function takesText({ kind, isSet }: Frame): boolean {
  return kind === "scalar" || kind === "name" || kind === "method" || (kind === "value" && !isSet);
}

function scalarOf({ name, text }: Frame): unknown {
  const value = (scalars[name as string] as (text: string) => unknown)(text);
  if (value === undefined) throw new RequestProblem(protocolFaults.value);
  return value;
}

function give(parent: Frame | undefined, value: unknown): void {
  if (!parent) return;
  parent.value = value;
  parent.isSet = true;
}

/** A member without a value is as if it had not been sent. */
function closeMember({ name, value, isSet }: Frame, struct: Frame): void {
  if (!isSet) return;
  if (name === undefined) throw new RequestProblem(protocolFaults.value);
  setMember(struct.value as Record<string, unknown>, name, value);
}
