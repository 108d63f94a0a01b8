/** The protocols by which calls arrive. */
export type DoorName = "jsonrpc" | "plain" | "rest" | "control" | "xmlrpc" | "soap" | "soap_v2";

/** The doors for clients that were written for Magento 1. */
export function isLegacyDoor(door: DoorName | undefined): boolean {
  return door === "rest" || door === "xmlrpc" || door === "soap" || door === "soap_v2";
}

export type XmlDoorName = Extract<DoorName, "xmlrpc" | "soap" | "soap_v2">;
