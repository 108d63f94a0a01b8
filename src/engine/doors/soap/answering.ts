/** What both SOAP doors do alike: read the envelope, carry the operation out, answer or say why not (doors 3.4). */
import type { Wire, WireParts } from "../../values/text.js";
import { failureAnswer, type DoorAnswer, type DoorRequest } from "../door-answer.js";
import { soapFaultXml } from "./faults.js";
import { EnvelopeProblem, readEnvelope, type SoapRequest } from "./reading.js";

/** @param run the answer to an operation; it throws a `Fault` or an `EnvelopeProblem` */
export async function answerSoap(
  { body, charset }: DoorRequest,
  run: (request: SoapRequest) => Promise<Wire | WireParts>,
): Promise<DoorAnswer> {
  let isSoap12 = false;
  try {
    const request = readEnvelope(body, charset);
    isSoap12 = request.isSoap12;
    return { status: 200, text: await run(request) };
  } catch (error) {
    if (error instanceof EnvelopeProblem) {
      const { code, message } = error;
      return { status: 500, text: soapFaultXml(code, message, undefined, error.isSoap12 || isSoap12) };
    }
    return failureAnswer(error, ({ code, message, fault }) => ({
      status: 200,
      text: soapFaultXml(code, message, fault, isSoap12),
      faultName: fault,
    }));
  }
}

/** There is no operation of this name. */
export function unknownOperation(name: string): EnvelopeProblem {
  return new EnvelopeProblem("SOAP-ENV:Server", `Procedure '${name.slice(0, 80)}' not present`);
}
