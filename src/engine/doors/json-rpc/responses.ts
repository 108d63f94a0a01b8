/** The texts of JSON-RPC responses (conventions 2.2). */
import type { ErrorObject, Fault } from "../../contract/faults.js";
import { toJson } from "../../calls/json.js";
import type { CallGroup } from "../../calls/observer.js";
import { SentRows } from "../../calls/row-stream.js";
import { wire, type Wire } from "../../values/text.js";

export type RequestId = string | number | null;

export type Response = Wire | RowsEnd;

const resultStart = '{"jsonrpc":"2.0","result":' as Wire;

/** The beginning of a response whose rows are streamed. */
export const rowsStart = `${resultStart}[` as Wire;

export async function resultResponse(
  result: unknown,
  id: RequestId,
  group: CallGroup | undefined,
): Promise<Response> {
  if (result instanceof SentRows) return new RowsEnd(id);
  const text = await toJson(result ?? null);
  if (typeof result === "object" && result !== null) group?.resultWritten(result, text);
  return `${resultStart}${text},"id":${idText(id)}}` as Wire;
}

export function errorResponse(error: ErrorObject, id: RequestId): Wire {
  return `{"jsonrpc":"2.0","error":${wire(JSON.stringify(error))},"id":${idText(id)}}` as Wire;
}

export function faultResponse(fault: Fault, id: RequestId): Wire {
  return errorResponse(fault.toErrorObject(), id);
}

function idText(id: RequestId): string {
  // Nearly all clients send small integers.
  return Number.isSafeInteger(id) ? String(id) : wire(JSON.stringify(id));
}

/** The end of a response whose rows have been streamed. */
export class RowsEnd {
  constructor(private readonly id: RequestId) {}

  text(): Wire {
    return `],"id":${idText(this.id)}}` as Wire;
  }
}
