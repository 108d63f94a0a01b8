/** beyond 15. */
import { expect, test } from "vitest";
import { changedMessage, messageOf, readMessage } from "../../../src/shop/carts/gift-messages.js";

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
])("%j", (given, want) => expect(readMessage(given)).toEqual(want));

test("texts are cut at 65,535 bytes, and never within a character", () => {
  expect(readMessage({ message: "a".repeat(65_535) })?.message).toHaveLength(65_535);
  expect(readMessage({ message: "a".repeat(65_536) })?.message).toHaveLength(65_535);
  const cut = readMessage({ message: "ü".repeat(40_000) })?.message ?? "";
  expect(cut).toBe("ü".repeat(32_767));
});

test("a new message has a new number, a changed one keeps it", () => {
  const texts = { from: "", to: "", message: "Hi" };
  expect(changedMessage(null, texts, 9)).toEqual({ gift_message_id: 9, ...texts });
  expect(changedMessage(stored, texts, 9)).toEqual({ gift_message_id: 4, ...texts });
  const removed = changedMessage(stored, { ...texts, message: "" }, 9);
  expect(changedMessage(removed, texts, 9)).toEqual({ gift_message_id: 9, ...texts });
});

test("without text the former one goes, and its number becomes 0", () => {
  const removed = changedMessage(stored, undefined, 9);
  expect(removed?.gift_message_id).toBe(0);
  expect(messageOf(removed)).toBeUndefined();
  expect(messageOf(stored)).toBe(stored);
  expect(changedMessage(null, undefined, 9)).toBeNull();
});
