/** What an answer of REST says. */
import type { Outcome } from "../doors/outcome.js";

/** The status tells whether it was done what was asked for. */
export function restOutcome(status: number, body: Buffer, type = ""): Outcome {
  const text = body.toString();
  const value = restValue(text, type);
  if (status < 400) {
    // The living system answers what it has made by a redirect to it.
    const isNothing = text === "" || /html/i.test(type);
    if (value === undefined && !isNothing) return { outcome: "http", status, text };
    return { outcome: "result", value: value ?? null };
  }
  const message = messageOf(value) ?? /<message>([^<]*)</.exec(text)?.[1];
  if (message === undefined) return { outcome: "http", status, text };
  return { outcome: "fault", fault: { code: String(status), message } };
}

/** JSON as its value; XML stays text; undefined for anything else. */
function restValue(text: string, type: string): unknown {
  if (/xml/i.test(type)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function messageOf(value: unknown): string | undefined {
  const { messages } = (value ?? {}) as { messages?: { error?: readonly { message?: string }[] } };
  return messages?.error?.[0]?.message;
}
