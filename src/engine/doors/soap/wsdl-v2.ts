/** The WSDL of SOAP v2: rpc/encoded, or document/literal for WS-I (doors 4.1, 4.4). */
import type { SoapPart, SoapType } from "../../../../generated/doors/soap-v2.js";
import type { DescribedFunction, DescribedSoap } from "./described.js";
import { scalarTypes } from "./encoding-v2.js";
import { arrayTypeXml, schemaXml, wsdlXml, type WsdlOperation } from "./wsdl.js";
import { responseElement, requestElement } from "./wsi-elements.js";

const prefix = "Mage_Api_Model_Server_V2_Handler";

export function wsdlV2(
  { binding, functions, types }: DescribedSoap,
  namespace: string,
  address: string,
): string {
  const isDocument = binding === "wsi";
  const elements = isDocument ? functions.flatMap(elementsXml) : [];
  const typesXml = Object.entries(types).map(([name, type]) =>
    (isDocument ? literalXml : encodedXml)(name, type),
  );
  return wsdlXml({
    namespace,
    address,
    isDocument,
    action: `urn:${prefix}Action`,
    portType: `${prefix}PortType`,
    binding: `${prefix}Binding`,
    port: `${prefix}Port`,
    types: isDocument
      ? literalSchema(namespace, [...typesXml, ...elements])
      : schemaXml(namespace, address, typesXml),
    operations: functions.map(isDocument ? documentOperation : rpcOperation),
  });
}

function rpcOperation({ name, documentation, parts, answers }: DescribedFunction): WsdlOperation {
  return {
    name,
    documentation,
    request: { name: `${name}Request`, parts: parts.map((part) => [part.name, typeName(part.type)]) },
    response: { name: `${name}Response`, parts: [[answers.name, typeName(answers.type)]] },
  };
}

function documentOperation({ name, element, documentation }: DescribedFunction): WsdlOperation {
  return {
    name,
    documentation,
    request: { name: `${name}Request`, parts: [["parameters", `typens:${requestElement(element)}`]] },
    response: { name: `${name}Response`, parts: [["parameters", `typens:${responseElement(element)}`]] },
  };
}

function typeName(type: string): string {
  return scalarTypes.has(type) ? `xsd:${type}` : `typens:${type}`;
}

function encodedXml(name: string, type: SoapType): string {
  if ("list" in type) return arrayTypeXml(name, typeName(type.list));
  // A required member is always sent, but may be null.
  const members = type.members.map(
    ({ name: member, type: memberType, required }) =>
      `<element name="${member}" type="${typeName(memberType)}" ${required ? 'minOccurs="1" nillable="true"' : 'minOccurs="0"'}/>`,
  );
  return `<complexType name="${name}"><all>${members.join("")}</all></complexType>`;
}

function literalSchema(namespace: string, content: readonly string[]): string {
  const schema = `<xsd:schema targetNamespace="${namespace}">`;
  return [schema, ...content, "</xsd:schema>"].join("\n");
}

function literalXml(name: string, type: SoapType): string {
  const content =
    "list" in type
      ? [literalElement("complexObjectArray", type.list, `${occurs(type.required)} maxOccurs="unbounded"`)]
      : type.members.map((member) => literalElement(member.name, member.type, occurs(member.required)));
  return `<xsd:complexType name="${name}"><xsd:sequence>${content.join("")}</xsd:sequence></xsd:complexType>`;
}

/**
 * No element is nillable: code generators for Java wrap an element that is both optional and nillable in a
 * `JAXBElement`.
 */
function literalElement(name: string, type: string, occurrence: string): string {
  return `<xsd:element name="${name}" type="${typeName(type)}" ${occurrence}/>`;
}

function occurs(isRequired = false): string {
  return `minOccurs="${isRequired ? 1 : 0}"`;
}

function elementsXml({ element, parts, answers }: DescribedFunction): string[] {
  const wrapper = (name: string, members: readonly SoapPart[]) => {
    const content = members.map((part) => literalElement(part.name, part.type, occurs(part.required)));
    return (
      `<xsd:element name="${name}"><xsd:complexType><xsd:sequence>${content.join("")}` +
      `</xsd:sequence></xsd:complexType></xsd:element>`
    );
  };
  return [
    wrapper(requestElement(element), parts),
    wrapper(responseElement(element), [{ ...answers, required: true }]),
  ];
}
