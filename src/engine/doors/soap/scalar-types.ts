/** The types of the WSDL of SOAP v2 that hold one value; all others are in generated/doors/soap-v2.ts. */
export const scalarTypes: ReadonlySet<string> = new Set(["string", "int", "double", "boolean"]);
