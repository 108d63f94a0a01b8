/** The protocols by which calls arrive. */
export type Door = "jsonrpc" | "plain" | "rest" | "control" | "xmlrpc" | "soap" | "soap_v2";

/** The doors for clients that were written for Magento 1. */
export function isLegacyDoor(door: Door | undefined): boolean {
  return door === "rest" || door === "xmlrpc" || door === "soap" || door === "soap_v2";
}

export type XmlDoorName = Extract<Door, "xmlrpc" | "soap" | "soap_v2">;
