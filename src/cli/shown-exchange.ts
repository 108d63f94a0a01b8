/** Formats a call of the journal as one line or as the whole HTTP exchange. */
import type { RecordedAnswer, RecordedCall } from "../../generated/clients/typescript/control.js";
import { escapeText } from "../engine/log/escape.js";

/** One line. */
export function lineOf(call: RecordedCall): string {
  const { time, door, operation, problem, caller, duration_ms } = call;
  const what = operation ?? `no operation: ${problem ?? ""}`;
  return `${time}  ${(door ?? "-").padEnd(7)}  ${escapeText(what)}  ${outcomeOf(call)}  ${duration_ms} ms  ${escapeText(caller) || "-"}\n`;
}

function outcomeOf({ fault, outcome, forced, rule, replayed }: RecordedCall): string {
  const by = forced ? ` (forced${rule === null ? "" : ` by rule ${rule}`})` : "";
  return `${fault ?? (outcome === "result" ? "ok" : outcome)}${by}${replayed ? " (repeated)" : ""}`;
}

/** The whole HTTP exchange. */
export function exchangeOf(call: RecordedCall): string {
  const { number, request, answer, status, error } = call;
  const lines = [
    [`#${number}  ${lineOf(call).trimEnd()}`],
    error ? [`    ${error.code} ${error.message}`] : [],
    request ? messageLines(">", `${request.method} ${request.path}`, request) : [],
    answer ? messageLines("<", `HTTP ${status}`, answer) : [],
    request && !answer ? ["< no response: the connection was cut"] : [],
  ];
  return `${lines.flat().join("\n")}\n\n`;
}

function messageLines(
  mark: string,
  first: string,
  { headers, body, body_length }: Omit<NonNullable<RecordedAnswer>, "status">,
): string[] {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === null || body === "" ? [] : ["", ...body.split("\n")];
  const kept = body === null ? 0 : Buffer.byteLength(body);
  const rest = body_length > kept ? [`… (${body_length} bytes)`] : [];
  return [first, ...named, ...text, ...rest].map((line) => `${mark} ${escapeText(line)}`.trimEnd());
}
