/** beyond 15. */
import { expect, test } from "vitest";
import { changedGiftMessage, giftMessageOf, readGiftMessage } from "../../../src/shop/carts/gift-messages.js";

const stored = { gift_message_id: 4, from: "Anna", to: "Jonas", message: "Happy birthday!" };

test.each([
  [{ message: "Hi" }, { from: "", to: "", message: "Hi" }],
  [
    { from: 1, to: null, message: "Hi", more: true },
    { from: "1", to: "", message: "Hi" },
  ],
  [{ bogus: 1 }, { from: "", to: "", message: "" }],
  [{}, undefined],
  [[], undefined],
  ["Hi", undefined],
  [null, undefined],
])("%j", (given, want) => expect(readGiftMessage(given)).toEqual(want));

test("texts are cut at 65,535 bytes, and never within a character", () => {
  expect(readGiftMessage({ message: "a".repeat(65_535) })?.message).toHaveLength(65_535);
  expect(readGiftMessage({ message: "a".repeat(65_536) })?.message).toHaveLength(65_535);
  const cut = readGiftMessage({ message: "ü".repeat(40_000) })?.message ?? "";
  expect(cut).toBe("ü".repeat(32_767));
});

test("a new message has a new number, a changed one keeps it", () => {
  const texts = { from: "", to: "", message: "Hi" };
  expect(changedGiftMessage(null, texts, 9)).toEqual({ gift_message_id: 9, ...texts });
  expect(changedGiftMessage(stored, texts, 9)).toEqual({ gift_message_id: 4, ...texts });
  const removed = changedGiftMessage(stored, { ...texts, message: "" }, 9);
  expect(changedGiftMessage(removed, texts, 9)).toEqual({ gift_message_id: 9, ...texts });
});

test("an empty text removes the message, and its number becomes 0", () => {
  const removed = changedGiftMessage(stored, undefined, 9);
  expect(removed?.gift_message_id).toBe(0);
  expect(giftMessageOf(removed)).toBeUndefined();
  expect(giftMessageOf(stored)).toBe(stored);
  expect(changedGiftMessage(null, undefined, 9)).toBeNull();
});
