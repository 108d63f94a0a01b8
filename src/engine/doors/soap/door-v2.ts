/** The SOAP v2 door: every operation a typed function of its own (doors 4). */
import type { SoapFunction } from "../../../../generated/doors/soap-v2.js";
import type { Wire, WireParts } from "../../values/text.js";
import type { Fault } from "../../calls/faults.js";
import type { Aside } from "../../contract/arguments.js";
import type { Contract, ContractTables } from "../../contract/contract.js";
import type { RpcContext } from "../../calls/builtins.js";
import type { RpcService } from "../../calls/service.js";
import { isObject } from "../../values/coercion.js";
import { callBuiltin, isBuiltinName } from "../calls.js";
import type { DoorAnswer, DoorRequest, XmlDoor } from "../door-answer.js";
import { isLarge } from "../large-values.js";
import { setMember } from "../values-in.js";
import { answerSoap, unknownOperation } from "./answering.js";
import { builtinParams } from "./builtins.js";
import { builtinAnswers } from "./builtins-v2.js";
import { Decoder } from "./decoding.js";
import { requestedAttributes, typedValue } from "./decoding-v2.js";
import { encoded, literal, type Binding, typedElementXml, typedPieces } from "./encoding-v2.js";
import { answerNamespace, envelopeInSlices, envelopeXml, type AnswerForm } from "./envelope.js";
import { partsByName } from "./parts.js";
import type { SoapElement, SoapRequest } from "./reading.js";

export interface SoapV2Settings {
  /** Of the WSDL. */
  readonly namespace: string;
  /** document/literal in place of rpc/encoded (WS-I). */
  readonly isDocument: boolean;
}

export class SoapV2Door implements XmlDoor {
  private readonly tables: ContractTables;
  private readonly binding: Binding;

  constructor(
    private readonly rpc: RpcService,
    private readonly settings: SoapV2Settings,
  ) {
    this.tables = rpc.contract.tables;
    this.binding = (settings.isDocument ? literal : encoded)(this.tables.soapTypes);
  }

  answer(request: DoorRequest): Promise<DoorAnswer> {
    return answerSoap(request, (soap) => this.run(soap, request.context));
  }

  private async run(request: SoapRequest, context: RpcContext): Promise<Wire | WireParts> {
    const { operation, byId } = request;
    const { isDocument } = this.settings;
    const name = isDocument ? operation.name.replace(/(Request)?Param$/, "") : operation.name;
    const decoder = new Decoder(byId, this.tables.soapTypes);
    if (isBuiltinName(name) && builtinAnswers[name]) {
      const result = await callBuiltin(this.rpc, name, builtinParams(name, operation, decoder), context);
      return this.answerXml(request, name, result, builtinAnswers[name]);
    }
    const known = Object.hasOwn(this.tables.soapFunctions, name)
      ? this.tables.soapFunctions[name]
      : undefined;
    if (!known) {
      this.rpc.noteUnknown(name, context);
      throw unknownOperation(name);
    }
    const { session, args, aside, additional } = readArguments(this.rpc.contract, known, operation, decoder);
    const params = [session, known.operation, args];
    context.aside = aside;
    const result = await callBuiltin(this.rpc, "call", params, context);
    return this.answerXml(request, name, withAdditional(result, additional), known.answers);
  }

  private answerXml(
    { namespace, isSoap12 }: SoapRequest,
    name: string,
    result: unknown,
    answers: SoapFunction["answers"],
  ): Wire | Promise<Wire | WireParts> {
    const { isDocument, namespace: own } = this.settings;
    const { binding } = this;
    const part = isDocument ? "result" : answers.name;
    const { type } = answers;
    const form: AnswerForm = {
      operation: name,
      namespace: answerNamespace(namespace, own),
      isSoap12,
      ...(isDocument ? { element: `${name}ResponseParam` } : {}),
    };
    return isLarge(result)
      ? envelopeInSlices(form, typedPieces(part, result, type, binding))
      : envelopeXml(form, typedElementXml(part, result, type, binding));
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
