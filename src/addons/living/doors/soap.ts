/** Calls by SOAP v1 and v2: rpc/encoded, or document/literal for shops in WS-I mode. */
import type { SoapForm, SoapType } from "../../../../generated/doors/soap-v2.js";
import type { Contract } from "../../../engine/contract/contract.js";
import { builtinFormV2, builtinSignatures } from "../../../engine/doors/soap/builtins.js";
import { isBuiltinName } from "../../../engine/doors/builtin-calls.js";
import { Decoder } from "../../../engine/doors/soap/decoding.js";
import { typedValue } from "../../../engine/doors/soap/decoding-v2.js";
import { elementXml } from "../../../engine/doors/soap/encoding.js";
import { encoded, literal, typedElementXml } from "../../../engine/doors/soap/encoding-v2.js";
import { envelopeXml } from "../../../engine/doors/soap/envelope.js";
import { SoapError, soapElement, type SoapElement } from "../../../engine/doors/soap/reading.js";
import { requestElement } from "../../../engine/doors/soap/wsi-elements.js";
import { Base64Value } from "../../../engine/doors/request-values.js";
import type { XmlElement } from "../../../engine/xml/reading.js";
import { isObject } from "../../../engine/values/coercion.js";
import { BinaryText, withText } from "./binary-text.js";
import { namedArguments } from "./named-arguments.js";
import type { CallOutcome } from "./outcome.js";
import { parseXmlDocument } from "./xml-document.js";

const namespace = "urn:Magento";

/**
 * The request for a built-in method. Parts are filled by position: for `resourceFaults`, the living system reads the
 * session from the part named resourceName; our server accepts both orders.
 */
export function builtinXml(method: string, params: readonly unknown[], isDocument = false): string {
  const parts = isBuiltinName(method) ? builtinSignatures[method].parts : [];
  const written = parts
    .slice(0, params.length)
    .map(([name], index) =>
      isDocument
        ? typedElementXml(name, params[index], "string", literal({}))
        : elementXml(name, withText(params[index])),
    );
  return requestXml(isDocument ? `${method}Param` : method, written.join(""));
}

/** The type of the answer to a built-in method in the WSDL of SOAP v2; a document/literal answer does not contain it. */
export function answerTypeOf(method: string): string | undefined {
  return isBuiltinName(method) ? builtinFormV2(method, "rpc")?.answers.type : undefined;
}

/** How the element of a request for an operation begins, and the parts of its function. */
export function functionOf(
  contract: Contract,
  operation: string | undefined,
  isDocument = false,
): readonly [stem: string, form: SoapForm] | undefined {
  const found = Object.entries(contract.tables.soapFunctions).find(([, one]) => one.operation === operation);
  if (!found) return undefined;
  const [name, { element = name, rpc, wsi }] = found;
  return isDocument ? [element, wsi] : [name, rpc];
}

/** The operation cannot be called by this door; the message says why. */
export class UncallableError extends Error {}

/** The request for an operation by its SOAP v2 function. Throws an `UncallableError`. */
export function functionXml(
  contract: Contract,
  session: string | null,
  path: string,
  args: unknown,
  isDocument = false,
): string {
  const operation = contract.operationNames.get(path);
  const [stem, found] = functionOf(contract, operation, isDocument) ?? [];
  if (stem === undefined || !found) throw new UncallableError(`SOAP v2 has no function for ${path}`);
  const given = Object.fromEntries(namedArguments(contract, path, withText(args)));
  const { soapTypes } = contract.tables;
  const binding = isDocument ? literal(soapTypes.wsi) : encoded(soapTypes.rpc);
  const parts = found.parts.map(({ name: part, type, param }) => {
    const value = given[param ?? part];
    // Document/literal has no nil; an element without a value would be read as an empty text.
    if (isDocument && (value === undefined || value === null)) return "";
    // customer.info of SOAP v2 has `attributes` in the position of `store`.
    if (
      param === "store" &&
      part === "attributes" &&
      (typeof value === "string" || typeof value === "number")
    )
      throw new UncallableError(`SOAP v2 has no place for ${param} of ${path}`);
    return typedElementXml(part, soapForms[type]?.(value) ?? value, type, binding);
  });
  if (isDocument)
    return requestXml(
      requestElement(stem),
      typedElementXml("sessionId", session ?? "", "string", binding) + parts.join(""),
    );
  return requestXml(stem, elementXml("sessionId", session) + parts.join(""));
}

/** Converts a result to that of the SOAP v2 function: typed by the WSDL, without members that the WSDL does not declare. */
export function resultOfFunction(contract: Contract, operation: string, result: unknown): unknown {
  const [, found] = functionOf(contract, operation) ?? [];
  if (!found) return result;
  const { name, type } = found.answers;
  const xml = requestXml(name, typedElementXml(name, result, type, encoded(contract.tables.soapTypes.rpc)));
  const outcome = outcomeOfEnvelope(parseXmlDocument(Buffer.from(xml)), contract, type);
  return outcome?.outcome === "result" ? outcome.value : result;
}

function requestXml(operation: string, parts: string): string {
  const envelope = envelopeXml({ operation, namespace, isSoap12: false, element: operation }, parts);
  return Buffer.from(envelope, "latin1").toString();
}

/** Converts arguments of operations to the forms that some types of the WSDL require. */
const soapForms: Readonly<Record<string, (value: unknown) => unknown>> = {
  filters: filtersOf,
  catalogProductRequestAttributes: (value) =>
    Array.isArray(value) ? { attributes: value, additional_attributes: value } : value,
  orderItemIdQtyArray: quantities,
  // The type of Magento's WSDL has `qtys` only.
  salesOrderCreditmemoData: (value) => {
    if (!isObject(value)) return value;
    const { items, qtys, ...others } = value;
    return { ...others, qtys: quantities(items ?? qtys) };
  },
};

/** `{"5": 2}` → `[{order_item_id: "5", qty: 2}]` */
function quantities(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.entries(value).map(([order_item_id, of]) => ({
    order_item_id,
    qty: isObject(of) ? of.qty : of,
  }));
}

/** `{sku: "a", price: {gt: 5}}` → equality in `filter`, operators in `complex_filter`. A list is the operator `in`. */
function filtersOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, one]) => [key, Array.isArray(one) ? { in: one } : one] as const,
  );
  const complex = entries.flatMap(([key, condition]) =>
    isObject(condition)
      ? Object.entries(condition).map(([operator, operand]) => ({
          key,
          value: { key: operator, value: Array.isArray(operand) ? operand.join(",") : String(operand) },
        }))
      : [],
  );
  const plain = entries
    .filter(([, condition]) => !isObject(condition))
    .map(([key, one]) => ({ key, value: one }));
  return {
    ...(plain.length > 0 ? { filter: plain } : {}),
    ...(complex.length > 0 ? { complex_filter: complex } : {}),
  };
}

/** Undefined for a document that is not a SOAP answer. @param type of the result, if the answer does not contain it */
export function outcomeOfEnvelope(
  root: XmlElement,
  contract: Contract,
  type?: string,
): CallOutcome | undefined {
  const byId = new Map<string, SoapElement>();
  const envelope = soapElement(root, byId);
  const body = envelope.children.find(({ name }) => name === "Body");
  const [answer] = body?.children ?? [];
  if (envelope.name !== "Envelope" || !answer) return undefined;
  if (answer.name === "Fault") return { outcome: "fault", fault: faultOf(answer) };
  const [result] = answer.children;
  if (!result) return { outcome: "result", value: null };
  return { outcome: "result", value: soapValue(result, byId, contract, type) };
}

/** Decodes an element by its own type attributes; without any, by `type` of the contract. */
export function soapValue(
  element: SoapElement,
  byId: ReadonlyMap<string, SoapElement>,
  contract: Contract,
  type?: string,
): unknown {
  const saysType = element.type !== undefined || element.itemType !== undefined || element.href !== undefined;
  const { rpc, wsi } = contract.tables.soapTypes;
  const types = { ...wsi, ...rpc };
  const typed = saysType || type === undefined ? element : withType(element, type, types);
  return new AnswerDecoder(byId, types).value(typed);
}

/** Adds types to a document/literal element so that the rpc/encoded decoder can read it. */
function withType(
  element: SoapElement,
  type: string,
  types: Readonly<Record<string, SoapType>>,
): SoapElement {
  const form = types[type];
  const { children, text } = element;
  // Document/literal has no nil: an empty number means null.
  if (!form) return { ...element, type, isNil: element.isNil || (type !== "string" && text.trim() === "") };
  if ("list" in form)
    return {
      ...element,
      type,
      itemType: form.list,
      children: children.map((one) => withType(one, form.list, types)),
    };
  const members = new Map(form.members.map((member) => [member.name, member.type]));
  const typed = children.map((one) => {
    const known = members.get(one.name);
    return known === undefined ? one : withType(one, known, types);
  });
  return { ...element, type, children: typed };
}

/** Decodes an argument by its type in the contract, which includes maps and filters. */
export function soapArgument(
  element: SoapElement,
  byId: ReadonlyMap<string, SoapElement>,
  types: Readonly<Record<string, SoapType>>,
  type: string,
): unknown {
  return typedValue(element, type, new AnswerDecoder(byId, types));
}

/** Bounds for answers of other servers: references may form a circle, or repeat a value without end. */
const [maxAnswerDepth, maxReferredValues] = [500, 200_000];

/** Decodes answers of other servers, which may be longer than requests. */
class AnswerDecoder extends Decoder {
  /** How many references lead to the current value. */
  private references = 0;
  private referredValues = 0;

  override countValue(depth: number): void {
    if (this.references > 0) this.referredValues += 1;
    if (depth > maxAnswerDepth || this.referredValues > maxReferredValues)
      throw new SoapError("Server", "The answer has too many values.");
  }

  override value(given: SoapElement, type?: string, depth?: number): unknown {
    const isReference = given.href !== undefined;
    if (isReference) this.references += 1;
    const value = this.referred(this.resolved(given), type, depth);
    if (isReference) this.references -= 1;
    return value;
  }

  private referred(element: SoapElement, type?: string, depth?: number): unknown {
    // The living system writes an empty text as a line feed (doors 4.3).
    if (element.children.length === 0 && element.text === "\n" && !element.isNil) return "";
    const isEmptyStruct =
      element.children.length === 0 && element.type !== undefined && this.isStruct(element.type);
    const value = isEmptyStruct ? {} : super.value(element, type, depth);
    return value instanceof Base64Value ? new BinaryText(value.text) : value;
  }

  private isStruct(type: string): boolean {
    const known = this.types[type];
    return known !== undefined && "members" in known;
  }
}

function faultOf(fault: SoapElement) {
  const text = (...path: readonly string[]) => {
    let at: SoapElement | undefined = fault;
    for (const name of path) at = at?.children.find((child) => child.name === name);
    return at?.text;
  };
  const name = text("detail", "fault") ?? text("Detail", "fault");
  return {
    code: text("faultcode") ?? text("Code", "Value"),
    message: text("faultstring") ?? text("Reason", "Text") ?? "",
    ...(name === undefined ? {} : { name }),
  };
}
