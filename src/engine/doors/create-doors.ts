/** Creates the doors of an instance, except REST. */
import type { IncomingMessage } from "node:http";
import type { XmlDoorName } from "../calls/door.js";
import type { Settings } from "../config/config.js";
import type { Contract } from "../contract/contract.js";
import { originOf } from "../http/request.js";
import type { Door } from "./door.js";
import { dressOf } from "./dress.js";
import { JsonRpcDoor } from "./json-rpc/door.js";
import { PlainDoor } from "./plain/door.js";
import { describedSoap } from "./soap/described.js";
import { SoapV1Door } from "./soap/door-v1.js";
import { SoapV2Door } from "./soap/door-v2.js";
import { soapPage } from "./soap/wsdl.js";
import { wsdlV1 } from "./soap/wsdl-v1.js";
import { wsdlV2 } from "./soap/wsdl-v2.js";
import { XmlRpcDoor } from "./xml-rpc/door.js";

interface DoorsParts {
  readonly contract: Contract;
  readonly settings: Settings;
  /** The URL of the service, without a slash at the end. */
  readonly baseUrl: () => string;
  /** The path of the sandbox; empty for the main instance. */
  readonly prefix: string;
  /** Whether the server offers an operation (NAMESPACES). */
  readonly isOffered: (operation: string) => boolean;
}

export function createDoors({
  contract,
  settings,
  baseUrl,
  prefix,
  isOffered,
}: DoorsParts): Readonly<Record<"rpc" | "plain" | XmlDoorName, Door>> {
  const { wsdlNamespace: namespace, wsiCompliance, wsdlExtras, trustedProxies } = settings;
  const dress = settings.compatValues === "strings" ? dressOf(contract) : undefined;
  const binding = wsiCompliance ? "wsi" : "rpc";
  const described = describedSoap(contract.tables, { binding, hasExtras: wsdlExtras }, isOffered);
  const baseUrlFor = (request: IncomingMessage) => {
    const origin = settings.baseUrl === undefined ? originOf(request, trustedProxies) : undefined;
    return (origin ?? baseUrl()) + prefix;
  };
  const pageV1 = soapPage((address) => wsdlV1(namespace, address), baseUrlFor);
  const pageV2 = soapPage((address) => wsdlV2(described, namespace, address), baseUrlFor);
  return {
    rpc: new JsonRpcDoor(dress),
    plain: new PlainDoor(dress),
    xmlrpc: new XmlRpcDoor(contract),
    soap: new SoapV1Door(contract, namespace, pageV1),
    soap_v2: new SoapV2Door(contract, namespace, pageV2, described),
  };
}
