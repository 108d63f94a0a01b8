/** The common part of both SOAP doors: reads the envelope, and writes the result or the fault (doors 3.4). */
import type { Contract } from "../../contract/contract.js";
import { Fault } from "../../contract/faults.js";
import { isRefusal } from "../../calls/outcome.js";
import { xmlRows } from "../../http/responses.js";
import { wire } from "../../values/text.js";
import type {
  CallOutcome,
  Door,
  ReadCall,
  Reading,
  RequestHead,
  StreamedList,
  WrittenResponse,
} from "../door.js";
import { dressOf } from "../dress.js";
import { resultWriter, type WriteResult } from "../result-writer.js";
import { faultNameHeader } from "../xml-fault.js";
import { envelopeAround, responseNamespace } from "./envelope.js";
import { soapFaultXml } from "./faults.js";
import { readEnvelope, SoapError, type SoapRequest } from "./reading.js";

export interface SoapCall extends ReadCall {
  readonly request: SoapRequest;
  readonly name: string;
  /** Undefined = there is no operation with this name. */
  readonly writeResult: WriteResult | undefined;
}

export abstract class SoapDoor implements Door<SoapCall> {
  abstract readonly name: "soap" | "soap_v2";
  readonly media = "xml";
  readonly allow = "GET, HEAD, OPTIONS, POST";
  readonly dress: Door["dress"];
  /** By operation, namespace and SOAP version. */
  private readonly writers = new Map<string, WriteResult>();

  /**
   * @param namespace the namespace of the WSDL
   * @param page returns the WSDL
   */
  constructor(
    protected readonly contract: Contract,
    private readonly namespace: string,
    readonly page: NonNullable<Door["page"]>,
  ) {
    this.dress = dressOf(contract);
  }

  /** Throws a `Fault`. */
  protected abstract callOf(request: SoapRequest): SoapCall;

  read(body: Buffer, { form }: RequestHead): Reading<SoapCall> {
    let request: SoapRequest | undefined;
    try {
      request = readEnvelope(body, form.charset);
      return this.callOf(request);
    } catch (error) {
      return { response: refusal(error, request?.isSoap12 === true) };
    }
  }

  async write(
    { request: { isSoap12 }, name, writeResult }: SoapCall,
    outcome: CallOutcome,
  ): Promise<WrittenResponse> {
    if (!writeResult) {
      const message = `Procedure '${name.slice(0, 80)}' not present`;
      return refusal(new SoapError("SOAP-ENV:Server", message), isSoap12);
    }
    if (isRefusal(outcome)) return refusal(outcome.fault, isSoap12);
    return { text: await writeResult(outcome.result ?? null) };
  }

  protected unknownCall(name: string, request: SoapRequest): SoapCall {
    return { call: { unknown: name }, request, name, writeResult: undefined };
  }

  /**
   * Returns the writer for the results of an operation.
   * @param operation must exist: the writers are kept by this name
   * @param pieces writes the part of the response that contains the result
   * @param element the element around that part in a document/literal response
   */
  protected writerOf(
    operation: string,
    { namespace: requested, isSoap12 }: SoapRequest,
    pieces: (result: unknown) => Iterable<string>,
    element?: string,
  ): WriteResult {
    const namespace = responseNamespace(requested, this.namespace);
    const key = `${operation} ${namespace} ${isSoap12}`;
    let writer = this.writers.get(key);
    if (!writer) {
      const [before, after] = envelopeAround({ operation, namespace, isSoap12, element });
      this.writers.set(key, (writer = resultWriter(before, pieces, after)));
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
    const namespace = responseNamespace(requested, this.namespace);
    const [before, after] = envelopeAround({ operation, namespace, isSoap12, element });
    return { rows: xmlRows((count) => `${before}${startTag(count)}`, row), rest: wire(`</${part}>${after}`) };
  }
}

/** The response that tells an error. Throws unexpected errors. */
function refusal(error: unknown, isSoap12: boolean): WrittenResponse {
  if (error instanceof SoapError) {
    const { code, message } = error;
    return { status: 500, text: soapFaultXml({ code, message }, error.isSoap12 || isSoap12) };
  }
  if (!(error instanceof Fault)) throw error;
  const { fault, ownText } = error;
  return { text: soapFaultXml(error, isSoap12), headers: { [faultNameHeader]: fault }, ownText };
}
