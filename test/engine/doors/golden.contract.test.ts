/**
 * Golden exchanges of the XML doors: test/engine/doors/golden/*.io, replayed on the sample shop. Every answer
 * is compared byte for byte. `>> POST /api/xmlrpc` and a body, `<< 200` and the answer; `$session` is a
 * session of the first API user. Line breaks between elements are only for readers: requests and answers are
 * compared without them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { isWriting } from "../../support/golden.js";
import { startShop } from "../../support/shop.js";
import { postXml } from "./xml-rpc-client.js";

const folder = new URL("golden/", import.meta.url);

interface GoldenFile {
  readonly title: string;
  readonly exchanges: readonly { path: string; body: string; status: number; answer: string; text: string }[];
}

function parse(text: string): GoldenFile {
  const [head = "", ...rest] = text.split(/^>> POST /m);
  const exchanges = rest.map((part) => {
    const [request = "", text = ""] = part.split(/^<< /m);
    const [path = "", ...body] = request.split("\n");
    const [status = "", ...lines] = text.split("\n");
    return { path, body: joined(body), status: Number(status), answer: joined(lines), text };
  });
  return { title: head.replace(/^\/\/ /, "").trim(), exchanges };
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join("");
}

/** Breaks an answer into lines for readers. */
function inLines(xml: string): string {
  return xml
    .replace(/(?:\?>|<\/(?:member|item|param|SOAP-ENV:Body)>|<methodResponse><params>)(?!\n|$)/g, "$&\n")
    .trimEnd();
}

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const files = readdirSync(folder).sort();

test.each(files.map((file) => ({ file, ...parse(readFileSync(new URL(file, folder), "utf8")) })))(
  "$title ($file)",
  async ({ file, exchanges }) => {
    const session = await shop.session();
    expect(exchanges.length).toBeGreaterThan(0);
    for (const { path, body, status, answer, text } of exchanges) {
      const real = await postXml(shop, body.replaceAll("$session", session), { path });
      const isEqual = real.status === status && joined(real.text.split("\n")) === answer;
      if (isWriting && !isEqual) {
        const url = new URL(file, folder);
        const was = readFileSync(url, "utf8");
        writeFileSync(
          url,
          was.replace(text, () => `${real.status}\n${inLines(real.text)}\n`),
        );
      } else expect([real.status, joined(real.text.split("\n"))]).toEqual([status, answer]);
    }
  },
);
