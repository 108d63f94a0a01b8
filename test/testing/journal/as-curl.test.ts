/** A recorded request as a curl command. */
import { expect, test } from "vitest";
import { curlOf } from "../../../src/testing/journal/as-curl.js";

const sent = (body: string | null, headers: Record<string, string> = {}) => ({
  caller: "admin",
  request: { method: "POST", path: "/api/jsonrpc", headers, body },
});

test.each([
  { title: "quotes", body: `{"name":"it's"}`, shown: `'{"name":"it'\\''s"}'` },
  { title: "escapes of JSON", body: String.raw`{"name":"a\nb"}`, shown: String.raw`'{"name":"a\nb"}'` },
  { title: "line breaks", body: "<a>\n</a>", shown: "'<a>\n</a>'" },
  { title: "control codes for a terminal", body: "\u001b[2J", shown: String.raw`'\u001b[2J'` },
])("$title of a body", ({ body, shown }) => {
  expect(curlOf(sent(body), "http://shop")).toBe(
    `curl -s -X POST 'http://shop/api/jsonrpc' \\\n  --data-raw ${shown}\n`,
  );
});

test("keys are replaced by placeholders, and headers that curl sets are omitted", () => {
  const headers = { Authorization: "Basic ***", "Content-Length": "2", Prefer: "handling=strict" };
  expect(curlOf(sent("{}", headers), "http://shop")).toBe(
    [
      "curl -s -X POST 'http://shop/api/jsonrpc'",
      `-u 'admin:'"$STORE_API_KEY"`,
      "-H 'Prefer: handling=strict'",
      "--data-raw '{}'\n",
    ].join(" \\\n  "),
  );
});

test("a call without HTTP has no command", () => {
  expect(curlOf({ caller: "", request: null }, "")).toMatch(/^# /);
});
