/** States of any size and layout, parsed while they arrive. */
import fc from "fast-check";
import { Agent, request } from "node:http";
import { createGzip, gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readDataset } from "../../../src/shop/states/reader.js";
import { startShop } from "../../support/shop.js";

const limit = 4 * 1024 * 1024;
const shop = await startShop({ settings: { stateMaxBytes: limit } });
beforeEach(() => shop.reset());

/** The bytes in chunks of a few bytes, as slow senders send them. */
async function* pieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, count = 0; at < bytes.length; count += 1) {
    const size = sizes[count % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const nasty = fc.constantFrom(
  '"',
  "\\",
  "\\\\",
  '\\"',
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  "\n",
  "ü",
  "\u{1f600}",
  "a",
);
const text = fc.array(nasty, { maxLength: 6 }).map((parts) => parts.join(""));
const member = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 2 }));
const object = fc.dictionary(text, member, { maxKeys: 3 });
const product = fc.tuple(fc.integer({ min: 1 }), object).map(([id, rest]) => ({ ...rest, id }));
const dataset = fc.record(
  {
    extends: fc.constantFrom("minimal", "sample"),
    settings: fc.dictionary(fc.constantFrom("a", "calls", "collections"), object, { maxKeys: 2 }),
    calls: fc.array(
      object.map((params) => ({ call: "catalog_product.create", params })),
      { maxLength: 3 },
    ),
    collections: fc.record({ products: fc.uniqueArray(product, { maxLength: 3, selector: ({ id }) => id }) }),
    sequences: fc.dictionary(fc.constantFrom("product", "order"), fc.nat(), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

describe("parsing in chunks", () => {
  test("has the result of JSON.parse, for any layout and any boundaries of chunks", async () => {
    const run = fc.asyncProperty(
      dataset,
      fc.constantFrom(undefined, 1, "\t"),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (value, indent, sizes) => {
        const read = await readDataset(
          pieces(Buffer.from(JSON.stringify(value, null, indent)), sizes),
          "json",
        );
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
      },
    );
    await fc.assert(run, { numRuns: 300 });
  });

  test.each([
    ['{"collections":{"products":[{"id":1},]}}', "is not valid JSON"],
    ['{"calls":[{"call":"a"}]', "is not valid JSON"],
    ['{"calls":[{"call":"a"}]} x', "is not valid JSON"],
    ["", "is not valid JSON"],
    ["[1,2]", "must be an object"],
    ['{"collections":{"products":["\xff"]}}', "is not UTF-8"],
    ['{"state":1}\n{"end":{}}', "JSON Lines are sent as application/jsonl"],
  ])("refuses %s, short and long", async (body, message) => {
    for (const text of [body, `${" ".repeat(600 * 1024)}${body}`]) {
      const bytes = Buffer.from(text, body.includes("\xff") ? "latin1" : "utf8");
      const isLines = body.startsWith('{"state"');
      if (isLines && text !== body) continue;
      await expect(readDataset(pieces(bytes, [30_000]), "json")).rejects.toThrow(message);
    }
  });

  test("a long document has the same meaning as a short one", async () => {
    const value = {
      extends: "minimal",
      calls: [{ call: "catalog_product.create", params: { sku: 'a"\n\u2028' } }],
      collections: {
        products: Array.from({ length: 3 }, (_, id) => ({ id })),
        categories: [],
        orders: [{ id: 9 }],
      },
    };
    const long = JSON.stringify(value).padEnd(600 * 1024);
    expect(await readDataset(pieces(Buffer.from(long), [65_536]), "json")).toEqual(value);
  });
});

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends without checking whether the server still reads. */
function send(body: Readable, headers: Record<string, string>, agent?: Agent): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const options = {
      ...{ method: "PUT", headers: { "Content-Type": "application/json", ...headers } },
      ...(agent ? { agent } : {}),
    };
    const call = request(`${shop.url}/control/state`, options, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on("error", reject);
    body.pipe(call);
  });
}

const filled = (bytes: number) => `{"extends":"minimal","collections":{"orders":[${" ".repeat(bytes)}]}}`;

describe("PUT /control/state", () => {
  test("accepts compressed data, by its decompressed size", async () => {
    const body = () => Readable.from([gzipSync(filled(limit / 2))]);
    expect((await send(body(), { "Content-Encoding": "gzip" })).status).toBe(204);
    expect((await send(Readable.from([filled(1)]), { "Content-Encoding": "gzip" })).status).toBe(400);
    expect((await send(Readable.from(["x"]), { "Content-Encoding": "compress" })).status).toBe(415);
  });

  test("answers 413 to data that is too long, with and without a length, compressed or not; nothing changes", async () => {
    const before = (await shop.http("GET", "/control/state")).text;
    const long = filled(limit);
    const bomb = Readable.from([filled(64 * limit)]).pipe(createGzip());
    for (const sent of [
      await send(Readable.from([long]), { "Content-Length": String(long.length) }),
      await send(Readable.from(long.match(/[^]{1,60000}/g) ?? []), {}),
      await send(bomb, { "Content-Encoding": "gzip" }),
    ]) {
      expect(sent).toMatchObject({ status: 413, text: expect.stringContaining("4194304 bytes") as unknown });
    }
    expect((await shop.http("GET", "/control/state")).text).toBe(before);
  });

  test("accepts data of any length with STATE_MAX_BYTES=0", async () => {
    const unlimited = await startShop({ settings: { stateMaxBytes: 0 } });
    onTestFinished(() => unlimited.close());
    const { text } = await unlimited.http("GET", "/control/state");
    const answer = await unlimited.http("PUT", "/control/state", { body: JSON.parse(text) as object });
    expect(answer.status).toBe(204);
  });

  test("data that is refused in the middle is read to its end, and the connection serves the next request", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const never = "z".repeat(limit / 2);
    const long = Readable.from(["[", ...(never.match(/[^]{1,60000}/g) ?? [])]);
    expect((await send(long, {}, agent)).status).toBe(422);
    expect((await send(Readable.from(['{"extends":"minimal"}']), {}, agent)).status).toBe(204);
    agent.destroy();
  });

  test("YAML that takes long to parse delays nobody else", async () => {
    const keys = Array.from({ length: 8000 }, (_, at) => `k${at}: 1`).join(", ");
    const yaml = Readable.from([`extends: minimal\nsettings: {${keys}}`]);
    let isRead = false;
    const reading = send(yaml, { "Content-Type": "application/yaml" }).finally(() => (isRead = true));
    let answers = 0;
    for (; !isRead; answers += 1) expect((await shop.http("GET", "/health/live")).status).toBe(200);
    expect(await reading).toMatchObject({ status: 422 });
    expect(answers).toBeGreaterThan(5);
  });

  test("a sender that disconnects in the middle changes nothing, and delays nobody", async () => {
    const before = (await shop.http("GET", "/control/state")).text;
    const call = request(`${shop.url}/control/state`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
    });
    call.on("error", () => {});
    call.write('{"extends":"minimal","collections":{"products":[');
    await new Promise((resolve) => setTimeout(resolve, 50));
    call.destroy();
    expect((await send(Readable.from(['{"extends":"minimal"}']), {})).status).toBe(204);
    await shop.reset();
    expect((await shop.http("GET", "/control/state")).text).toBe(before);
  });
});
