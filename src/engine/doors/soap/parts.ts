/** Finds the parts of a call: by name, or by position for elements with unknown names (doors 3.2); in WS-I by name only. */
import type { SoapBinding, SoapFunction, SoapPart } from "../../../../generated/doors/soap-v2.js";
import { badParameter, type Fault } from "../../contract/faults.js";
import { cutText } from "../../values/messages.js";
import type { SoapElement } from "./reading.js";

/**
 * Returns the elements by part name. A part has several elements if its name is repeated. An element with an unknown name
 * stands for the part at its position, unless another element names that part. Surplus elements are ignored.
 */
export function partsByName(
  operation: SoapElement,
  names: readonly string[],
): ReadonlyMap<string, readonly SoapElement[]> {
  const parts = new Map<string, SoapElement[]>();
  operation.children.forEach((element, index) => {
    const isNamed = names.includes(element.name);
    const part = isNamed ? element.name : names[index];
    if (part === undefined) return;
    const found = parts.get(part);
    if (!found) parts.set(part, [element]);
    else if (isNamed) {
      const isRepeated = found[0]?.name === part;
      if (isRepeated) found.push(element);
      else parts.set(part, [element]);
    }
  });
  return parts;
}

interface GivenParts<Part> {
  readonly given: ReadonlyMap<Part, SoapElement>;
  /** Only in document/literal: for an element that is not a part, and for a part that is given twice. */
  readonly fault?: Fault;
}

/**
 * The element of each part of a document/literal request, by name only (doors 4.4).
 * @param parts the part by each of its names
 */
export function partsOfDocument<Part>(
  operation: SoapElement,
  parts: ReadonlyMap<string, Part>,
): GivenParts<Part> {
  const given = new Map<Part, SoapElement>();
  let fault: Fault | undefined;
  for (const element of operation.children) {
    const part = parts.get(element.name);
    const before = part && given.get(part);
    if (part && !before) given.set(part, element);
    else
      fault ??= badParameter(
        cutText(element.name),
        before
          ? `repeats ${before.name}`
          : `is not a part of ${cutText(operation.name)}; known are ${[...parts.keys()].join(", ") || "none"}`,
      );
  }
  return { given, ...(fault && { fault }) };
}

export const sessionPart: SoapPart = { name: "sessionId", type: "string", required: true };

/** The elements of a request for a function of SOAP v2, by part; among them `sessionPart`. */
export function functionParts(
  known: SoapFunction,
  operation: SoapElement,
  binding: SoapBinding,
): GivenParts<SoapPart> {
  return binding === "wsi" ? partsOfDocument(operation, documentParts(known)) : rpcParts(known, operation);
}

/**
 * The parts of an rpc/encoded request. Surplus elements are ignored: `SoapServer` of PHP, which answers for Magento 1, looks up
 * the parts of the WSDL by name and does not look at other elements.
 */
function rpcParts({ rpc }: SoapFunction, operation: SoapElement): GivenParts<SoapPart> {
  const parts = [sessionPart, ...rpc.parts];
  const given = partsByName(
    operation,
    parts.map(({ name }) => name),
  );
  const elements = parts.flatMap((part) => {
    const [element] = given.get(part.name) ?? [];
    return element ? [[part, element] as const] : [];
  });
  return { given: new Map(elements) };
}

/** The parts of a document/literal request by name. Releases up to 0.3 named them as rpc/encoded does. */
function documentParts({ rpc, wsi }: SoapFunction): ReadonlyMap<string, SoapPart> {
  const parts = new Map([sessionPart, ...wsi.parts].map((part) => [part.name, part]));
  for (const part of rpc.parts) {
    const sameParam = wsi.parts.find(({ param }) => param !== undefined && param === part.param);
    if (!parts.has(part.name)) parts.set(part.name, sameParam ?? part);
  }
  return parts;
}
