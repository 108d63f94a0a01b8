/** From the bytes of a SOAP request to its operation: the elements of the envelope as a tree (doors 3.2). */
import { readXmlBytes } from "../../xml/charset.js";
import { XmlProblem, type Attributes, type XmlEvents } from "../../xml/reading.js";
import { checkAttributes } from "../../guard/xml-bounds.js";
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
  readonly children: SoapElement[];
  text: string;
}

export interface SoapRequest {
  readonly operation: SoapElement;
  /** The namespace that the operation is called in. */
  readonly namespace: string | undefined;
  readonly isSoap12: boolean;
  /** Elements that others refer to. */
  readonly byId: ReadonlyMap<string, SoapElement>;
  /** More elements than are kept. */
  readonly isTooLong: boolean;
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

const unreadable = () => new EnvelopeProblem("Sender", "Invalid XML");

/** Elements inside one another: an element of a map is two of them, and the envelope some. */
const maxOpen = 150;

/** Elements that are kept: three for each of as many values as an operation may get. */
const maxKept = 200_000;

/** Rejects with an `EnvelopeProblem`. @param charset that the request names */
export async function readEnvelope(body: Buffer, charset?: string): Promise<SoapRequest> {
  const reader = new EnvelopeReader();
  try {
    await readXmlBytes(body, reader, charset);
  } catch (error) {
    if (error instanceof XmlProblem) throw unreadable();
    throw error;
  }
  return reader.end();
}

type Scope = Readonly<Record<string, string>>;

class EnvelopeReader implements XmlEvents {
  /** Elements that are open; those outside of the body, which are not kept, stand as undefined. */
  private readonly open_: (SoapElement | undefined)[] = [];
  private readonly scopes: Scope[] = [{}];
  private readonly byId = new Map<string, SoapElement>();
  private readonly operations: SoapElement[] = [];
  private envelope: string | undefined;
  private namespace: string | undefined;
  private part: "Header" | "Body" | undefined;
  private count = 0;

  open(tag: string, attributes: Attributes): void {
    checkAttributes(attributes);
    if (this.open_.length === maxOpen) throw new XmlProblem("The body nests too deep.");
    this.scopes.push(scopeWith(this.scopes.at(-1) as Scope, attributes));
    this.open_.push(this.elementOf(tag, attributes));
  }

  text(text: string): void {
    const element = this.open_.at(-1);
    if (element) element.text += text;
  }

  close(): void {
    this.open_.pop();
    this.scopes.pop();
    if (this.open_.length === 1) this.part = undefined;
  }

  end(): SoapRequest {
    const isSoap12 = this.envelope === envelope12Namespace;
    const [operation] = this.operations;
    if (!operation) {
      throw new EnvelopeProblem(
        "SOAP-ENV:Client",
        'looks like we got "Body" without function call',
        isSoap12,
      );
    }
    const { namespace, byId, count } = this;
    return { operation, namespace, isSoap12, byId, isTooLong: count > maxKept };
  }

  private elementOf(tag: string, attributes: Attributes): SoapElement | undefined {
    const depth = this.open_.length;
    const [prefix, name] = split(tag);
    if (depth === 0) {
      this.envelope = this.namespaceOf(prefix);
      const isKnown = this.envelope === envelopeNamespace || this.envelope === envelope12Namespace;
      if (name === "Envelope" && isKnown) return undefined;
      throw new EnvelopeProblem("env:VersionMismatch", "Wrong Version", true);
    }
    if (depth === 1) {
      this.part = name === "Header" || name === "Body" ? name : undefined;
      return undefined;
    }
    if (this.part === "Header") checkUnderstood(attributes, this.envelope === envelope12Namespace);
    if (this.part !== "Body") return undefined;
    this.count += 1;
    if (this.count > maxKept) return undefined;
    const element = newElement(name, attributes);
    const id = valueOf(attributes, "id");
    if (id !== undefined) this.byId.set(id, element);
    if (depth === 2) {
      if (this.operations.length === 0) this.namespace = this.namespaceOf(prefix);
      this.operations.push(element);
    } else this.open_.at(-1)?.children.push(element);
    return element;
  }

  private namespaceOf(prefix: string): string | undefined {
    return this.scopes.at(-1)?.[prefix];
  }
}

function newElement(name: string, attributes: Attributes): SoapElement {
  const type = valueOf(attributes, "type");
  const arrayType = valueOf(attributes, "arrayType") ?? valueOf(attributes, "itemType");
  const href = valueOf(attributes, "href") ?? valueOf(attributes, "ref");
  const nil = valueOf(attributes, "nil");
  return {
    name,
    type: type === undefined ? (arrayType === undefined ? undefined : "Array") : split(type)[1],
    itemType: arrayType === undefined ? undefined : split(arrayType)[1].replace(/\[.*$/, ""),
    isNil: nil === "true" || nil === "1",
    href: href?.replace(/^#/, ""),
    children: [],
    text: "",
  };
}

/** Prefixes count from where they are declared on. */
function scopeWith(outer: Scope, attributes: Attributes): Scope {
  let scope: Record<string, string> | undefined;
  for (const name in attributes) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    scope ??= Object.assign(Object.create(null) as Record<string, string>, outer);
    scope[name.slice("xmlns:".length)] = attributes[name] as string;
  }
  return scope ?? outer;
}

/** `ns2:Map` → `ns2`, `Map` */
function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** The value of an attribute, whatever its prefix. */
function valueOf(attributes: Attributes, local: string): string | undefined {
  for (const name in attributes) {
    if (name === local || name.endsWith(`:${local}`)) return attributes[name];
  }
  return undefined;
}

function checkUnderstood(attributes: Attributes, isSoap12: boolean): void {
  const value = valueOf(attributes, "mustUnderstand");
  if (value !== "1" && value !== "true") return;
  const code = isSoap12 ? "env:MustUnderstand" : "SOAP-ENV:MustUnderstand";
  throw new EnvelopeProblem(code, "Header not understood", isSoap12);
}
