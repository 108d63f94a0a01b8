/** The SOAP v2 door: every operation a typed function of its own (doors 4). */
import type { SoapFunction } from "../../../../generated/doors/soap-v2.js";
import type { Fault } from "../../calls/faults.js";
import type { Aside } from "../../contract/arguments.js";
import type { Contract, ContractTables } from "../../contract/contract.js";
import type { RpcContext } from "../../calls/builtins.js";
import type { RpcService } from "../../calls/service.js";
import { andThen } from "../../values/awaitable.js";
import { isObject } from "../../values/coercion.js";
import { runBuiltin, isBuiltinName } from "../calls.js";
import type { RunningCall } from "../door-answer.js";
import { setMember } from "../values-in.js";
import type { WriteAnswer } from "../writing.js";
import { builtinParams } from "./builtins.js";
import { builtinAnswers } from "./builtins-v2.js";
import { Decoder } from "./decoding.js";
import { requestedAttributes, typedValue } from "./decoding-v2.js";
import { SoapDoor } from "./door.js";
import { encoded, literal, type Binding, typedPieces } from "./encoding-v2.js";
import { partsByName } from "./parts.js";
import type { SoapElement, SoapRequest } from "./reading.js";

export interface SoapV2Settings {
  /** Of the WSDL. */
  readonly namespace: string;
  /** document/literal in place of rpc/encoded (WS-I). */
  readonly isDocument: boolean;
}

export class SoapV2Door extends SoapDoor {
  private readonly tables: ContractTables;
  private readonly binding: Binding;
  private readonly isDocument: boolean;

  constructor(rpc: RpcService, { namespace, isDocument }: SoapV2Settings) {
    super(rpc, namespace);
    this.tables = rpc.contract.tables;
    this.binding = (isDocument ? literal : encoded)(this.tables.soapTypes);
    this.isDocument = isDocument;
  }

  run(request: SoapRequest, context: RpcContext): RunningCall {
    const { operation, byId } = request;
    const name = this.isDocument ? operation.name.replace(/(Request)?Param$/, "") : operation.name;
    const decoder = new Decoder(byId, this.tables.soapTypes);
    const builtin = isBuiltinName(name) ? builtinAnswers[name] : undefined;
    if (isBuiltinName(name) && builtin) {
      const params = builtinParams(name, operation, decoder);
      const result = runBuiltin(this.rpc, name, params, context);
      return { result, write: this.typedWriter(name, request, builtin) };
    }
    const { soapFunctions } = this.tables;
    const known = Object.hasOwn(soapFunctions, name) ? soapFunctions[name] : undefined;
    if (!known) throw this.unknownOperation(name, context);
    const { session, args, aside, additional } = readArguments(this.rpc.contract, known, operation, decoder);
    context.aside = aside;
    const result = runBuiltin(this.rpc, "call", [session, known.operation, args], context);
    return {
      result: andThen(result, (value) => withAdditional(value, additional)),
      write: this.typedWriter(name, request, known.answers),
    };
  }

  private typedWriter(name: string, request: SoapRequest, answers: SoapFunction["answers"]): WriteAnswer {
    const part = this.isDocument ? "result" : answers.name;
    const pieces = (result: unknown) => typedPieces(part, result, answers.type, this.binding);
    return this.writerOf(name, request, pieces, this.isDocument ? `${name}ResponseParam` : undefined);
  }
}

interface ReadArguments {
  /** Null stands for HTTP Basic. */
  readonly session: unknown;
  /** By the names of the parameters, or why they are unusable. */
  readonly args: Record<string, unknown> | Fault;
  /** Of parts for which the operation has no parameters. */
  readonly aside: Aside | undefined;
  /** Attributes that are answered by key and value. */
  readonly additional: readonly string[];
}

function readArguments(
  contract: Contract,
  { parts, operation: path }: SoapFunction,
  operation: SoapElement,
  decoder: Decoder,
): ReadArguments {
  const given = partsByName(operation, ["sessionId", ...parts.map(({ name }) => name)]);
  const [sessionElement] = given.get("sessionId") ?? [];
  const session = sessionElement ? decoder.value(sessionElement, "string") : null;
  const { params = [] } = contract.tables.operations[path] ?? {};
  const flags = new Set(params.flatMap(({ name, kind }) => (kind === "flag" ? [name] : [])));
  const args: Record<string, unknown> = {};
  let aside: Aside | undefined;
  let additional: readonly string[] = [];
  for (const { name, type, param } of parts) {
    const [element] = given.get(name) ?? [];
    if (!element) continue;
    const value = typedValue(element, type, decoder);
    if (type === "catalogProductRequestAttributes") {
      const requested = requestedAttributes(value);
      additional = requested.additional;
      if (requested.all) args[param ?? name] = requested.all;
    } else if (param !== undefined) setMember(args, param, flags.has(param) ? flagOf(value) : value);
    else if (isStoreCredit(name, value)) return { session, args: noStoreCredit(contract), aside, additional };
    else aside = { ...aside, [name]: value };
  }
  return { session, args, aside, additional };
}

/** PHP writes the false of a part that is a string as an empty text: a flag that was not given. */
function flagOf(value: unknown): unknown {
  return value === "" ? null : value;
}

/** There is no store credit that a refund could go to. */
function isStoreCredit(part: string, value: unknown): boolean {
  return part === "refundToStoreCreditAmount" && Number(value ?? 0) !== 0;
}

function noStoreCredit(contract: Contract): Fault {
  return contract.fault("sales_order_creditmemo", "cannot_refund_to_storecredit");
}

function withAdditional(result: unknown, codes: readonly string[]): unknown {
  if (codes.length === 0 || !isObject(result)) return result;
  const values = codes.filter((code) => Object.hasOwn(result, code)).map((code) => [code, result[code]]);
  return { ...result, additional_attributes: Object.fromEntries(values) as object };
}
