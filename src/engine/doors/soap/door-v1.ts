/** The SOAP v1 door: the built-in methods are its operations; every value has an explicit type (doors 3). */
import { builtinCall, builtinResult, isBuiltinName } from "../builtin-calls.js";
import type { StreamedList } from "../door.js";
import { resultPart, builtinParams, builtinSignatures } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { SoapDoor, type SoapCall } from "./door.js";
import { elementPieces, elementXml, fixedArrayPieces, mapListStartTag } from "./encoding.js";
import type { SoapRequest } from "./reading.js";

export class SoapV1Door extends SoapDoor {
  override readonly name = "soap";

  protected override callOf(request: SoapRequest): SoapCall {
    const { operation, byId } = request;
    const { name } = operation;
    if (!isBuiltinName(name)) return this.unknownCall(name, request);
    const part = resultPart(name);
    const isFixedArray = builtinSignatures[name].result === "FixedArray";
    const write = this.writerOf(name, request, (result) =>
      isFixedArray && Array.isArray(result) ? fixedArrayPieces(part, result) : elementPieces(part, result),
    );
    return {
      request,
      name,
      call: builtinCall(this.contract, name, builtinParams(name, operation, new Decoder(byId))),
      list: name === "call" ? () => this.mapList(request) : undefined,
      writeResult: async (result) => write(await builtinResult(name, result)),
    };
  }

  /** The rows of all lists are maps. */
  private mapList(request: SoapRequest): StreamedList {
    const part = resultPart("call");
    const startTag = (count: number) => mapListStartTag(part, count);
    return this.listOf("call", request, startTag, (row) => elementXml("item", row), { part });
  }
}
