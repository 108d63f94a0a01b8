/** The JSON-RPC door: one request or a batch (conventions 2). Every response has status 200, even a fault. */
import { toJson, readJson } from "../../calls/json.js";
import type { CallGroup } from "../../calls/observer.js";
import { isRefusal } from "../../calls/outcome.js";
import { protocolError } from "../../contract/faults.js";
import { jsonRows } from "../../http/responses.js";
import { joinTexts, jsonList, type Wire, type WireParts } from "../../values/text.js";
import type { CallOutcome, Door, Reading, RequestHead, StreamedList, WrittenResponse } from "../door.js";
import {
  errorResponse,
  invalidRequest,
  readRequest,
  responseEnd,
  resultStart,
  unreadable,
  type RequestId,
  type RpcCall,
} from "./protocol.js";

const maxBatch = 100;

export class JsonRpcDoor implements Door<RpcCall> {
  readonly name = "jsonrpc";
  readonly media = "json";
  readonly allow = "POST";

  /** @param dress converts results to other types than those of the contract (COMPAT_VALUES) */
  constructor(readonly dress: Door["dress"]) {}

  read(body: Buffer, { form, sender }: RequestHead): Reading<RpcCall> {
    if (!form.isUtf8) return { response: { text: wrongCharset } };
    const read = readJson(body);
    if ("problem" in read) return { response: { text: unreadable(read.problem, body) } };
    const { value } = read;
    if (!Array.isArray(value)) {
      const request = readRequest(value, -1, sender);
      if (typeof request === "string") return { response: { text: request } };
      const { call, id } = request;
      // Nobody would read the list of a notification.
      return id === undefined ? request : { call, id, list: () => listOf(id) };
    }
    const elements = value as readonly unknown[];
    if (elements.length === 0) return { response: { text: emptyBatch } };
    if (elements.length > maxBatch) return { response: { text: longBatch } };
    const calls = elements.map((element, at) => readRequest(element, at, sender));
    return { calls, join: joinBatch, isRefusedByRate: true };
  }

  async write({ id }: RpcCall, outcome: CallOutcome, group?: CallGroup): Promise<WrittenResponse> {
    if (isRefusal(outcome)) {
      const { fault } = outcome;
      const error =
        "skipped" in outcome && outcome.skipped === "response is full"
          ? protocolError("invalid_request", fault.message)
          : fault.toErrorObject();
      // Nobody would learn otherwise that a notification was skipped.
      const responseId = id === undefined && "skipped" in outcome ? null : id;
      const text = responseId === undefined ? undefined : errorResponse(error, responseId);
      return { text, ownText: fault.ownText };
    }
    if (id === undefined) return {};
    const { result } = outcome;
    const text = await toJson(result ?? null);
    if (typeof result === "object" && result !== null) group?.resultWritten(result, text);
    return { text: joinTexts([resultStart, text, responseEnd(id)]) };
  }
}

function listOf(id: RequestId): StreamedList {
  return { rows: jsonRows(`${resultStart}[` as Wire), rest: `]${responseEnd(id)}` as Wire };
}

const wrongCharset = errorResponse(protocolError("parse_error", "The charset must be UTF-8."), null);
const emptyBatch = invalidRequest("A batch must have at least one request.");
const longBatch = invalidRequest(`A batch has at most ${maxBatch} requests.`);

function joinBatch(texts: readonly (Wire | WireParts)[]): Wire | WireParts | undefined {
  return texts.length === 0 ? undefined : jsonList(texts);
}
