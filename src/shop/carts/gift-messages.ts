/** Gift messages: reads them from callers and stores them in carts (beyond 15). */
import type { GiftMessage } from "../data/entities/cart.js";
import { set, type Reading } from "../../engine/contract/inputs.js";
import { readerOf } from "../inputs.js";
import { isObject, toText } from "../../engine/values/coercion.js";

/** The texts of a message. An absent text is "". */
export type GiftMessageTexts = Pick<GiftMessage, "from" | "to" | "message">;

const noTexts: GiftMessageTexts = { from: "", to: "", message: "" };

/** Longer texts are cut. In bytes of UTF-8. */
const maxBytes = 65_535;

const messageMembers = readerOf<"GiftMessage", GiftMessageTexts>(["GiftMessage"], {
  from: keptText,
  to: keptText,
  message: keptText,
});

/** Undefined if the value is not an object or has no members. */
export function readGiftMessage(given: unknown): GiftMessageTexts | undefined {
  if (!isObject(given) || Object.keys(given).length === 0) return undefined;
  return { ...noTexts, ...messageMembers.read(given, undefined).given };
}

/** A message without text removes the former one; the ID 0 records that there was one. */
export function changedGiftMessage(
  former: GiftMessage | null,
  texts: GiftMessageTexts | undefined,
  newId: number,
): GiftMessage | null {
  if (texts && texts.message !== "") return { gift_message_id: former?.gift_message_id || newId, ...texts };
  return former && { gift_message_id: 0, ...noTexts };
}

/** The stored message; undefined if there is none or it was removed. */
export function giftMessageOf(stored: GiftMessage | null | undefined): GiftMessage | undefined {
  return stored && stored.gift_message_id > 0 ? stored : undefined;
}

function keptText(value: unknown): Reading<string> {
  const text = toText(value) ?? "";
  const bytes = Buffer.from(text);
  // With `stream`, the decoder drops a character that the cut has split.
  return set(
    bytes.length <= maxBytes ? text : new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true }),
  );
}
