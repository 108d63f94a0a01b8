/** The ways by which calls come in. */
export type Door = "jsonrpc" | "plain" | "rest" | "control" | "xmlrpc" | "soap" | "soap_v2";

/** The doors of clients that were written for Magento 1. */
export function isLegacyDoor(door: Door | undefined): boolean {
  return door === "rest" || door === "xmlrpc" || door === "soap" || door === "soap_v2";
}
