/** Interprets an answer of REST. */
import { parseJsonDocument } from "../doors/json-document.js";
import type { CallOutcome } from "../doors/outcome.js";

/** A status below 400 is a result, a higher one a fault. */
export function restOutcome(status: number, body: Buffer, type = ""): CallOutcome {
  const text = body.toString();
  const value = restValue(text, type);
  if (status < 400) {
    // The living system responds to a creation with a redirect to the new resource.
    const isNothing = text === "" || /html/i.test(type);
    if (value === undefined && !isNothing) return { outcome: "http", status, text };
    return { outcome: "result", value: value ?? null };
  }
  const message = restErrorMessage(value) ?? /<message>([^<]*)</.exec(text)?.[1];
  if (message === undefined) return { outcome: "http", status, text };
  return { outcome: "fault", fault: { code: String(status), message } };
}

/** Parses JSON; XML stays text; undefined for anything else. */
function restValue(text: string, type: string): unknown {
  if (/xml/i.test(type)) return text;
  try {
    return parseJsonDocument(text);
  } catch {
    return undefined;
  }
}

function restErrorMessage(value: unknown): string | undefined {
  const { messages } = (value ?? {}) as { messages?: { error?: readonly { message?: unknown }[] } | null };
  const message = messages?.error?.[0]?.message;
  return typeof message === "string" ? message : undefined;
}
