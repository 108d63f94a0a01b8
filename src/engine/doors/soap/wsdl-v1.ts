/** The WSDL of SOAP v1: the built-in methods, of which `call` calls all operations (doors 3.1). */
import { methodNotes } from "../xml-rpc/introspection.js";
import { resultPart, builtinSignatures } from "./builtins.js";
import { arrayTypeXml, schemaXml, wsdlXml, type WsdlOperation } from "./wsdl.js";

export function wsdlV1(namespace: string, address: string): string {
  return wsdlXml({
    namespace,
    address,
    portType: "PortType",
    binding: "Binding",
    port: "Port",
    action: "urn:Action",
    types: schemaXml(namespace, address, [arrayTypeXml("FixedArray", "xsd:anyType")]),
    operations: Object.entries(builtinSignatures).map(([name, { parts, result }]): WsdlOperation => {
      return {
        name,
        documentation: methodNotes[name]?.help ?? "",
        request: { name: `${name}Request`, parts: parts.map(([part, type]) => [part, typeName(type)]) },
        response: { name: `${name}Response`, parts: [[resultPart(name), typeName(result)]] },
      };
    }),
  });
}

function typeName(type: string): string {
  return type === "FixedArray" ? "typens:FixedArray" : `xsd:${type}`;
}
