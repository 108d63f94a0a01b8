/** A fault in the form of a door. */
import type { Wire } from "../values/text.js";
import type { Fault } from "../calls/faults.js";
import type { Door } from "../calls/door.js";
import { soapFaultXml } from "./soap/faults.js";
import { faultXml } from "./xml-rpc/writing.js";

/** The header that names the fault of an answer: XML-RPC has no other room for it. */
export const faultNameHeader = "X-Fault-Name";

export type XmlDoorName = Extract<Door, "xmlrpc" | "soap" | "soap_v2">;

export function faultTextOf(door: XmlDoorName, { code, message, fault }: Fault): Wire {
  return door === "xmlrpc" ? faultXml(code, message) : soapFaultXml(code, message, fault);
}
