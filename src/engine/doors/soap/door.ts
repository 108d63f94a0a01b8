/** The common part of both SOAP doors: reads the envelope and writes the answer or the fault (doors 3.4). */
import type { RequestContext, Service } from "../../calls/call.js";
import { unknownMethod } from "../../calls/envelopes.js";
import { answerWriter, type WriteAnswer } from "../answer-writer.js";
import { xmlRows } from "../../http/responses.js";
import {
  failureAnswer,
  type Answered,
  type DoorAnswer,
  type StreamedList,
  type XmlDoor,
} from "../door-answer.js";
import { answerNamespace, envelopeAround } from "./envelope.js";
import { soapFaultXml } from "./faults.js";
import { readEnvelope, SoapError, type SoapRequest } from "./reading.js";

export abstract class SoapDoor implements XmlDoor<SoapRequest> {
  readonly read = readEnvelope;
  /** By operation, namespace and SOAP version. */
  private readonly writers = new Map<string, WriteAnswer>();

  /** @param namespace the namespace of the WSDL */
  constructor(
    protected readonly service: Service,
    private readonly namespace: string,
  ) {}

  /** Throws a `Fault` or a `SoapError`. */
  abstract run(request: SoapRequest, context: RequestContext): Promise<Answered>;

  abstract streamedList(request: SoapRequest): StreamedList | undefined;

  refuse(error: unknown, request: SoapRequest | undefined): DoorAnswer {
    const isSoap12 = request?.isSoap12 === true;
    if (error instanceof SoapError) {
      const { code, message } = error;
      return { status: 500, text: soapFaultXml({ code, message }, error.isSoap12 || isSoap12) };
    }
    return failureAnswer(error, (fault) => ({
      status: 200,
      text: soapFaultXml(fault, isSoap12),
      faultName: fault.fault,
      ownText: fault.ownText,
    }));
  }

  /**
   * Returns the writer for the results of an operation.
   * @param operation must exist: the writers are kept by this name
   * @param pieces writes the part of the answer that contains the result
   * @param element the element around that part in a document/literal answer
   */
  protected writerOf(
    operation: string,
    { namespace: requested, isSoap12 }: SoapRequest,
    pieces: (result: unknown) => Iterable<string>,
    element?: string,
  ): WriteAnswer {
    const namespace = answerNamespace(requested, this.namespace);
    const key = `${operation} ${namespace} ${isSoap12}`;
    let writer = this.writers.get(key);
    if (!writer) {
      const [before, after] = envelopeAround({ operation, namespace, isSoap12, element });
      this.writers.set(key, (writer = answerWriter(before, pieces, after)));
    }
    return writer;
  }

  /** A list whose rows are written one by one. @param startTag the start tag of a list with this many elements */
  protected listOf(
    operation: string,
    { namespace: requested, isSoap12 }: SoapRequest,
    startTag: (count: number) => string,
    row: (value: unknown) => string,
    { part, element }: { readonly part: string; readonly element?: string | undefined },
  ): StreamedList {
    const namespace = answerNamespace(requested, this.namespace);
    const [before, after] = envelopeAround({ operation, namespace, isSoap12, element });
    return { rows: xmlRows((count) => `${before}${startTag(count)}`, row), rest: `</${part}>${after}` };
  }

  protected unknownOperation(name: string, context: RequestContext): SoapError {
    unknownMethod(this.service, name, context);
    return new SoapError("SOAP-ENV:Server", `Procedure '${name.slice(0, 80)}' not present`);
  }
}
