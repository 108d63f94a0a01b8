/** From the bytes of a SOAP request to its operation: the elements of the envelope as a tree (doors 3.2). */
import { decodeXml } from "../../xml/charset.js";
import { XmlProblem, XmlTooLarge } from "../../xml/problems.js";
import { readXml, type Attributes, type XmlElement } from "../../xml/reading.js";
import type { XmlBounds } from "../../guard/xml-bounds.js";
import { tooMuch } from "../calls.js";
import { envelope12Namespace, envelopeNamespace } from "./faults.js";

/** An element; names are local ones, without their prefix. */
export interface SoapElement {
  readonly name: string;
  /** Of what it stands for: `Map` of `ns2:Map`. */
  readonly type: string | undefined;
  /** Of the elements of an array: `int` of `xsd:int[2]`. */
  readonly itemType: string | undefined;
  readonly isNil: boolean;
  /** The element that it refers to. */
  readonly href: string | undefined;
  readonly children: readonly SoapElement[];
  readonly text: string;
}

export interface SoapRequest {
  readonly operation: SoapElement;
  /** The namespace that the operation is called in. */
  readonly namespace: string | undefined;
  readonly isSoap12: boolean;
  /** Elements that others refer to. */
  readonly byId: ReadonlyMap<string, SoapElement>;
}

/** Why a body holds no operation: the code and the text of the fault. */
export class EnvelopeProblem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly isSoap12 = false,
  ) {
    super(message);
  }
}

/** An element of a map is two elements inside one another, and the envelope some. */
const bounds: XmlBounds = { elements: 12_000, attributes: 24_000, depth: 150 };

/** Throws an `EnvelopeProblem` or a `Fault`. @param charset that the request names */
export function readEnvelope(bytes: Buffer, charset?: string): SoapRequest {
  const envelope = xmlOf(bytes, charset);
  const namespace = namespaceOf(envelope);
  const isSoap12 = namespace === envelope12Namespace;
  const isKnown = isSoap12 || namespace === envelopeNamespace;
  if (split(envelope.name)[1] !== "Envelope" || !isKnown) {
    throw new EnvelopeProblem("env:VersionMismatch", "Wrong Version", true);
  }
  for (const header of partsOf(envelope, "Header")) checkUnderstood(header, isSoap12);
  const byId = new Map<string, SoapElement>();
  const bodies = partsOf(envelope, "Body");
  const [operation] = bodies.flatMap(({ children }) => children.map((child) => soapElement(child, byId)));
  const body = bodies.find(({ children }) => children.length > 0);
  const called = body?.children[0];
  if (!operation || !called) {
    const message = 'looks like we got "Body" without function call';
    throw new EnvelopeProblem("SOAP-ENV:Client", message, isSoap12);
  }
  return {
    operation,
    namespace: namespaceOf(called, body, envelope),
    isSoap12,
    byId,
  };
}

function xmlOf(body: Buffer, charset: string | undefined): XmlElement {
  try {
    return readXml(decodeXml(body, charset), bounds);
  } catch (error) {
    if (error instanceof XmlTooLarge) throw tooMuch(error);
    if (error instanceof XmlProblem) throw new EnvelopeProblem("Sender", "Invalid XML");
    throw error;
  }
}

function partsOf({ children }: XmlElement, part: string): readonly XmlElement[] {
  return children.filter(({ name }) => split(name)[1] === part);
}

/** @param byId gets each element that others may refer to */
export function soapElement(
  { name, attributes, children, text }: XmlElement,
  byId: Map<string, SoapElement>,
): SoapElement {
  const { type, arrayType, itemType, href, ref, nil, id } = localNames(attributes);
  const listType = arrayType ?? itemType;
  const element: SoapElement = {
    name: split(name)[1],
    type: type === undefined ? (listType === undefined ? undefined : "Array") : split(type)[1],
    itemType: listType === undefined ? undefined : split(listType)[1].replace(/\[.*$/, ""),
    isNil: nil === "true" || nil === "1",
    href: (href ?? ref)?.replace(/^#/, ""),
    children: children.map((child) => soapElement(child, byId)),
    text,
  };
  if (id !== undefined) byId.set(id, element);
  return element;
}

/** The namespace of the first of these elements; the others are those around it, which declare prefixes, too. */
function namespaceOf(...[element, ...around]: readonly [XmlElement, ...XmlElement[]]): string | undefined {
  const [prefix] = split(element.name);
  const declaration = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  return [element, ...around].find(({ attributes }) => declaration in attributes)?.attributes[declaration];
}

/** `ns2:Map` → `ns2`, `Map` */
function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** Attributes without their prefixes; of those of one name, the first. */
function localNames(attributes: Attributes): Attributes {
  const local = Object.create(null) as Record<string, string>;
  for (const name in attributes) local[name.slice(name.lastIndexOf(":") + 1)] ??= attributes[name] as string;
  return local;
}

/** No header is known here, nor anything in one. */
function checkUnderstood(header: XmlElement, isSoap12: boolean): void {
  for (const element of header.children) {
    const { mustUnderstand } = localNames(element.attributes);
    if (mustUnderstand === "1" || mustUnderstand === "true") {
      const code = isSoap12 ? "env:MustUnderstand" : "SOAP-ENV:MustUnderstand";
      throw new EnvelopeProblem(code, "Header not understood", isSoap12);
    }
    checkUnderstood(element, isSoap12);
  }
}
