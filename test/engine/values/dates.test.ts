/** Days and times (conventions 10.2, 10.4). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { milliseconds, timestamp, toDateTime, toDay } from "../../../src/engine/values/dates.js";

describe("times", () => {
  test.each([
    ["2024-05-01 12:30:59", "2024-05-01 12:30:59"],
    ["2024-05-01", "2024-05-01 00:00:00"],
    ["2024-05-01T12:30:59", "2024-05-01 12:30:59"],
    ["2024-05-01T12:30:59Z", "2024-05-01 12:30:59"],
    ["2024-05-01 12:30:59Z", "2024-05-01 12:30:59"],
    [" 2024-05-01 ", "2024-05-01 00:00:00"],
    ["2024-02-29", "2024-02-29 00:00:00"],
    ["0001-01-01", "0001-01-01 00:00:00"],
    ["9999-12-31 23:59:59", "9999-12-31 23:59:59"],
  ])("%j is %s", (given, time) => expect(toDateTime(given)).toBe(time));

  test.each([
    ["2023-02-29"],
    ["1900-02-29"],
    ["2024-13-01"],
    ["2024-00-10"],
    ["2024-04-31"],
    ["0000-01-01"],
    ["2024-05-01 24:00:00"],
    ["2024-05-01 23:60:00"],
    ["2024-05-01 23:59:60"],
    ["2024-05-01T12:30:59+02:00"],
    ["2024-05-01 12:30"],
    ["2024-05-01 12:30:59.5"],
    ["2024-5-1"],
    ["05/15/1985"],
    ["15.05.1985"],
    ["1985"],
    [""],
    ["today"],
    [1714521600],
    [true],
    [null],
    [undefined],
    [["2024-05-01"]],
    [{}],
  ])("%j is none", (given) => expect(toDateTime(given)).toBeUndefined());
});

describe("days", () => {
  test.each([
    ["1985-05-15", "1985-05-15"],
    ["1985-05-15 23:59:59", "1985-05-15"],
  ])("%j is %s", (given, day) => expect(toDay(given)).toBe(day));

  test.each([
    ["2023-02-29"],
    ["05/15/1985"],
    [""],
    [484963200],
    ["1985-05-15 25:00:00"],
    ["1985-05-15T10:00:00Z"],
  ])("%j is none", (given) => expect(toDay(given)).toBeUndefined());
});

const instant = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });

test("the text of any second is parsed to the same second", () => {
  fc.assert(
    fc.property(instant, (date) => {
      const text = timestamp(date.getTime());
      expect(toDateTime(text)).toBe(text);
      expect(milliseconds(text)).toBe(Math.floor(date.getTime() / 1000) * 1000);
    }),
  );
});

test("text sorts in the order of time", () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [a, b] = [timestamp(one.getTime()), timestamp(other.getTime())];
      expect(a < b).toBe(milliseconds(a) < milliseconds(b));
    }),
  );
});
