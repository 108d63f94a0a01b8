/** The SOAP v1 door: the built-in methods as operations, values with their types (doors 3). */
import type { Wire, WireParts } from "../../values/text.js";
import type { RpcContext } from "../../calls/builtins.js";
import type { RpcService } from "../../calls/service.js";
import { callBuiltin, isBuiltinName, type BuiltinName } from "../calls.js";
import type { DoorAnswer, DoorRequest, XmlDoor } from "../door-answer.js";
import { isLarge } from "../large-values.js";
import { answerSoap, unknownOperation } from "./answering.js";
import { builtinParams, builtinParts } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { elementPieces, elementXml, fixedArrayPieces } from "./encoding.js";
import { answerNamespace, envelopeInSlices, envelopeXml, type AnswerForm } from "./envelope.js";
import type { SoapRequest } from "./reading.js";

export class SoapV1Door implements XmlDoor {
  /** @param namespace of the WSDL */
  constructor(
    private readonly rpc: RpcService,
    private readonly namespace: string,
  ) {}

  answer(request: DoorRequest): Promise<DoorAnswer> {
    return answerSoap(request, (soap) => this.run(soap, request.context));
  }

  private async run(
    { operation, namespace, isSoap12, byId }: SoapRequest,
    context: RpcContext,
  ): Promise<Wire | WireParts> {
    const { name } = operation;
    if (!isBuiltinName(name)) {
      this.rpc.noteUnknown(name, context);
      throw unknownOperation(name);
    }
    const params = builtinParams(name, operation, new Decoder(byId));
    const result = await callBuiltin(this.rpc, name, params, context);
    const form = { operation: name, namespace: answerNamespace(namespace, this.namespace), isSoap12 };
    return answerXml(form, name, result);
  }
}

function answerXml(form: AnswerForm, name: BuiltinName, result: unknown): Wire | Promise<Wire | WireParts> {
  const part = `${name}Return`;
  if (Array.isArray(result) && builtinParts[name].answers === "FixedArray")
    return envelopeInSlices(form, fixedArrayPieces(part, result));
  if (isLarge(result)) return envelopeInSlices(form, elementPieces(part, result));
  return envelopeXml(form, elementXml(part, result));
}
