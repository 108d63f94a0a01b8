/** What GET returns at the addresses of SOAP: the WSDL, the schema of its encoding, or a hint (doors 1). */
import type { IncomingMessage } from "node:http";
import { asksFor, asksForWsdl, callAddress } from "../../http/door-addresses.js";
import { pathOf } from "../../http/request.js";
import type { Page } from "../door.js";
import { encodingSchemaXml } from "./wsdl.js";

const xml = "text/xml; charset=UTF-8";

/**
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
