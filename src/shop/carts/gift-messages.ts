/** Gift messages as callers send them and carts keep them (beyond 15). */
import type { GiftMessage } from "../data/entities/cart.js";
import { isObject, toText } from "../../engine/values/coercion.js";

/** The texts of a message; absent ones are empty. */
export type MessageTexts = Pick<GiftMessage, "from" | "to" | "message">;

const noTexts: MessageTexts = { from: "", to: "", message: "" };

/** What is kept of a text, in bytes of UTF-8. */
const maxBytes = 65_535;

/** Undefined for what is no message: no object, or one without members. */
export function readMessage(given: unknown): MessageTexts | undefined {
  if (!isObject(given) || Object.keys(given).length === 0) return undefined;
  const { from, to, message } = given;
  return { from: keptText(from), to: keptText(to), message: keptText(message) };
}

/** A message without text takes the former one away; the number 0 says that there was one. */
export function changedMessage(
  former: GiftMessage | null,
  texts: MessageTexts | undefined,
  newId: number,
): GiftMessage | null {
  if (texts && texts.message !== "") return { gift_message_id: former?.gift_message_id || newId, ...texts };
  return former && { gift_message_id: 0, ...noTexts };
}

/** The message that is there, if there is one. */
export function messageOf(stored: GiftMessage | null | undefined): GiftMessage | undefined {
  return stored && stored.gift_message_id > 0 ? stored : undefined;
}

function keptText(value: unknown): string {
  const text = toText(value) ?? "";
  const bytes = Buffer.from(text);
  // What the cut leaves of a character is not decoded.
  return bytes.length <= maxBytes
    ? text
    : new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}
