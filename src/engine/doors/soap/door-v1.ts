/** The SOAP v1 door: the built-in methods are its operations; every value has an explicit type (doors 3). */
import type { RequestContext } from "../../calls/call.js";
import { isBuiltinName, runBuiltin } from "../builtin-calls.js";
import type { Answered, StreamedList } from "../door-answer.js";
import { answerPart, builtinParams, builtinSignatures } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { SoapDoor } from "./door.js";
import { elementPieces, elementXml, fixedArrayPieces, mapListStartTag } from "./encoding.js";
import type { SoapRequest } from "./reading.js";

export class SoapV1Door extends SoapDoor {
  /** The rows of all lists are maps. */
  override streamedList(request: SoapRequest): StreamedList | undefined {
    const { name } = request.operation;
    if (name !== "call") return undefined;
    const part = answerPart(name);
    const startTag = (count: number) => mapListStartTag(part, count);
    return this.listOf(name, request, startTag, (row) => elementXml("item", row), { part });
  }

  async run(request: SoapRequest, context: RequestContext): Promise<Answered> {
    const { operation, byId } = request;
    const { name } = operation;
    if (!isBuiltinName(name)) throw this.unknownOperation(name, context);
    const params = builtinParams(name, operation, new Decoder(byId));
    const part = answerPart(name);
    const isFixedArray = builtinSignatures[name].answer === "FixedArray";
    return {
      result: await runBuiltin(this.service, name, params, context),
      write: this.writerOf(name, request, (result) =>
        isFixedArray && Array.isArray(result) ? fixedArrayPieces(part, result) : elementPieces(part, result),
      ),
    };
  }
}
