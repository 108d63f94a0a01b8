/** The envelope of a SOAP message. */
import { wire, type Wire } from "../../values/text.js";
import { visibleXmlText } from "../../xml/text.js";
import { envelope12Namespace, envelopeNamespace } from "./faults.js";

interface ResponseForm {
  readonly operation: string;
  /** The namespace of the response; see `responseNamespace`. */
  readonly namespace: string;
  readonly isSoap12: boolean;
  /** The element in the body of a document/literal response; undefined = rpc/encoded. */
  readonly element?: string | undefined;
}

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";

/** The namespaces of Magento 1 and OpenMage, which requests may use besides that of the WSDL. */
const knownNamespaces = new Set(["urn:Magento", "urn:OpenMage"]);

/** The namespace of the request if it is a known one, otherwise that of the WSDL. */
export function responseNamespace(requested: string | undefined, ofWsdl: string): string {
  return requested !== undefined && knownNamespaces.has(requested) ? requested : ofWsdl;
}

/** @param parts the elements of the message, as XML */
export function envelopeXml(form: ResponseForm, parts: string): Wire {
  const [before, after] = envelopeAround(form);
  return wire(`${before}${parts}${after}`);
}

/** The text before and after the elements of the message. */
export function envelopeAround({
  operation,
  namespace,
  isSoap12,
  element,
}: ResponseForm): [before: string, after: string] {
  const wrapper = element ?? `${operation}Response`;
  const prefix = isSoap12 ? "env" : "SOAP-ENV";
  const uri = isSoap12 ? envelope12Namespace : envelopeNamespace;
  const style = isSoap12 || element !== undefined ? "" : ` SOAP-ENV:encodingStyle="${encoding}"`;
  const before =
    `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}:Envelope xmlns:${prefix}="${uri}"` +
    ` xmlns:ns1="${visibleXmlText(namespace)}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
    ` xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="${encoding}"` +
    ` xmlns:ns2="http://xml.apache.org/xml-soap"${style}><${prefix}:Body><ns1:${wrapper}>`;
  return [before, `</ns1:${wrapper}></${prefix}:Body></${prefix}:Envelope>`];
}
