/**
 * generated/doors/soap-v2.ts: functions and types of SOAP v2. Names that clients know stand in spec/doors/soap-v2.yaml;
 * what the contract has beyond them is added here: operations without a function, parameters without a part, members.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { OpenRpcDocument, OpenRpcMethod } from "../../spec/bundle.js";
import { projectRoot } from "../../spec/chapters.js";
import { banner, camelCase, operationsOf } from "../contract.js";
import { TypeTable, type WrittenType } from "./soap-types.js";
import { allShapes, shapeOf } from "./values.js";

interface WrittenFunction {
  readonly operation: string;
  /** `product string productId` */
  readonly parts: readonly string[];
  /** `info catalogProductReturnEntity` */
  readonly answers: string;
}

interface Part {
  readonly name: string;
  readonly type: string;
  /** The parameter of the operation; absent = accepted, and handed on beside the arguments. */
  readonly param?: string;
}

const declarations = `
export interface SoapPart {
  readonly name: string;
  readonly type: string;
  /** The parameter of the operation; absent = accepted, and handed on beside the arguments. */
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
  /** Never left out. */
  readonly required?: true;
}

/** \`string\`, \`int\`, \`double\`, \`boolean\` are those of XML Schema; all others stand here. */
export type SoapType = { readonly list: string } | { readonly members: readonly SoapMember[] };
`;

export function soapV2(document: OpenRpcDocument): string {
  const written = parse(readFileSync(join(projectRoot, "spec/doors/soap-v2.yaml"), "utf8")) as {
    functions: Record<string, WrittenFunction>;
    types: Record<string, WrittenType>;
  };
  const types = new TypeTable(written.types);
  const shapes = allShapes(document);
  const functions = operationsOf(document).map((method) => {
    const known = Object.entries(written.functions).find(([, one]) => one.operation === method.name);
    const [name, { parts, answers }] = known ?? [camelCase(method.name), unknownFunction];
    const [answer = "result", type] = answers.split(" ");
    const result = types.extended(type, shapes[method.name] ?? "any", `${name}Result`);
    return [
      name,
      {
        operation: method.name,
        parts: partsOf(document, method, parts, types, name),
        answers: { name: answer, type: result },
      },
    ] as const;
  });
  const wanted = [
    ...functions.flatMap(([, { parts, answers }]) => [...parts.map(({ type }) => type), answers.type]),
  ];
  const ofBuiltins = ["ArrayOfExistsFaltures", "ArrayOfApis"];
  return [
    `// ${banner}`,
    declarations,
    `export const functions: Readonly<Record<string, SoapFunction>> = ${json(Object.fromEntries(functions))};\n`,
    `export const types: Readonly<Record<string, SoapType>> = ${json(types.reachableFrom([...wanted, ...ofBuiltins]))};\n`,
  ].join("\n");
}

const unknownFunction: Pick<WrittenFunction, "parts" | "answers"> = { parts: [], answers: "result" };

/** The parts as clients know them, and parameters that have none. Throws for a part that means nothing. */
function partsOf(
  document: OpenRpcDocument,
  method: OpenRpcMethod,
  written: readonly string[],
  types: TypeTable,
  name: string,
): Part[] {
  const paramNames = method.params.map((param) => param.name);
  const parts = written.map((text): Part => {
    const [part = "", type = "", given = part] = text.split(" ");
    if (given === "-") return { name: part, type: types.extended(type, "any", part) };
    const param = method.params.find((one) => one.name === given);
    if (!param) throw new Error(`spec/doors/soap-v2.yaml: ${method.name} has no parameter ${given}`);
    const shape = shapeOf(document, param.schema, undefined);
    return { name: part, type: types.extended(type, shape, `${name}${part}`), param: given };
  });
  const known = new Set(parts.map(({ param }) => param));
  const further = method.params
    .filter((param) => !known.has(param.name))
    .map((param): Part => {
      const shape = shapeOf(document, param.schema, undefined);
      return { name: param.name, type: types.derived(shape, `${name}_${param.name}`), param: param.name };
    });
  if (paramNames.length > known.size + further.length) throw new Error(`${method.name}: a parameter is lost`);
  return [...parts, ...further];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
