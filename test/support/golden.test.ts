/** The form of golden files. */
import { describe, expect, test } from "vitest";
import { withActualTexts, parseGolden, withSession } from "../../src/addons/living/conformance/golden.js";
import { shownBy } from "./golden.js";

const file = `// A category can be found.
// @dataset sample
// @version 2
// @clock 2025-06-02 00:00:00

>> {"jsonrpc":"2.0","id":1,"method":"call",
    "params":["$session","category.info",3]}
<< {"jsonrpc":"2.0","id":1,
    "result":{"name":"…"}}
// forced from outside
>> POST /control/faults {"operation":"catalog_category.info","fault":"not_exists"}
<< 201
>> {"jsonrpc":"2.0","id":2,"method":"catalog_category.info","params":["$session",3]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":102,"message":"…","data":{"fault":"not_exists"}}}
>> {"jsonrpc":"2.0","method":"startSession"}
<<
`;

test("a file consists of headers and exchanges", () => {
  const golden = parseGolden(file, "catalog_category.info/found.io");
  expect(golden).toMatchObject({
    path: "test/golden/catalog_category.info/found.io",
    operation: "catalog_category.info",
    title: "A category can be found.",
    dataset: "sample",
    version: 2,
    clock: "2025-06-02 00:00:00",
  });
  expect(golden.exchanges).toMatchObject([
    { kind: "rpc", line: 6, expected: { result: { name: "…" } } },
    { kind: "http", line: 11, method: "POST", path: "/control/faults", status: 201, expected: undefined },
    { kind: "rpc", line: 13 },
    { kind: "rpc", line: 15, expected: undefined },
  ]);
  expect(shownBy(golden).slice(0, 2)).toEqual(["success", "not_exists"]);
});

describe("mistakes in a file are reported with the line", () => {
  test.each([
    [">> {}\n>> {}\n<< {}", /x\.io:1: every >> must be followed/],
    [">> {}\n<< {", /x\.io:2: /],
    ["hello", /x\.io:1: only comments/],
    [">> GET /\n<< {}", /x\.io:2: the response to an HTTP call/],
    ["// @clock today\n", /@clock is/],
    ["// @dataset big\n", /no dataset big/],
  ])("%j", (text, message) => expect(() => parseGolden(text, "x.io")).toThrow(message));
});

test("$session is the session, … is any text", () => {
  expect(withSession({ params: ["$session", ["$session"]] }, "abc")).toEqual({ params: ["abc", ["abc"]] });
  expect(withActualTexts({ a: "…", b: "…", c: 1 }, { a: "x", b: 5 })).toEqual({ a: "x", b: "…", c: 1 });
});
