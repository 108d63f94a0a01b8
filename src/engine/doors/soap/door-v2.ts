/** The SOAP v2 door: every operation is a function of its own, typed by the WSDL (doors 4). */
import type { SoapBinding, SoapForm, SoapFunction } from "../../../../generated/doors/soap-v2.js";
import type { Arguments, ExtraArguments } from "../../contract/arguments.js";
import type { Contract, ContractTables } from "../../contract/contract.js";
import type { RequestedOperation } from "../../calls/envelopes.js";
import { isObject } from "../../values/coercion.js";
import { namedInOurForms } from "../argument-maps.js";
import { builtinCall, builtinResult, isBuiltinName, withoutStoreCredit } from "../builtin-calls.js";
import type { Door, StreamedList } from "../door.js";
import { decodeBase64Values, setMember } from "../request-values.js";
import type { WriteResult } from "../result-writer.js";
import { builtinFormV2, builtinParams } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { requestedAttributes, typedValue } from "./decoding-v2.js";
import type { DescribedSoap } from "./described.js";
import { SoapDoor, type SoapCall } from "./door.js";
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
import { responseElement, functionOfStem, stemOf } from "./wsi-elements.js";

export class SoapV2Door extends SoapDoor {
  override readonly name = "soap_v2";
  private readonly tables: ContractTables;
  private readonly binding: SoapBinding;
  private readonly isDocument: boolean;
  private readonly writing: Writing;

  /** @param described what the WSDL describes, which is what responses contain */
  constructor(
    contract: Contract,
    namespace: string,
    page: NonNullable<Door["page"]>,
    { binding, types }: DescribedSoap,
  ) {
    super(contract, namespace, page);
    this.tables = contract.tables;
    this.binding = binding;
    this.isDocument = binding === "wsi";
    this.writing = (this.isDocument ? literal : encoded)(types);
  }

  protected override callOf(request: SoapRequest): SoapCall {
    const name = this.functionName(request.operation);
    const form = isBuiltinName(name) ? builtinFormV2(name, this.binding) : undefined;
    if (isBuiltinName(name) && form) {
      const params = builtinParams(name, request.operation, this.decoderOf(request), this.isDocument);
      const write = this.typedWriter(request, form.answers);
      return {
        request,
        name,
        call: builtinCall(this.contract, name, params),
        writeResult: async (result) => write(await builtinResult(name, result)),
      };
    }
    const { soapFunctions } = this.tables;
    const known = Object.hasOwn(soapFunctions, name) ? soapFunctions[name] : undefined;
    return known ? this.functionCall(name, known, request) : this.unknownCall(name, request);
  }

  private functionName(element: SoapElement): string {
    const stem = this.stemOf(element);
    return this.isDocument ? functionOfStem(this.tables.soapFunctions, stem) : stem;
  }

  private stemOf({ name }: SoapElement): string {
    return this.isDocument ? stemOf(name) : name;
  }

  private functionCall(name: string, known: SoapFunction, request: SoapRequest): SoapCall {
    const { answers } = known[this.binding];
    const { call, additional } = this.readFunction(known, request);
    const write = this.typedWriter(request, answers);
    return {
      request,
      name,
      call,
      list: () => this.typedList(name, answers, request),
      writeResult: (result) => write(withAdditionalAttributes(result, additional)),
    };
  }

  private typedList(
    name: string,
    { name: part, type }: SoapForm["answers"],
    request: SoapRequest,
  ): StreamedList | undefined {
    const { writing } = this;
    const list = listTypes(type, writing);
    if (!list) return undefined;
    const startTag = (count: number) => listStartTag(part, list, count, writing);
    const row = (value: unknown) => typedElementXml(writing.itemName, value, list.element, writing);
    return this.listOf(name, request, startTag, row, { part, element: this.elementOf(request) });
  }

  private readFunction(known: SoapFunction, request: SoapRequest): ReadFunction {
    const { contract } = this;
    const { operation: path } = known;
    const { given, fault } = functionParts(known, request.operation, this.binding);
    const decoder = this.decoderOf(request);
    const sessionElement = given.get(sessionPart);
    const sent = sessionElement ? decoder.value(sessionElement, "string") : null;
    const session = decodeBase64Values(contract, undefined, sent);
    if (fault) return { call: { session, path, args: { form: "unusable", fault } }, additional: [] };

    const row = this.tables.operations[path];
    const params = row?.params ?? [];
    const flags = new Set(params.flatMap(({ name, kind }) => (kind === "flag" ? [name] : [])));
    const args: Record<string, unknown> = {};
    let extraArguments: ExtraArguments | undefined;
    let additional: readonly string[] = [];
    for (const [part, element] of given) {
      if (part === sessionPart) continue;
      const { name, type, param } = part;
      const value = isUntypedFalse(element, decoder) ? false : typedValue(element, type, decoder);
      if (type === "catalogProductRequestAttributes") {
        const requested = requestedAttributes(value);
        additional = requested.additional;
        if (requested.all) args[param ?? name] = requested.all;
      } else if (param !== undefined) setMember(args, param, flags.has(param) ? flagOf(value) : value);
      else extraArguments = { ...extraArguments, [name]: value };
    }
    const decoded = decodeBase64Values(contract, path, args) as Arguments;
    const members = row ? namedInOurForms(row, decoded) : decoded;
    const call = { session, path, args: { form: "named", members }, extraArguments } as const;
    return { call: withoutStoreCredit(contract, call), additional };
  }

  private decoderOf({ byId }: SoapRequest): Decoder {
    return new Decoder(byId, this.tables.soapTypes[this.binding]);
  }

  private typedWriter(request: SoapRequest, answer: SoapForm["answers"]): WriteResult {
    const pieces = (result: unknown) => typedPieces(answer.name, result, answer.type, this.writing);
    return this.writerOf(this.stemOf(request.operation), request, pieces, this.elementOf(request));
  }

  /** The element around the result in document/literal, which begins like that of the request. */
  private elementOf({ operation }: SoapRequest): string | undefined {
    return this.isDocument ? responseElement(stemOf(operation.name)) : undefined;
  }
}

interface ReadFunction {
  readonly call: RequestedOperation;
  /** The codes of the attributes that the result lists in `additional_attributes`. */
  readonly additional: readonly string[];
}

/** A client without the WSDL sends the `false` of its program with the type boolean. */
function isUntypedFalse(element: SoapElement, decoder: Decoder): boolean {
  return decoder.resolved(element).type === "boolean" && decoder.value(element) === false;
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
