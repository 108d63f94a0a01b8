/** Writes a fault in the form of an XML door. */
import type { Wire } from "../values/text.js";
import type { Fault } from "../contract/faults.js";
import type { XmlDoorName } from "../calls/door.js";
import { soapFaultXml } from "./soap/faults.js";
import { faultXml } from "./xml-rpc/writing.js";

/** The header with the name of the fault: a fault of XML-RPC cannot contain it. */
export const faultNameHeader = "X-Fault-Name";

export function xmlFault(door: XmlDoorName, fault: Fault): Wire {
  return door === "xmlrpc" ? faultXml(fault.code, fault.message) : soapFaultXml(fault);
}
