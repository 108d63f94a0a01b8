/**
 * Converts a whole shop that was read by XML-RPC and SOAP v2, and calls of carts, links, options, downloads, tags and gift
 * messages on it, to recordings, and imports the shop as their dataset: `npx tsx scripts/recordings/reads.ts <folder>`.
 */
import { mkdtemp, readFile } from "node:fs/promises";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { importLiving } from "../../src/addons/living/commands/import.js";
import { methodCallXml } from "../../src/addons/living/doors/xml-rpc.js";
import { Describer } from "../../src/addons/living/record/describe.js";
import type { ExchangeLine } from "../../src/addons/living/recording/exchange-line.js";
import { Masking } from "../../src/addons/living/recording/masking.js";
import { Connection } from "../../src/cli/connection.js";
import { shopContract } from "../../src/shop/contract.js";
import { startTape } from "../../test/addons/living/tape.js";

const [source = ""] = process.argv.slice(2);
const target = join(import.meta.dirname, "../../test/recordings");
const session = "0123456789abcdef0123456789abcdef";
const describer = new Describer(shopContract, new Masking([]));

interface XmlRpcRow {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly xml: string;
  readonly http?: number;
  readonly part?: string;
  readonly case?: string;
}

interface SoapRow {
  readonly request: string;
  readonly response: string;
}

const body = (text: string) => ({ bytes: Buffer.from(text), length: Buffer.byteLength(text), isCut: false });

function lineOf(path: string, request: string, status: number, response: string): ExchangeLine {
  const headers = { "content-type": "text/xml; charset=utf-8" };
  const captured = {
    startedAt: 0,
    durationMs: 0,
    request: { method: "POST", path, headers, body: body(request) },
    answer: { status, headers, body: body(response) },
  };
  const { time: _time, duration_ms: _duration, ...line } = describer.line(captured);
  return { ...line, session: "s-1" };
}

const builtins = /^(globalFaults|resources|resourceFaults)$/;

function xmlRpcLine({
  method,
  args,
  xml,
  http = 200,
  part = "reads by XML-RPC",
  case: note,
}: XmlRpcRow): ExchangeLine {
  const call = builtins.test(method)
    ? methodCallXml(method, [session, ...args])
    : methodCallXml("call", [session, method, args]);
  const isCoupon = /^cart_coupon\.add$/.test(method) && /^(TEN|ONCE|SHIPFREE)$/i.test(String(args[1]));
  return {
    ...lineOf("/api/xmlrpc/", call, http, xml),
    scenario: part,
    ...(note ? { note } : {}),
    ...(isCoupon && { not_replayable: "no operation answers the price rules of the shop" }),
  };
}

const soapLine = ({ request, response }: SoapRow): ExchangeLine => ({
  ...lineOf("/api/v2_soap/", request.replaceAll(">SESSION<", `>${session}<`), 200, response),
  scenario: "reads by SOAP v2",
});

function rowsOf<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(join(source, name))).toString();
  return text
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row) as Row);
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(target, name), gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
  process.stdout.write(`${name}: ${lines.length} lines\n`);
}

const reads = [
  ...rowsOf<XmlRpcRow>("reads-xmlrpc.jsonl.gz").map(xmlRpcLine),
  ...rowsOf<SoapRow>("reads-soap2.jsonl.gz").map(soapLine),
];
write(
  "openmage-reads.jsonl.gz",
  reads.map((line) => JSON.stringify(line)),
);
write(
  "openmage-beyond.jsonl.gz",
  rowsOf<XmlRpcRow>("beyond.jsonl.gz").map((row) => JSON.stringify(xmlRpcLine(row))),
);

/** No operation returns them; these follow from the orders of the shop. */
const compositions = [
  { id: 3, attributes: [{ attribute_id: 94, prices: [] }], children: [1, 2], options: [] },
  {
    id: 11,
    attributes: [],
    children: [],
    options: [["Chair", "select", 5, 1] as const, ["Mugs", "checkbox", 4, 2] as const].map(
      ([title, type, product_id, qty], at) => ({
        option_id: at + 1,
        title,
        type,
        required: true,
        selections: [{ selection_id: at + 1, product_id, qty, can_change_qty: false }],
      }),
    ),
  },
];

const tape = await startTape();
const file = join(await mkdtemp(join(tmpdir(), "reads-")), "shop.jsonl");
await importLiving(
  {
    from: tape.url,
    user: "user",
    key: "key",
    keepPeople: true,
    images: false,
    only: "catalog,customers,orders",
    out: file,
  },
  {
    server: new Connection({ url: "http://127.0.0.1:9" }, {}),
    output: { json: true, write: () => {} },
    signal: new AbortController().signal,
  },
);
tape.close();
const rows = (await readFile(file, "utf8"))
  .trim()
  .split("\n")
  .map(
    (line) => JSON.parse(line) as { collection?: string; doc?: object; sequence?: string; value?: number },
  );
const collections: Record<string, object[]> = { compositions };
for (const { collection, doc } of rows)
  if (collection !== undefined && doc) (collections[collection] ??= []).push(doc);
const sequences = Object.fromEntries(
  rows.flatMap(({ sequence, value }) => (sequence === undefined ? [] : [[sequence, value]])),
);
writeFileSync(
  join(target, "reads-shop.json.gz"),
  gzipSync(
    JSON.stringify({ collections, sequences: { ...sequences, bundle_option: 2, bundle_selection: 2 } }),
    { level: 9 },
  ),
);
