/**
 * The functions of SOAP v2. Those that clients know are passed in; this adds what the contract has beyond them: operations
 * without a function, parameters without a part, and members.
 */
import type { OpenRpcDocument, OpenRpcMethod } from "./bundle.js";
import { shapeOf, type Shape } from "./shapes.js";
import type { TypeTable } from "./soap-types.js";
import { camelCase } from "./views.js";

/** A function that clients know (spec/doors/soap-v2.yaml). */
export interface WrittenFunction {
  readonly operation: string;
  /** `product string productId` */
  readonly parts: readonly string[];
  /** `info catalogProductReturnEntity` */
  readonly answers: string;
}

interface Part {
  readonly name: string;
  readonly type: string;
  /** The parameter of the operation; undefined for a part that is accepted in addition to the arguments. */
  readonly param?: string;
}

interface SoapFunction {
  readonly operation: string;
  readonly parts: readonly Part[];
  readonly answers: { readonly name: string; readonly type: string };
}

/** @param types receives the types that the functions need */
export function soapFunctions(
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
  shapes: Readonly<Record<string, Shape>>,
  types: TypeTable,
  written: Readonly<Record<string, WrittenFunction>> = {},
): Record<string, SoapFunction> {
  const functions = methods.map((method) => {
    const known = Object.entries(written).find(([, one]) => one.operation === method.name);
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
  return Object.fromEntries(functions);
}

/** The types used directly by the functions. */
export function mentionedTypes(functions: Readonly<Record<string, SoapFunction>>): string[] {
  return Object.values(functions).flatMap(({ parts, answers }) => [
    ...parts.map(({ type }) => type),
    answers.type,
  ]);
}

const unknownFunction: Pick<WrittenFunction, "parts" | "answers"> = { parts: [], answers: "result" };

/** The known parts, and parts for the other parameters. Throws for a part of an unknown parameter. */
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
