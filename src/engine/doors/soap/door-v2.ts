/** The SOAP v2 door: every operation is a function of its own, typed by the WSDL (doors 4). */
import type { SoapBinding, SoapForm, SoapFunction, SoapPart } from "../../../../generated/doors/soap-v2.js";
import type { Fault } from "../../contract/faults.js";
import type { ExtraArguments } from "../../contract/arguments.js";
import type { Contract, ContractTables } from "../../contract/contract.js";
import type { RequestContext, Service } from "../../calls/call.js";
import { isObject } from "../../values/coercion.js";
import type { WriteAnswer } from "../answer-writer.js";
import { isBuiltinName, runBuiltin, type BuiltinName } from "../builtin-calls.js";
import type { Answered, StreamedList } from "../door-answer.js";
import { setMember } from "../request-values.js";
import { builtinFormV2, builtinParams } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { requestedAttributes, typedValue } from "./decoding-v2.js";
import type { DescribedSoap } from "./described.js";
import { SoapDoor } from "./door.js";
import {
  encoded,
  listStartTag,
  listTypes,
  literal,
  typedElementXml,
  typedPieces,
  type Binding as Writing,
} from "./encoding-v2.js";
import { functionParts, sessionPart } from "./parts.js";
import type { SoapElement, SoapRequest } from "./reading.js";
import { answerElement, functionOfStem, stemOf } from "./wsi-elements.js";

export class SoapV2Door extends SoapDoor {
  private readonly tables: ContractTables;
  private readonly binding: SoapBinding;
  private readonly isDocument: boolean;
  private readonly writing: Writing;

  /**
   * @param namespace the namespace of the WSDL
   * @param described what the WSDL describes, which is what answers contain
   */
  constructor(service: Service, namespace: string, { binding, types }: DescribedSoap) {
    super(service, namespace);
    this.tables = service.contract.tables;
    this.binding = binding;
    this.isDocument = binding === "wsi";
    this.writing = (this.isDocument ? literal : encoded)(types);
  }

  async run(request: SoapRequest, context: RequestContext): Promise<Answered> {
    const name = this.functionName(request.operation);
    const form = isBuiltinName(name) ? builtinFormV2(name, this.binding) : undefined;
    if (form) return this.runBuiltinMethod(name as BuiltinName, form.answers, request, context);
    const { soapFunctions } = this.tables;
    const known = Object.hasOwn(soapFunctions, name) ? soapFunctions[name] : undefined;
    if (!known) throw this.unknownOperation(name, context);
    return this.runFunction(known, request, context);
  }

  override streamedList(request: SoapRequest): StreamedList | undefined {
    const { writing } = this;
    const name = this.functionName(request.operation);
    const { soapFunctions } = this.tables;
    if (!Object.hasOwn(soapFunctions, name)) return undefined;
    const { name: part, type } = (soapFunctions[name] as SoapFunction)[this.binding].answers;
    const list = listTypes(type, writing);
    if (!list) return undefined;
    const startTag = (count: number) => listStartTag(part, list, count, writing);
    const row = (value: unknown) => typedElementXml(writing.itemName, value, list.element, writing);
    return this.listOf(name, request, startTag, row, { part, element: this.elementOf(request) });
  }

  private functionName(element: SoapElement): string {
    const stem = this.stemOf(element);
    return this.isDocument ? functionOfStem(this.tables.soapFunctions, stem) : stem;
  }

  private stemOf({ name }: SoapElement): string {
    return this.isDocument ? stemOf(name) : name;
  }

  private async runBuiltinMethod(
    name: BuiltinName,
    answer: SoapForm["answers"],
    request: SoapRequest,
    context: RequestContext,
  ): Promise<Answered> {
    const params = builtinParams(name, request.operation, this.decoderOf(request), this.isDocument);
    return {
      result: await runBuiltin(this.service, name, params, context),
      write: this.typedWriter(request, answer),
    };
  }

  private async runFunction(
    known: SoapFunction,
    request: SoapRequest,
    context: RequestContext,
  ): Promise<Answered> {
    const read = this.readArguments(known, request);
    const params = [read.session, known.operation, read.args];
    const result = await runBuiltin(this.service, "call", params, context, read.extraArguments);
    return {
      result: withAdditionalAttributes(result, read.additional),
      write: this.typedWriter(request, known[this.binding].answers),
    };
  }

  private readArguments(known: SoapFunction, request: SoapRequest): ReadArguments {
    const { operation } = request;
    const { given, fault } = functionParts(known, operation, this.binding);
    const decoder = this.decoderOf(request);
    const element = given.get(sessionPart);
    const session = element ? decoder.value(element, "string") : null;
    return {
      session,
      ...(fault ? refused(fault) : readArguments(this.service.contract, known, given, decoder)),
    };
  }

  private decoderOf({ byId }: SoapRequest): Decoder {
    return new Decoder(byId, this.tables.soapTypes[this.binding]);
  }

  private typedWriter(request: SoapRequest, answer: SoapForm["answers"]): WriteAnswer {
    const pieces = (result: unknown) => typedPieces(answer.name, result, answer.type, this.writing);
    return this.writerOf(this.stemOf(request.operation), request, pieces, this.elementOf(request));
  }

  /** The element around the answer in document/literal, which begins like that of the request. */
  private elementOf({ operation }: SoapRequest): string | undefined {
    return this.isDocument ? answerElement(stemOf(operation.name)) : undefined;
  }
}

interface ReadArguments {
  /** A session ID; null = HTTP Basic authenticates the caller. */
  readonly session: unknown;
  /** The arguments by parameter, or the fault for an unusable part. */
  readonly args: Record<string, unknown> | Fault;
  /** The parts that are not parameters of the operation. */
  readonly extraArguments: ExtraArguments | undefined;
  /** The codes of the attributes that the answer lists in `additional_attributes`. */
  readonly additional: readonly string[];
}

type PartArguments = Omit<ReadArguments, "session">;

function refused(args: Fault): PartArguments {
  return { args, extraArguments: undefined, additional: [] };
}

function readArguments(
  contract: Contract,
  { operation: path }: SoapFunction,
  given: ReadonlyMap<SoapPart, SoapElement>,
  decoder: Decoder,
): PartArguments {
  const { params = [] } = contract.tables.operations[path] ?? {};
  const flags = new Set(params.flatMap(({ name, kind }) => (kind === "flag" ? [name] : [])));
  const args: Record<string, unknown> = {};
  let extraArguments: ExtraArguments | undefined;
  let additional: readonly string[] = [];
  for (const [part, element] of given) {
    if (part === sessionPart) continue;
    const { name, type, param } = part;
    const value = typedValue(element, type, decoder);
    if (type === "catalogProductRequestAttributes") {
      const requested = requestedAttributes(value);
      additional = requested.additional;
      if (requested.all) args[param ?? name] = requested.all;
    } else if (param !== undefined) setMember(args, param, flags.has(param) ? flagOf(value) : value);
    else extraArguments = { ...extraArguments, [name]: value };
  }
  return { args, extraArguments, additional };
}

/** PHP sends `false` for a part of type string as an empty text; it counts as a flag that is not given. */
function flagOf(value: unknown): unknown {
  return value === "" ? null : value;
}

/** Adds the requested attributes as `additional_attributes`. */
function withAdditionalAttributes(result: unknown, codes: readonly string[]): unknown {
  if (codes.length === 0 || !isObject(result)) return result;
  const values = codes.filter((code) => Object.hasOwn(result, code)).map((code) => [code, result[code]]);
  return { ...result, additional_attributes: Object.fromEntries(values) as object };
}
