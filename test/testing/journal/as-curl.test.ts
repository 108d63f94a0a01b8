/** A recorded request as a curl command. */
import { expect, test } from "vitest";
import { curlOf } from "../../../src/testing/journal/as-curl.js";

const sent = (body: string | null, headers: Record<string, string> = {}) => ({
  operation: "catalog_product.info",
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

test("Basic comes from variables, and headers that do not matter are omitted", () => {
  const headers = {
    ...{
      Authorization: "Basic ***",
      "Content-Length": "2",
      Accept: "*/*",
      Origin: "http://a",
      "X-Trace": "1",
    },
    Prefer: "handling=strict",
  };
  expect(curlOf(sent("{}", headers), "http://shop")).toBe(
    [
      "curl -s -X POST 'http://shop/api/jsonrpc'",
      `-u "$STORE_API_USER:$STORE_API_KEY"`,
      "-H 'Prefer: handling=strict'",
      "--data-raw '{}'\n",
    ].join(" \\\n  "),
  );
});

test("a session in the body or in Bearer is a variable, not a masked text", () => {
  const shown = curlOf(sent('{"params":["***","catalog_product.info",[1]]}'), "http://shop");
  expect(shown).toContain(`--data-raw '{"params":["'"$SESSION"'","catalog_product.info",[1]]}'`);
  expect(curlOf(sent("{}", { authorization: "Bearer ***" }), "http://shop")).toContain(
    `-H "Authorization: Bearer $SESSION"`,
  );
  expect(curlOf({ ...sent('["admin","***"]'), operation: "login" }, "http://shop")).toContain(
    `'["admin","'"$STORE_API_KEY"'"]'`,
  );
});

test("other secrets are variables of their own", () => {
  const body = '{"params":["***","customer.create",[{"password":"***"}]]}';
  expect(curlOf(sent(body), "http://shop")).toContain(`"password":"'"$SECRET"'"`);
});

test("a call without HTTP has no command", () => {
  expect(curlOf({ operation: null, request: null }, "")).toMatch(/^# /);
});
