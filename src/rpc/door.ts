/** The ways by which calls come in. */
export type Door = "jsonrpc" | "plain" | "rest" | "control" | "xmlrpc" | "soap" | "soap_v2";
