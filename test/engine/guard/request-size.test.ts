/** The maximum size of JSON or XML in a request: 1 MiB outside of base64, at every address with calls. */
import { describe, expect, test } from "vitest";
import { maxStructureBytes, StructureMeter } from "../../../src/engine/guard/request-size.js";
import { startShop } from "../../support/shop.js";

const MiB = 1024 * 1024;
const lines = (length: number, end: string, bytes: number) =>
  ("a".repeat(length) + end).repeat(Math.floor(bytes / (length + end.length)));

describe("counted bytes", () => {
  test.each([
    { title: "one text of base64", text: "aB3+/=".repeat(2.5 * MiB), want: false },
    { title: "base64 with its slashes escaped", text: "a\\/".repeat(5 * MiB), want: false },
    { title: "base64 in lines of 60", text: lines(60, "\n", 15 * MiB), want: false },
    { title: "base64 in lines of 76, CRLF", text: lines(76, "\r\n", 15 * MiB), want: false },
    { title: "lines of 59", text: lines(59, "\n", 2 * MiB), want: true },
    { title: "1 MiB of commas", text: ",".repeat(maxStructureBytes), want: false },
    { title: "1 MiB of commas and one more", text: ",".repeat(maxStructureBytes + 1), want: true },
    { title: "spaces", text: " ".repeat(2 * MiB), want: true },
    { title: "words", text: "words and words ".repeat(MiB / 8), want: true },
    { title: "non-ASCII letters", text: "é".repeat(MiB), want: true },
    { title: "escaped characters", text: "\\u0041".repeat(MiB / 4), want: true },
    { title: "short numbers", text: "1234567,".repeat(MiB / 4), want: true },
    { title: "attributes", text: '<a b="" '.repeat(MiB / 4), want: true },
    { title: "references", text: "&#65;".repeat(MiB / 4), want: true },
  ])("$title: $want", ({ text, want }) => {
    const bytes = Buffer.from(text);
    expect(new StructureMeter().add(bytes)).toBe(want);
    // In chunks of any size.
    const meter = new StructureMeter();
    let isTooMuch = false;
    for (let at = 0; at < bytes.length; at += 65_521) isTooMuch = meter.add(bytes.subarray(at, at + 65_521));
    expect(isTooMuch).toBe(want);
  });
});

describe("at the addresses", async () => {
  const shop = await startShop();

  const json = { "Content-Type": "application/json" };
  const xml = { "Content-Type": "text/xml" };
  const rpc = (text: string) => `{"jsonrpc":"2.0","id":1,"method":"globalFaults","params":["${text}"]}`;
  const xmlRpc = (text: string) =>
    `<?xml version="1.0"?><methodCall><methodName>globalFaults</methodName><params><param><value><string>${text}</string></value></param></params></methodCall>`;
  const soap = (text: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><startSession><x>${text}</x></startSession></s:Body></s:Envelope>`;
  const doors = [
    { path: "/api/jsonrpc", headers: json, body: rpc },
    { path: "/api/rpc/globalFaults", headers: json, body: (text: string) => `{"sessionId":"${text}"}` },
    { path: "/api/xmlrpc", headers: xml, body: xmlRpc },
    { path: "/api/soap", headers: xml, body: soap },
    { path: "/api/v2_soap", headers: xml, body: soap },
  ];

  test.each(doors)("$path: 413 beyond 1 MiB of words or 16 MiB of base64, with the limit", async (door) => {
    const { path, headers, body } = door;
    const send = (text: string) => shop.http("POST", path, { headers, body: body(text) });
    const refusal = async (text: string) => {
      const { status, text: answer } = await send(text);
      return { status, limit: /The body has more than [^.]*\./.exec(answer)?.[0] };
    };
    expect((await send("a".repeat(12 * MiB))).status).not.toBe(413);
    expect(await refusal("a b ".repeat((1.5 * MiB) / 4))).toEqual({
      status: 413,
      limit: "The body has more than 1048576 bytes besides the contents of files.",
    });
    expect(await refusal("a".repeat(17 * MiB))).toEqual({
      status: 413,
      limit: "The body has more than 16777216 bytes (MAX_RPC_BODY_BYTES).",
    });
    expect((await send("a b ".repeat(MiB / 8))).status).not.toBe(413);
  });

  test("a flood of attributes without credentials is not read", async () => {
    const names = Array.from({ length: 600_000 }, (_, nth) => `a${nth}=""`).join(" ");
    const body = `<methodCall ${names}><methodName>login</methodName></methodCall>`;
    expect((await shop.http("POST", "/api/xmlrpc", { headers: xml, body })).status).toBe(413);
  });
});
