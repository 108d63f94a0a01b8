/** generated/doors/soap-v2.ts: functions and types of SOAP v2; their names are in spec/doors/soap-v2.yaml. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { OpenRpcDocument } from "../../../src/engine/chapters/bundle.js";
import { shapesOf } from "../../../src/engine/chapters/shapes.js";
import {
  soapFunctions,
  mentionedTypes,
  type WrittenFunction,
} from "../../../src/engine/chapters/soap-functions.js";
import { TypeTable, type AbbreviatedSoapType } from "../../../src/engine/chapters/soap-types.js";
import { banner, operationsOf } from "../../../src/engine/chapters/views.js";
import { projectRoot } from "../../spec/chapters.js";
import { readExceptions } from "./values.js";

const declarations = `
export interface SoapPart {
  readonly name: string;
  readonly type: string;
  /** The parameter of the operation; absent = accepted, and passed on in addition to the arguments. */
  readonly param?: string;
}

export interface SoapFunction {
  readonly operation: string;
  /** After the session. */
  readonly parts: readonly SoapPart[];
  readonly answers: { readonly name: string; readonly type: string };
}

export interface SoapMember {
  readonly name: string;
  readonly type: string;
  /** Never omitted. */
  readonly required?: true;
}

/** \`string\`, \`int\`, \`double\`, \`boolean\` are those of XML Schema; all others are defined here. */
export type SoapType = { readonly list: string } | { readonly members: readonly SoapMember[] };
`;

export function soapV2(document: OpenRpcDocument): string {
  const written = parse(readFileSync(join(projectRoot, "spec/doors/soap-v2.yaml"), "utf8")) as {
    functions: Record<string, WrittenFunction>;
    types: Record<string, AbbreviatedSoapType>;
  };
  const types = TypeTable.written(written.types);
  const methods = operationsOf(document);
  const shapes = shapesOf(document, methods, readExceptions());
  const functions = soapFunctions(document, methods, shapes, types, written.functions);
  const ofBuiltins = ["ArrayOfExistsFaltures", "ArrayOfApis"];
  const needed = types.reachableFrom([...mentionedTypes(functions), ...ofBuiltins]);
  return [
    `// ${banner}`,
    declarations,
    `export const functions: Readonly<Record<string, SoapFunction>> = ${json(functions)};\n`,
    `export const types: Readonly<Record<string, SoapType>> = ${json(needed)};\n`,
  ].join("\n");
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
