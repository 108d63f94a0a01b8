/** SOAP faults (doors 3.4). */
import { wire, type Wire } from "../../values/text.js";
import { visibleXmlText } from "../../xml/text.js";

export const envelopeNamespace = "http://schemas.xmlsoap.org/soap/envelope/";
export const envelope12Namespace = "http://www.w3.org/2003/05/soap-envelope";

interface SoapFaultParts {
  readonly code: string | number;
  readonly message: string;
  /** The name of a fault of the contract. */
  readonly fault?: string;
  /** Our own text, if the message is that of a shop. */
  readonly ownText?: string | undefined;
}

/**
 * The envelope of a fault.
 * @param fault of the contract, or with a fault code of SOAP such as `SOAP-ENV:Server`
 */
export function soapFaultXml({ code, message, fault, ownText }: SoapFaultParts, isSoap12 = false): Wire {
  const [shownCode, shownMessage] = [visibleXmlText(String(code)), visibleXmlText(message)];
  const name = fault === undefined ? "" : `<fault>${visibleXmlText(fault)}</fault>`;
  const detail = ownText === undefined ? name : `${name}<message>${visibleXmlText(ownText)}</message>`;
  return wire(
    isSoap12 ? fault12Xml(shownCode, shownMessage, detail) : fault11Xml(shownCode, shownMessage, detail),
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function fault11Xml(code: string, message: string, detail: string): string {
  return (
    `${declaration}<SOAP-ENV:Envelope xmlns:SOAP-ENV="${envelopeNamespace}"><SOAP-ENV:Body><SOAP-ENV:Fault>` +
    `<faultcode>${code}</faultcode><faultstring>${message}</faultstring>` +
    `${detail === "" ? "" : `<detail>${detail}</detail>`}` +
    `</SOAP-ENV:Fault></SOAP-ENV:Body></SOAP-ENV:Envelope>`
  );
}

function fault12Xml(code: string, message: string, detail: string): string {
  return (
    `${declaration}<env:Envelope xmlns:env="${envelope12Namespace}"><env:Body><env:Fault>` +
    `<env:Code><env:Value>${code}</env:Value></env:Code>` +
    `<env:Reason><env:Text xml:lang="en">${message}</env:Text></env:Reason>` +
    `${detail === "" ? "" : `<env:Detail>${detail}</env:Detail>`}` +
    `</env:Fault></env:Body></env:Envelope>`
  );
}
