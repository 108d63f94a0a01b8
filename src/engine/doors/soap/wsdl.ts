/** What GET returns at the addresses of SOAP, and the common part of both WSDLs: types, messages, port type, binding and service (doors 3.1, 4.1). */
import { visibleXmlText } from "../../xml/text.js";
import type { IncomingMessage } from "node:http";
import { asksFor, asksForWsdl, callAddress } from "../../http/door-addresses.js";
import { pathOf } from "../../http/request.js";
import type { Page } from "../door.js";

interface WsdlMessage {
  readonly name: string;
  readonly parts: readonly (readonly [name: string, type: string])[];
}

export interface WsdlOperation {
  readonly name: string;
  readonly documentation: string;
  readonly request: WsdlMessage;
  readonly response: WsdlMessage;
}

interface WsdlForm {
  readonly namespace: string;
  /** The URL for calls. */
  readonly address: string;
  readonly action: string;
  readonly portType: string;
  readonly binding: string;
  readonly port: string;
  /** The schema element with the types. */
  readonly types: string;
  readonly operations: readonly WsdlOperation[];
  /** True = document/literal (WS-I): a message has one part, which is an element of the schema. */
  readonly isDocument?: boolean;
}

export function wsdlXml(form: WsdlForm): string {
  const { operations, isDocument = false } = form;
  const name = visibleXmlText(form.namespace.replace(/^urn:/, ""));
  const namespace = visibleXmlText(form.namespace);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<definitions xmlns:typens="${namespace}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"` +
      ` xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"` +
      ` xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"` +
      ` xmlns="http://schemas.xmlsoap.org/wsdl/" name="${name}" targetNamespace="${namespace}">`,
    `<types>`,
    form.types,
    `</types>`,
    ...operations.flatMap(({ request, response }) => [
      messageXml(request, isDocument),
      messageXml(response, isDocument),
    ]),
    `<portType name="${form.portType}">`,
    ...operations.map(portOperationXml),
    `</portType>`,
    `<binding name="${form.binding}" type="typens:${form.portType}">`,
    `<soap:binding style="${isDocument ? "document" : "rpc"}" transport="http://schemas.xmlsoap.org/soap/http"/>`,
    ...operations.map((operation) => bindingOperationXml(operation.name, form, namespace)),
    `</binding>`,
    `<service name="${name}Service">`,
    `<port name="${form.port}" binding="typens:${form.binding}">`,
    `<soap:address location="${visibleXmlText(form.address)}"/>`,
    `</port>`,
    `</service>`,
    `</definitions>`,
    "",
  ].join("\n");
}

function messageXml({ name, parts }: WsdlMessage, isDocument: boolean): string {
  const kind = isDocument ? "element" : "type";
  const content = parts.map(([part, type]) => `<part name="${part}" ${kind}="${type}"/>`).join("");
  return `<message name="${name}">${content}</message>`;
}

function portOperationXml({ name, documentation, request, response }: WsdlOperation): string {
  return (
    `<operation name="${name}"><documentation>${visibleXmlText(documentation)}</documentation>` +
    `<input message="typens:${request.name}"/><output message="typens:${response.name}"/></operation>`
  );
}

function bindingOperationXml(
  name: string,
  { action, isDocument = false }: WsdlForm,
  namespace: string,
): string {
  const body = isDocument
    ? `<soap:body use="literal"/>`
    : `<soap:body namespace="${namespace}" use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>`;
  return (
    `<operation name="${name}"><soap:operation soapAction="${visibleXmlText(action)}"/>` +
    `<input>${body}</input><output>${body}</output></operation>`
  );
}

const encodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";

/**
 * The schema of the SOAP encoding, which rpc/encoded types extend. The server publishes it because some clients would
 * otherwise download it from the internet. PHP and other clients have it built in.
 */
const encodingSchemaXml = [
  `<?xml version="1.0" encoding="UTF-8"?>`,
  `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${encodingNamespace}">`,
  `<attribute name="arrayType" type="string"/>`,
  `<complexType name="Array"><sequence>`,
  `<any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>`,
  `</sequence><anyAttribute namespace="##any" processContents="lax"/></complexType>`,
  `</schema>`,
  "",
].join("\n");

/** A schema of rpc/encoded types. @param address the URL for calls; with `?xsd`, it returns the schema of the encoding */
export function schemaXml(namespace: string, address: string, content: readonly string[]): string {
  const location = `${address}${address.includes("?") ? "&" : "?"}xsd`;
  return [
    `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${visibleXmlText(namespace)}">`,
    `<import namespace="${encodingNamespace}" schemaLocation="${visibleXmlText(location)}"/>`,
    ...content,
    `</schema>`,
  ].join("\n");
}

/** A list type in rpc/encoded. @param type the type of the elements, with its prefix */
export function arrayTypeXml(name: string, type: string): string {
  return (
    `<complexType name="${name}"><complexContent><restriction base="soapenc:Array">` +
    `<attribute ref="soapenc:arrayType" wsdl:arrayType="${type}[]"/>` +
    `</restriction></complexContent></complexType>`
  );
}

const xml = "text/xml; charset=UTF-8";

/**
 * What GET returns: the WSDL, the schema of its encoding, or a hint (doors 1).
 * @param wsdl describes calls at an address
 * @param baseUrlFor the base URL of the service for a request, without a slash at the end
 */
export function soapPage(
  wsdl: (address: string) => string,
  baseUrlFor: (request: IncomingMessage) => string,
): (request: IncomingMessage) => Page {
  return (request) => {
    const { url = "/" } = request;
    if (asksForWsdl(url, pathOf(url)))
      return { type: xml, text: wsdl(`${baseUrlFor(request)}${callAddress(url)}`) };
    if (asksFor(url, "xsd")) return { type: xml, text: encodingSchemaXml };
    const text = "This address accepts SOAP calls by POST. The same address with ?wsdl returns the WSDL.\n";
    return { type: "text/plain; charset=utf-8", text };
  };
}
