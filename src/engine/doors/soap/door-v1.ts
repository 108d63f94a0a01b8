/** The SOAP v1 door: the built-in methods as operations, values with their types (doors 3). */
import type { RpcContext } from "../../calls/builtins.js";
import { runBuiltin, isBuiltinName } from "../calls.js";
import type { RunningCall } from "../door-answer.js";
import { builtinParams, builtinSignatures } from "./builtins.js";
import { Decoder } from "./decoding.js";
import { SoapDoor } from "./door.js";
import { elementPieces, fixedArrayPieces } from "./encoding.js";
import type { SoapRequest } from "./reading.js";

export class SoapV1Door extends SoapDoor {
  run(request: SoapRequest, context: RpcContext): RunningCall {
    const { operation, byId } = request;
    const { name } = operation;
    if (!isBuiltinName(name)) throw this.unknownOperation(name, context);
    const params = builtinParams(name, operation, new Decoder(byId));
    const part = `${name}Return`;
    const isFixedArray = builtinSignatures[name].answers === "FixedArray";
    return {
      result: runBuiltin(this.rpc, name, params, context),
      write: this.writerOf(name, request, (result) =>
        isFixedArray && Array.isArray(result) ? fixedArrayPieces(part, result) : elementPieces(part, result),
      ),
    };
  }
}
