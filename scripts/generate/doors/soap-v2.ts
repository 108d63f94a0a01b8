/**
 * generated/doors/soap-v2.ts: functions and types of SOAP v2. spec/doors/wsdl.json has the original names and types,
 * spec/doors/soap-v2.yaml says which operation and which parameters they stand for.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type {
  SoapBinding,
  SoapForm,
  SoapMember,
  SoapPart,
  SoapType,
} from "../../../generated/doors/soap-v2.js";
import type { OpenRpcDocument, OpenRpcMethod } from "../../../src/engine/chapters/bundle.js";
import { shapesOf } from "../../../src/engine/chapters/shapes.js";
import {
  soapFunctions,
  mentionedTypes,
  type KnownFunction,
} from "../../../src/engine/chapters/soap-functions.js";
import { TypeTable } from "../../../src/engine/chapters/soap-types.js";
import { banner, operationsOf } from "../../../src/engine/chapters/views.js";
import { projectRoot } from "../../spec/chapters.js";
import { readExceptions } from "./values.js";

const declarations = `
/** \`rpc\`: rpc/encoded; \`wsi\`: document/literal (WS-I). */
export type SoapBinding = "rpc" | "wsi";

export interface SoapPart {
  readonly name: string;
  readonly type: string;
  /** Never omitted; only in \`wsi\`. */
  readonly required?: true;
  /** The parameter of the operation; absent = accepted, and passed on in addition to the arguments. */
  readonly param?: string;
  /** The original does not have it; described only with WSDL_EXTRAS=on. */
  readonly isExtra?: true;
}

export interface SoapForm {
  /** After the session. */
  readonly parts: readonly SoapPart[];
  readonly answers: { readonly name: string; readonly type: string };
}

export interface SoapFunction extends Readonly<Record<SoapBinding, SoapForm>> {
  readonly operation: string;
  /** How the names of its elements begin in \`wsi\`; undefined = with the name of the function. */
  readonly element?: string;
}

export interface SoapMember {
  readonly name: string;
  readonly type: string;
  /** Never omitted. */
  readonly required?: true;
  /** The original does not have it; described only with WSDL_EXTRAS=on. */
  readonly isExtra?: true;
}

/** \`string\`, \`int\`, \`double\`, \`boolean\` are those of XML Schema; all others are defined here. */
export type SoapType =
  /** \`required\`: the description asks for an element, as the original does. */
  | { readonly list: string; readonly required?: true }
  | { readonly members: readonly SoapMember[] };
`;

export function soapV2(document: OpenRpcDocument): string {
  const { functions: written, ...names } = readSpec("soap-v2.yaml", parse) as WrittenNames;
  const wsdl = readSpec("wsdl.json", JSON.parse) as Record<SoapBinding, Original>;
  const methods = operationsOf(document);
  const known = Object.entries(written).map(([name, one]) => {
    const method = methods.find((candidate) => candidate.name === one.operation);
    if (!method) throw new Error(`spec/doors/soap-v2.yaml: there is no operation ${one.operation}`);
    const paramOf = paramsByPart(method, names.parts, one.parts ?? {});
    const { element } = one;
    const forms = originalForms(wsdl, name, paramOf);
    return [one.operation, { name, forms, ...(element !== undefined && { element }) }] as const;
  });
  const types = {
    rpc: typeTable({ ...abbreviated(names.types), ...originalTypes(wsdl.rpc) }, names.extras),
    wsi: typeTable(originalTypes(wsdl.wsi), names.extras),
  };
  const shapes = shapesOf(document, methods, readExceptions());
  const functions = soapFunctions(document, methods, shapes, types, Object.fromEntries(known));
  const ofBuiltins = ["ArrayOfExistsFaltures", "ArrayOfApis"];
  const needed = (binding: SoapBinding) =>
    types[binding].reachableFrom([...mentionedTypes(functions, binding), ...ofBuiltins]);
  return [
    `// ${banner}`,
    declarations,
    `export const functions: Readonly<Record<string, SoapFunction>> = ${json(functions)};\n`,
    `export const types: Readonly<Record<SoapBinding, Readonly<Record<string, SoapType>>>> = ${json({ rpc: needed("rpc"), wsi: needed("wsi") })};\n`,
  ].join("\n");
}

/** spec/doors/soap-v2.yaml */
interface WrittenNames {
  /** The usual parameter by the name of a part. */
  readonly parts: Readonly<Record<string, string>>;
  readonly functions: Readonly<Record<string, WrittenFunction>>;
  readonly types: Abbreviated;
  readonly extras: Abbreviated;
}

interface WrittenFunction {
  readonly operation: string;
  readonly parts?: Readonly<Record<string, string | null>>;
  readonly element?: string;
}

/** A list, `associativeEntity[]`, or members by type, `{string: [name!, label]}`; `!` marks a required one. */
type Abbreviated = Readonly<Record<string, string | readonly Readonly<Record<string, readonly string[]>>[]>>;

/** spec/doors/wsdl.json: members as `[name, type, …]`, with `optional` and `list` (wsi) or `0` and `1` (rpc). */
type OriginalMember = readonly [name: string, type: string, ...marks: string[]];

interface Original {
  readonly operations: Readonly<
    Record<string, { readonly request: OriginalMember[]; readonly response: OriginalMember[] }>
  >;
  readonly types: Readonly<Record<string, readonly OriginalMember[]>>;
}

function readSpec(name: string, read: (text: string) => unknown): unknown {
  return read(readFileSync(join(projectRoot, "spec/doors", name), "utf8"));
}

type ParamOf = (part: string) => string | undefined;

/** The parameter of a part; undefined for one that `parts` of the function declares as none. */
function paramsByPart(
  method: OpenRpcMethod,
  usual: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>>,
): ParamOf {
  const names = new Set(method.params.map((param) => param.name));
  return (part) => {
    const param = part in own ? own[part] : names.has(part) ? part : usual[part];
    if (param === null) return undefined;
    if (param === undefined || !names.has(param))
      throw new Error(`spec/doors/soap-v2.yaml: which parameter of ${method.name} is the part ${part}?`);
    return param;
  };
}

function originalForms(
  wsdl: Record<SoapBinding, Original>,
  name: string,
  paramOf: ParamOf,
): KnownFunction["forms"] {
  const formOf = (binding: SoapBinding): SoapForm | undefined => {
    const original = wsdl[binding].operations[name];
    const [answer] = original?.response ?? [];
    if (!original || !answer) return undefined;
    const parts = original.request
      .filter(([part]) => part !== "sessionId")
      .map(([part, type, mark]): SoapPart => {
        const param = paramOf(part);
        const isRequired = binding === "wsi" && mark !== "optional";
        return {
          name: part,
          type,
          ...(isRequired && { required: true }),
          ...(param !== undefined && { param }),
        };
      });
    return { parts, answers: { name: answer[0], type: answer[1] } };
  };
  const [rpc, wsi] = [formOf("rpc"), formOf("wsi")];
  return { ...(rpc && { rpc }), ...(wsi && { wsi }) };
}

function originalTypes({ types }: Original): Record<string, SoapType> {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, originalType(members)]));
}

function originalType(written: readonly OriginalMember[]): SoapType {
  const [[first, type, ...marks]] = written as [OriginalMember];
  if (first === "soapenc:arrayType") return { list: type.replace(/^\w+:|\[\]$/g, "") };
  if (marks.includes("list"))
    return { list: type, ...(marks.includes("optional") ? {} : { required: true as const }) };
  const members = written.map(([name, memberType, mark]): SoapMember => {
    const isOptional = mark === "optional" || mark === "0";
    return { name, type: memberType, ...(isOptional ? {} : { required: true }) };
  });
  // `fax` of an address of a cart stands there twice, which XML Schema forbids.
  return { members: members.filter(({ name }, at) => members.findIndex((one) => one.name === name) === at) };
}

function abbreviated(types: Abbreviated): Record<string, SoapType> {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      typeof type === "string" ? { list: type.replace("[]", "") } : { members: membersOf(type) },
    ]),
  );
}

function membersOf(groups: readonly Readonly<Record<string, readonly string[]>>[]): SoapMember[] {
  return groups.flatMap((group) =>
    Object.entries(group).flatMap(([type, names]) =>
      names.map((name) =>
        name.endsWith("!") ? { name: name.slice(0, -1), type, required: true as const } : { name, type },
      ),
    ),
  );
}

function typeTable(types: Readonly<Record<string, SoapType>>, extras: Abbreviated): TypeTable {
  const further = Object.entries(extras).map(([name, groups]): [string, SoapType] => {
    const type = types[name];
    if (!type || "list" in type || typeof groups === "string")
      throw new Error(`spec/doors/soap-v2.yaml: ${name} cannot have further members`);
    const own = membersOf(groups).map((member) => ({ ...member, isExtra: true as const }));
    return [name, { members: [...type.members, ...own] }];
  });
  return TypeTable.of({ ...types, ...Object.fromEntries(further) });
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
