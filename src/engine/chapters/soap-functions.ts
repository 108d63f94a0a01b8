/**
 * The functions of SOAP v2 in both bindings. Those that clients know are passed in; this adds what the contract has beyond
 * them: operations without a function, and parameters without a part.
 */
import type { SoapBinding, SoapForm, SoapFunction, SoapPart } from "../../../generated/doors/soap-v2.js";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "./bundle.js";
import { shapeOf, type Shape } from "./shapes.js";
import type { TypeTable } from "./soap-types.js";
import { camelCase } from "./views.js";

export const soapBindings: readonly SoapBinding[] = ["rpc", "wsi"];

/** A function that clients know. */
export interface KnownFunction {
  readonly name: string;
  /** Undefined for a binding that does not have the function. */
  readonly forms: Readonly<Partial<Record<SoapBinding, SoapForm>>>;
  /** As in `SoapFunction`. */
  readonly element?: string;
}

/**
 * @param types receive the types that the functions need
 * @param known the functions that clients know, by operation
 */
export function soapFunctions(
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
  shapes: Readonly<Record<string, Shape>>,
  types: Readonly<Record<SoapBinding, TypeTable>>,
  known: Readonly<Record<string, KnownFunction>> = {},
): Record<string, SoapFunction> {
  const functions = methods.map((method) => {
    const { name, forms, element }: KnownFunction = known[method.name] ?? {
      name: camelCase(method.name),
      forms: {},
    };
    const shape = shapes[method.name] ?? "any";
    const formOf = (binding: SoapBinding): SoapForm => {
      const table = types[binding];
      const { parts, answers } =
        forms[binding] ?? otherForm(method, forms) ?? ownForm(document, method, table, name);
      const type = table.extended(answers?.type, shape, `${name}Result`);
      return {
        parts: withFurtherParts(document, method, parts, table, name),
        answers: { name: answers?.name ?? "result", type },
      };
    };
    const own = { operation: method.name, ...(element !== undefined && { element }) };
    return [name, { ...own, rpc: formOf("rpc"), wsi: formOf("wsi") }] as const;
  });
  return Object.fromEntries(functions);
}

/** The types used directly by the functions. */
export function mentionedTypes(
  functions: Readonly<Record<string, SoapFunction>>,
  binding: SoapBinding,
): string[] {
  return Object.values(functions).flatMap((one) => [
    ...one[binding].parts.map(({ type }) => type),
    one[binding].answers.type,
  ]);
}

interface NewForm {
  readonly parts: readonly SoapPart[];
  /** Undefined if the type of the answer follows from the contract. */
  readonly answers: SoapForm["answers"] | undefined;
}

/** The form of a function in the binding that lacks it: that of the other binding, in which it returns `result`. */
function otherForm(method: OpenRpcMethod, { rpc, wsi }: KnownFunction["forms"]): NewForm | undefined {
  const form = rpc ?? wsi;
  if (!form) return undefined;
  const required = new Set(method.params.filter((param) => param.required).map((param) => param.name));
  const parts = form.parts.map(({ required: _, ...part }): SoapPart => {
    return required.has(part.param ?? "") ? { ...part, required: true } : part;
  });
  return { parts, answers: { ...form.answers, name: "result" } };
}

/** The form of an operation that clients do not know. */
function ownForm(document: OpenRpcDocument, method: OpenRpcMethod, types: TypeTable, name: string): NewForm {
  return { parts: method.params.map((param) => partOf(document, param, types, name)), answers: undefined };
}

function partOf(document: OpenRpcDocument, param: OpenRpcParam, types: TypeTable, name: string): SoapPart {
  const type = types.derived(shapeOf(document, param.schema, undefined), `${name}_${param.name}`);
  return { name: param.name, type, ...(param.required ? { required: true } : {}), param: param.name };
}

/** The parts, of which the types receive further members of the contract; and parts for the other parameters. */
function withFurtherParts(
  document: OpenRpcDocument,
  method: OpenRpcMethod,
  parts: readonly SoapPart[],
  types: TypeTable,
  name: string,
): SoapPart[] {
  for (const part of parts) {
    const param = method.params.find((one) => one.name === part.param);
    types.extended(part.type, param ? shapeOf(document, param.schema, undefined) : "any", part.name);
  }
  const further = method.params
    .filter((param) => parts.every((part) => part.param !== param.name))
    .map((param): SoapPart => {
      const { required: _, ...part } = partOf(document, param, types, name);
      return { ...part, isExtra: true };
    });
  return [...parts, ...further];
}
