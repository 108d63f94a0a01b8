/** The WSDL of SOAP v2: rpc/encoded, or document/literal for WS-I (doors 4.1, 4.4). */
import type { SoapType } from "../../../../generated/doors/soap-v2.js";
import type { OperationRow } from "../../../../generated/tables.js";
import type { ContractTables } from "../../contract/contract.js";
import { methodNotes } from "../xml-rpc/introspection.js";
import type { BuiltinName } from "../builtin-calls.js";
import { builtinAnswerV2, builtinSignatures } from "./builtins.js";
import { scalarTypes } from "./encoding-v2.js";
import { arrayTypeXml, schemaXml, wsdlXml, type WsdlOperation } from "./wsdl.js";

export interface WsdlV2Settings {
  readonly namespace: string;
  readonly isDocument: boolean;
  readonly tables: ContractTables;
  /** Whether the server offers an operation (NAMESPACES). */
  readonly isOffered: (operation: string) => boolean;
}

/** A part of a request, or the result in an answer. */
interface DescribedPart {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

interface DescribedFunction {
  readonly name: string;
  readonly documentation: string;
  readonly parts: readonly DescribedPart[];
  readonly answers: { readonly name: string; readonly type: string };
}

const prefix = "Mage_Api_Model_Server_V2_Handler";

export function wsdlV2(
  { namespace, isDocument, tables, isOffered }: WsdlV2Settings,
  address: string,
): string {
  const described = [...describedBuiltins(), ...describedFunctions(tables, isOffered)];
  const elements = isDocument ? described.flatMap(elementsXml) : [];
  const typesXml = Object.entries(tables.soapTypes).map(([name, type]) =>
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
    operations: described.map(isDocument ? documentOperation : rpcOperation),
  });
}

function describedBuiltins(): DescribedFunction[] {
  return Object.entries(builtinSignatures).flatMap(([name, signature]) => {
    const answers = builtinAnswerV2(name as BuiltinName);
    if (!answers) return [];
    const parts = signature.parts.map(([part, type]) => ({ name: part, type, isRequired: true }));
    return [{ name, documentation: methodNotes[name]?.help ?? "", parts, answers }];
  });
}

function describedFunctions(
  tables: ContractTables,
  isOffered: (operation: string) => boolean,
): DescribedFunction[] {
  return Object.entries(tables.soapFunctions)
    .filter(([, { operation }]) => isOffered(operation))
    .map(([name, { operation, parts, answers }]) => {
      const { title, params } = tables.operations[operation] as OperationRow;
      const required = new Set(params.filter((param) => param.required).map((param) => param.name));
      const described = parts.map(({ name: part, type, param }) => {
        return { name: part, type, isRequired: param !== undefined && required.has(param) };
      });
      return { name, documentation: title, parts: [session, ...described], answers };
    });
}

const session: DescribedPart = { name: "sessionId", type: "string", isRequired: true };

function rpcOperation({ name, documentation, parts, answers }: DescribedFunction): WsdlOperation {
  return {
    name,
    documentation,
    request: { name: `${name}Request`, parts: parts.map((part) => [part.name, typeName(part.type)]) },
    response: { name: `${name}Response`, parts: [[answers.name, typeName(answers.type)]] },
  };
}

function documentOperation({ name, documentation }: DescribedFunction): WsdlOperation {
  return {
    name,
    documentation,
    request: { name: `${name}Request`, parts: [["parameters", `typens:${requestElement(name)}`]] },
    response: { name: `${name}Response`, parts: [["parameters", `typens:${name}ResponseParam`]] },
  };
}

function requestElement(name: string): string {
  return name === "login" ? "loginParam" : `${name}RequestParam`;
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
      ? [literalElement("complexObjectArray", type.list, 'minOccurs="0" maxOccurs="unbounded"')]
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

function elementsXml({ name, parts, answers }: DescribedFunction): string[] {
  const wrapper = (element: string, members: readonly DescribedPart[]) => {
    const content = members.map((part) => literalElement(part.name, part.type, occurs(part.isRequired)));
    return (
      `<xsd:element name="${element}"><xsd:complexType><xsd:sequence>${content.join("")}` +
      `</xsd:sequence></xsd:complexType></xsd:element>`
    );
  };
  const result = { name: "result", type: answers.type, isRequired: true };
  return [wrapper(requestElement(name), parts), wrapper(`${name}ResponseParam`, [result])];
}
