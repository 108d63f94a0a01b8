/** The envelope of an answer. */
import { wire, type Wire } from "../../values/text.js";
import { visibleXmlText } from "../../xml/text.js";
import { envelope12Namespace, envelopeNamespace } from "./faults.js";

export interface AnswerForm {
  readonly operation: string;
  /** Of the answer: the one that the caller used, where it is one of ours. */
  readonly namespace: string;
  readonly isSoap12: boolean;
  /** The element of a document/literal answer. */
  readonly element?: string | undefined;
}

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";

/** Namespaces that requests may use, whatever the WSDL says. */
const known = new Set(["urn:Magento", "urn:OpenMage"]);

/** The namespace of an answer. @param own that of the WSDL */
export function answerNamespace(asked: string | undefined, own: string): string {
  return asked !== undefined && known.has(asked) ? asked : own;
}

/** An answer. @param parts the elements of the response */
export function envelopeXml(form: AnswerForm, parts: string): Wire {
  const [before, after] = envelopeAround(form);
  return wire(`${before}${parts}${after}`);
}

/** What stands around the elements of the response. */
export function envelopeAround({
  operation,
  namespace,
  isSoap12,
  element,
}: AnswerForm): [before: string, after: string] {
  const answer = element ?? `${operation}Response`;
  const prefix = isSoap12 ? "env" : "SOAP-ENV";
  const uri = isSoap12 ? envelope12Namespace : envelopeNamespace;
  const style = isSoap12 || element !== undefined ? "" : ` SOAP-ENV:encodingStyle="${encoding}"`;
  const before =
    `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}:Envelope xmlns:${prefix}="${uri}"` +
    ` xmlns:ns1="${visibleXmlText(namespace)}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
    ` xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="${encoding}"` +
    ` xmlns:ns2="http://xml.apache.org/xml-soap"${style}><${prefix}:Body><ns1:${answer}>`;
  return [before, `</ns1:${answer}></${prefix}:Body></${prefix}:Envelope>`];
}
