/** Serves the XML doors by HTTP: XML-RPC, SOAP v1 and SOAP v2 (doors 0, 1). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerRequest, type DoorAnswer, type XmlDoor } from "./door-answer.js";
import type { DressResult } from "./dress.js";
import type { XmlDoorName } from "../calls/door.js";
import { faultNameHeader } from "./xml-fault.js";
import { encodingSchemaXml } from "./soap/wsdl.js";
import { bodyFormOf, pathOf } from "../http/request.js";
import type { RequestOrigin } from "../calls/call.js";
import type { AreaDoor, BodyDoor, Transfer } from "../http/transfer.js";
import type { WireExchange } from "../http/exchange.js";
import { asksFor, asksForWsdl, callAddress } from "../http/door-addresses.js";
import { sendForced } from "../http/forced-answer.js";
import {
  AnswerRows,
  type RowsForm,
  sendEmpty,
  sendText,
  sendXml,
  setFaultDetail,
} from "../http/responses.js";

/** Returns the WSDL of a door. @param address the URL for calls */
export type DescribeDoor = (address: string) => string;

export interface XmlDoorsHttpParts {
  readonly doors: Readonly<Partial<Record<XmlDoorName, XmlDoor>>>;
  readonly wsdl: Readonly<Partial<Record<XmlDoorName, DescribeDoor>>>;
  readonly transfer: Transfer;
  readonly dress: DressResult;
  /** The base URL of the service for a request, without a slash at the end. */
  readonly baseUrlFor: (request: IncomingMessage) => string;
}

export class XmlDoorsHttp implements AreaDoor, BodyDoor {
  constructor(private readonly parts: XmlDoorsHttpParts) {}

  async serve(exchange: WireExchange): Promise<void> {
    const { request, response } = exchange;
    const describe = this.parts.wsdl[exchange.area as XmlDoorName];
    const { method = "" } = request;
    if (describe && (method === "GET" || method === "HEAD"))
      return this.describe(request, response, describe);
    if (method !== "POST") {
      response.setHeader("Allow", describe ? "GET, HEAD, OPTIONS, POST" : "OPTIONS, POST");
      sendEmpty(response, method === "OPTIONS" ? 204 : 405);
      return;
    }
    const { isXml, isCompressed } = bodyFormOf(request);
    if (!isXml || isCompressed) {
      sendEmpty(response, 415);
      return;
    }
    await this.parts.transfer.receive(exchange, this);
  }

  async answer(exchange: WireExchange, body: Buffer, origin: RequestOrigin): Promise<void> {
    const { doors, dress } = this.parts;
    const name = exchange.area as XmlDoorName;
    const { charset } = bodyFormOf(exchange.request);
    const context = { ...origin, door: name, dress };
    let rows: AnswerRows | undefined;
    const sinkOf = (form: RowsForm) => (rows ??= new AnswerRows(exchange.response, form));
    const answer = await answerRequest(doors[name] as XmlDoor, body, charset, context, sinkOf);
    if ("rest" in answer) rows?.end(answer.rest);
    else if (rows?.hasBegun) rows.breakOff();
    else this.send(exchange, answer);
  }

  private send(exchange: WireExchange, answer: DoorAnswer): void {
    const { response } = exchange;
    if ("forced" in answer) return sendForced(response, answer.forced);
    const { retryAfterSeconds } = answer;
    if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
    if (!("text" in answer)) return sendEmpty(response, 429);
    const { status, text, faultName, ownText } = answer;
    if (faultName !== undefined) response.setHeader(faultNameHeader, faultName);
    setFaultDetail(response, ownText);
    if (status === 200) this.parts.transfer.send(exchange, text, sendXml);
    else sendXml(response, status, text);
  }

  private describe(request: IncomingMessage, response: ServerResponse, describe: DescribeDoor): void {
    const { url = "/" } = request;
    if (asksForWsdl(url, pathOf(url))) {
      const text = describe(`${this.parts.baseUrlFor(request)}${callAddress(url)}`);
      sendText(response, "text/xml; charset=UTF-8", text, request.method === "HEAD");
      return;
    }
    if (asksFor(url, "xsd")) {
      sendText(response, "text/xml; charset=UTF-8", encodingSchemaXml, request.method === "HEAD");
      return;
    }
    const page = "This address accepts SOAP calls by POST. The same address with ?wsdl returns the WSDL.\n";
    sendText(response, "text/plain; charset=utf-8", page, request.method === "HEAD");
  }
}
