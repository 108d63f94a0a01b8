/** Creates the XML doors of a shop. */
import type { IncomingMessage } from "node:http";
import type { Settings } from "../config/config.js";
import { describedSoap } from "./soap/described.js";
import { SoapV1Door } from "./soap/door-v1.js";
import { SoapV2Door } from "./soap/door-v2.js";
import { wsdlV1 } from "./soap/wsdl-v1.js";
import { wsdlV2 } from "./soap/wsdl-v2.js";
import { XmlRpcDoor } from "./xml-rpc/door.js";
import type { RequestLimits } from "../guard/request-bounds.js";
import type { Service } from "../calls/call.js";
import type { Transfer } from "../http/transfer.js";
import { dressOf } from "./dress.js";
import { XmlDoorsHttp } from "./xml-doors.js";
import { senderOf } from "../http/request.js";

export interface XmlDoorsParts {
  readonly service: Service;
  readonly transfer: Transfer;
  readonly settings: Pick<
    Settings,
    "baseUrl" | "trustedProxies" | "wsdlNamespace" | "wsiCompliance" | "wsdlExtras"
  >;
  readonly limits: RequestLimits;
  /** The URL of the service, without a slash at the end. */
  readonly baseUrl: () => string;
  /** The path of the sandbox; empty for the main shop. */
  readonly prefix: string;
  /** Whether the server offers an operation (NAMESPACES). */
  readonly isOffered: (operation: string) => boolean;
}

export function createXmlDoors({
  service,
  transfer,
  settings,
  limits,
  baseUrl,
  prefix,
  isOffered,
}: XmlDoorsParts): XmlDoorsHttp {
  const { wsdlNamespace: namespace, wsiCompliance, wsdlExtras } = settings;
  const described = describedSoap(
    service.contract.tables,
    { binding: wsiCompliance ? "wsi" : "rpc", hasExtras: wsdlExtras },
    isOffered,
  );
  const baseUrlFor = (request: IncomingMessage) => {
    const origin =
      settings.baseUrl === undefined ? senderOf(request, settings.trustedProxies).origin?.() : undefined;
    return (origin ?? baseUrl()) + prefix;
  };
  return new XmlDoorsHttp({
    doors: {
      xmlrpc: new XmlRpcDoor(service, limits),
      soap: new SoapV1Door(service, namespace),
      soap_v2: new SoapV2Door(service, namespace, described),
    },
    wsdl: {
      soap: (address) => wsdlV1(namespace, address),
      soap_v2: (address) => wsdlV2(described, namespace, address),
    },
    transfer,
    dress: dressOf(service.contract),
    baseUrlFor,
  });
}
