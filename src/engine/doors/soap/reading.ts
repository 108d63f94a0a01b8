/** Reads the envelope of a SOAP request (doors 3.2). */
import { decodeXml } from "../../xml/charset.js";
import { XmlError, XmlTooLarge } from "../../xml/errors.js";
import { readXml, type Attributes, type XmlElement } from "../../xml/reading.js";
import type { XmlBounds } from "../../xml/bounds.js";
import { requestTooLarge } from "../builtin-calls.js";
import { envelope12Namespace, envelopeNamespace } from "./faults.js";

/** An element of a request. All names are without prefix. */
export interface SoapElement {
  readonly name: string;
  /** The type of the value: `Map` for `ns2:Map`, `Array` for every array. */
  readonly type: string | undefined;
  /** The type of the elements of an array: `int` for `xsd:int[2]`. */
  readonly itemType: string | undefined;
  readonly isNil: boolean;
  /** The ID of the element that contains the value. */
  readonly href: string | undefined;
  readonly children: readonly SoapElement[];
  readonly text: string;
}

export interface SoapRequest {
  readonly operation: SoapElement;
  /** The namespace of the operation. */
  readonly namespace: string | undefined;
  readonly isSoap12: boolean;
  /** The elements that have an ID. */
  readonly byId: ReadonlyMap<string, SoapElement>;
}

/** A request that contains no call. The response has status 500. */
export class SoapError extends Error {
  /**
   * @param code the fault code of SOAP
   * @param isSoap12 whether the response is SOAP 1.2, although the request could not be read
   */
  constructor(
    readonly code: string,
    message: string,
    readonly isSoap12 = false,
  ) {
    super(message);
  }
}

/** The depth allows `maxDepth` levels of values: a level of a map has two elements, and the envelope has a few more. */
const bounds: XmlBounds = { elements: 12_000, attributes: 24_000, depth: 150 };

/** Throws a `SoapError` or a `Fault`. @param charset the charset in `Content-Type` */
export function readEnvelope(bytes: Buffer, charset?: string): SoapRequest {
  const envelope = xmlOf(bytes, charset);
  const namespace = namespaceOf(envelope);
  const isSoap12 = namespace === envelope12Namespace;
  const isKnown = isSoap12 || namespace === envelopeNamespace;
  if (splitName(envelope.name)[1] !== "Envelope" || !isKnown) {
    throw new SoapError("env:VersionMismatch", "Wrong Version", true);
  }
  for (const header of childrenNamed(envelope, "Header")) checkUnderstood(header, isSoap12);
  const byId = new Map<string, SoapElement>();
  const bodies = childrenNamed(envelope, "Body");
  const [operation] = bodies.flatMap(({ children }) => children.map((child) => soapElement(child, byId)));
  const body = bodies.find(({ children }) => children.length > 0);
  const called = body?.children[0];
  if (!operation || !called) {
    const message = 'looks like we got "Body" without function call';
    throw new SoapError("SOAP-ENV:Client", message, isSoap12);
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
    if (error instanceof XmlTooLarge) throw requestTooLarge(error);
    if (error instanceof XmlError) throw new SoapError("Sender", "Invalid XML");
    throw error;
  }
}

function childrenNamed({ children }: XmlElement, wanted: string): readonly XmlElement[] {
  return children.filter(({ name }) => splitName(name)[1] === wanted);
}

/** @param byId receives the elements that have an ID */
export function soapElement(
  { name, attributes, children, text }: XmlElement,
  byId: Map<string, SoapElement>,
): SoapElement {
  const { type, arrayType, itemType, href, ref, nil, id } = localNames(attributes);
  const listType = arrayType ?? itemType;
  const element: SoapElement = {
    name: splitName(name)[1],
    type: type === undefined ? (listType === undefined ? undefined : "Array") : splitName(type)[1],
    itemType: listType === undefined ? undefined : splitName(listType)[1].replace(/\[.*$/, ""),
    isNil: nil === "true" || nil === "1",
    href: (href ?? ref)?.replace(/^#/, ""),
    children: children.map((child) => soapElement(child, byId)),
    text,
  };
  if (id !== undefined) byId.set(id, element);
  return element;
}

/** The namespace of an element. @param around the elements around it, which may declare its prefix */
function namespaceOf(...[element, ...around]: readonly [XmlElement, ...XmlElement[]]): string | undefined {
  const [prefix] = splitName(element.name);
  const declaration = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  return [element, ...around].find(({ attributes }) => declaration in attributes)?.attributes[declaration];
}

/** `ns2:Map` → `ns2`, `Map` */
function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

const noAttributes: Attributes = {};

/** The attributes without prefixes; the first one if several have the same name. */
function localNames(attributes: Attributes): Attributes {
  let local: Record<string, string> | undefined;
  for (const name in attributes) {
    local ??= Object.create(null) as Record<string, string>;
    local[name.slice(name.lastIndexOf(":") + 1)] ??= attributes[name] as string;
  }
  return local ?? noAttributes;
}

/** Throws if an element in the header must be understood: the server knows none. */
function checkUnderstood(header: XmlElement, isSoap12: boolean): void {
  for (const element of header.children) {
    const { mustUnderstand } = localNames(element.attributes);
    if (mustUnderstand === "1" || mustUnderstand === "true") {
      const code = isSoap12 ? "env:MustUnderstand" : "SOAP-ENV:MustUnderstand";
      throw new SoapError(code, "Header not understood", isSoap12);
    }
    checkUnderstood(element, isSoap12);
  }
}
