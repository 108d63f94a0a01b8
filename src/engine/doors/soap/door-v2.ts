/** The SOAP v2 door: every operation is a function of its own, typed by the WSDL (doors 4). */
import type { SoapFunction } from "../../../../generated/doors/soap-v2.js";
import type { Fault } from "../../contract/faults.js";
import type { ExtraArguments } from "../../contract/arguments.js";
import type { Contract, ContractTables } from "../../contract/contract.js";
import type { RequestContext, Service } from "../../calls/call.js";
import { isObject } from "../../values/coercion.js";
import type { WriteAnswer } from "../answer-writer.js";
import { isBuiltinName, runBuiltin, type BuiltinName } from "../builtin-calls.js";
import type { Answered } from "../door-answer.js";
import { setMember } from "../request-values.js";
import { builtinAnswerV2, builtinParams } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { requestedAttributes, typedValue } from "./decoding-v2.js";
import { SoapDoor } from "./door.js";
import { encoded, literal, type Binding, typedPieces } from "./encoding-v2.js";
import { partsByName } from "./parts.js";
import type { SoapElement, SoapRequest } from "./reading.js";

export interface SoapV2Settings {
  /** The namespace of the WSDL. */
  readonly namespace: string;
  /** True = document/literal (WS-I); false = rpc/encoded. */
  readonly isDocument: boolean;
}

export class SoapV2Door extends SoapDoor {
  private readonly tables: ContractTables;
  private readonly binding: Binding;
  private readonly isDocument: boolean;

  constructor(service: Service, { namespace, isDocument }: SoapV2Settings) {
    super(service, namespace);
    this.tables = service.contract.tables;
    this.binding = (isDocument ? literal : encoded)(this.tables.soapTypes);
    this.isDocument = isDocument;
  }

  async run(request: SoapRequest, context: RequestContext): Promise<Answered> {
    const name = this.functionName(request.operation);
    const answer = isBuiltinName(name) ? builtinAnswerV2(name) : undefined;
    if (answer) return this.runBuiltinMethod(name as BuiltinName, answer, request, context);
    const { soapFunctions } = this.tables;
    const known = Object.hasOwn(soapFunctions, name) ? soapFunctions[name] : undefined;
    if (!known) throw this.unknownOperation(name, context);
    return this.runFunction(name, known, request, context);
  }

  /** In document/literal, the element of a request is named `catalogProductInfoRequestParam` or `loginParam`. */
  private functionName({ name }: SoapElement): string {
    return this.isDocument ? name.replace(/(Request)?Param$/, "") : name;
  }

  private async runBuiltinMethod(
    name: BuiltinName,
    answer: SoapFunction["answers"],
    request: SoapRequest,
    context: RequestContext,
  ): Promise<Answered> {
    const params = builtinParams(name, request.operation, this.decoderOf(request));
    return {
      result: await runBuiltin(this.service, name, params, context),
      write: this.typedWriter(name, request, answer),
    };
  }

  private async runFunction(
    name: string,
    known: SoapFunction,
    request: SoapRequest,
    context: RequestContext,
  ): Promise<Answered> {
    const decoder = this.decoderOf(request);
    const read = readArguments(this.service.contract, known, request.operation, decoder);
    const params = [read.session, known.operation, read.args];
    const result = await runBuiltin(this.service, "call", params, context, read.extraArguments);
    return {
      result: withAdditionalAttributes(result, read.additional),
      write: this.typedWriter(name, request, known.answers),
    };
  }

  private decoderOf({ byId }: SoapRequest): Decoder {
    return new Decoder(byId, this.tables.soapTypes);
  }

  private typedWriter(name: string, request: SoapRequest, answer: SoapFunction["answers"]): WriteAnswer {
    const part = this.isDocument ? "result" : answer.name;
    const pieces = (result: unknown) => typedPieces(part, result, answer.type, this.binding);
    return this.writerOf(name, request, pieces, this.isDocument ? `${name}ResponseParam` : undefined);
  }
}

interface ReadArguments {
  /** A session ID; null = HTTP Basic authenticates the caller. */
  readonly session: unknown;
  /** The arguments by parameter, or the fault for an unusable part. */
  readonly args: Record<string, unknown> | Fault;
  /** The parts that are no parameters of the operation. */
  readonly extraArguments: ExtraArguments | undefined;
  /** The codes of the attributes that the answer lists in `additional_attributes`. */
  readonly additional: readonly string[];
}

/**
 * Reads the parts of a function. Surplus elements are ignored: `SoapServer` of PHP, which answers for Magento 1, looks up the
 * parts of the WSDL by name and does not look at other elements. Surplus positions are ignored by all doors (conventions 4).
 */
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
  let extraArguments: ExtraArguments | undefined;
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
    else if (isStoreCredit(name, value))
      return { session, args: noStoreCredit(contract), extraArguments, additional };
    else extraArguments = { ...extraArguments, [name]: value };
  }
  return { session, args, extraArguments, additional };
}

/** PHP sends `false` for a part of type string as an empty text; it counts as a flag that is not given. */
function flagOf(value: unknown): unknown {
  return value === "" ? null : value;
}

function isStoreCredit(part: string, value: unknown): boolean {
  return part === "refundToStoreCreditAmount" && Number(value ?? 0) !== 0;
}

/** The fault for every refund to store credit, which this service does not have. */
function noStoreCredit(contract: Contract): Fault {
  return contract.fault("sales_order_creditmemo", "cannot_refund_to_storecredit");
}

/** Adds the requested attributes as `additional_attributes`. */
function withAdditionalAttributes(result: unknown, codes: readonly string[]): unknown {
  if (codes.length === 0 || !isObject(result)) return result;
  const values = codes.filter((code) => Object.hasOwn(result, code)).map((code) => [code, result[code]]);
  return { ...result, additional_attributes: Object.fromEntries(values) as object };
}
