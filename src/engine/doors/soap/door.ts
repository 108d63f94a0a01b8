/** What both SOAP doors do alike: read the envelope, write the answer or say why there is none (doors 3.4). */
import type { RpcContext } from "../../calls/builtins.js";
import type { RpcService } from "../../calls/service.js";
import { failureAnswer, type DoorAnswer, type RunningCall, type XmlDoor } from "../door-answer.js";
import { RecentRequests } from "../recent-requests.js";
import { answerWriter, type WriteAnswer } from "../writing.js";
import { answerNamespace, envelopeAround } from "./envelope.js";
import { soapFaultXml } from "./faults.js";
import { EnvelopeProblem, readEnvelope, type SoapRequest } from "./reading.js";

/** Of all shops of the process. */
const recentRequests = new RecentRequests<SoapRequest>();

export abstract class SoapDoor implements XmlDoor<SoapRequest> {
  readonly read = readEnvelope;
  readonly recent = recentRequests;
  /** By operation and form of the envelope. */
  private readonly writers = new Map<string, WriteAnswer>();

  /** @param namespace of the WSDL */
  constructor(
    protected readonly rpc: RpcService,
    private readonly namespace: string,
  ) {}

  /** Throws a `Fault` or an `EnvelopeProblem`. */
  abstract run(request: SoapRequest, context: RpcContext): RunningCall;

  refuse(error: unknown, request: SoapRequest | undefined): DoorAnswer {
    const isSoap12 = request?.isSoap12 === true;
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

  /**
   * Writes the results of an operation.
   * @param operation one that there is
   * @param pieces the element of a result
   * @param element around it in a document/literal answer
   */
  protected writerOf(
    operation: string,
    { namespace: asked, isSoap12 }: SoapRequest,
    pieces: (result: unknown) => Iterable<string>,
    element?: string,
  ): WriteAnswer {
    const namespace = answerNamespace(asked, this.namespace);
    const form = `${operation} ${namespace} ${isSoap12}`;
    let writer = this.writers.get(form);
    if (!writer) {
      const [before, after] = envelopeAround({ operation, namespace, isSoap12, element });
      this.writers.set(form, (writer = answerWriter(before, pieces, after)));
    }
    return writer;
  }

  protected unknownOperation(name: string, context: RpcContext): EnvelopeProblem {
    this.rpc.noteUnknown(name, context);
    return new EnvelopeProblem("SOAP-ENV:Server", `Procedure '${name.slice(0, 80)}' not present`);
  }
}
