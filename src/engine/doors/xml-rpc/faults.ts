/** Faults of the XML-RPC protocol, with the numbers of Magento 1 (doors 2.1, 6). */

export interface ProtocolFault {
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

export const protocolFaults = {
  method: { code: 620, name: "method_not_found", message: "There is no such method." },
  parameters: { code: 623, name: "invalid_params", message: "Calling parameters do not match signature" },
  empty: { code: 630, name: "parse_error", message: "Unable to read request" },
  doctype: { code: 631, name: "parse_error", message: "Failed to parse request" },
  unreadable: {
    code: 632,
    name: "parse_error",
    message: "Invalid request, no method passed; request must contain a 'methodName' tag",
  },
  value: { code: 636, name: "parse_error", message: "Error creating xmlrpc value" },
  help: { code: 640, name: "method_not_found", message: "There is no such method." },
  recursion: { code: 605, name: "invalid_request", message: "Recursive system.multicall is forbidden" },
} as const satisfies Record<string, ProtocolFault>;
