/** An export knows what is in it: what was changed on the way is refused, by its place, before anything becomes visible. */
import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { docsPerChunk, type WrittenSums } from "../../../src/testing/states/state-sums.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
afterAll(() => shop.close());
beforeEach(() => shop.reset());

interface Exported {
  clock?: string;
  collections: Record<string, Record<string, unknown>[]>;
  sequences: Record<string, number>;
  checksums: WrittenSums;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const exportText = async () => (await shop.http("GET", "/control/state?checksums=true")).text;
const put = (body: string, type = "application/json") =>
  shop.http("PUT", "/control/state", { body, headers: { "Content-Type": type } });

describe("checksums of an export", () => {
  test("are those of its documents, a thousand at a time, and of all", async () => {
    const { clock = null, collections, sequences, checksums } = JSON.parse(await exportText()) as Exported;
    const expected = Object.entries(collections).map(([name, docs]) => {
      const chunks: string[] = [];
      for (let at = 0; at < docs.length; at += docsPerChunk) {
        const lines = docs.slice(at, at + docsPerChunk).map((doc) => `${JSON.stringify(doc)}\n`);
        chunks.push(sha256(lines.join("")));
      }
      return [name, { documents: docs.length, chunks }];
    });
    expect(checksums.collections).toEqual(Object.fromEntries(expected));
    expect(checksums.sha256).toBe(sha256(JSON.stringify([clock, checksums.collections, sequences])));
  });

  test("come only when they are asked for; without them nothing else is another", async () => {
    const { text } = await shop.http("GET", "/control/state");
    expect((await exportText()).replace(/^"checksums":.*\n/m, "")).toBe(text);
    expect(text).not.toContain('"checksums"');
  });

  test.each([
    ["?checksums=yes", "checksums"],
    ["?colour=red", "colour"],
  ])("%s is 400", async (query, field) => {
    const { status, json } = await shop.http("GET", `/control/state${query}`);
    expect([status, json]).toMatchObject([400, { errors: [{ field }] }]);
  });
});

describe("an import", () => {
  test("takes an export as it is, in another layout, and as YAML", async () => {
    const text = await exportText();
    const value = JSON.parse(text) as Exported;
    for (const body of [text, JSON.stringify(value, null, 2)]) expect((await put(body)).status).toBe(204);
    const { images: _, ...collections } = value.collections;
    const small = { ...value, collections, checksums: undefined };
    expect((await put(stringify(small), "application/yaml")).status).toBe(204);
  });

  test.each<[string, (value: Exported) => void, string, RegExp]>([
    [
      "a changed document",
      ({ collections }) => void ((collections.products?.[1] ?? {}).updated_at = "2020-01-01 00:00:00"),
      "collections.products[0]",
      /^the documents 0 to \d+ are not as they were exported/,
    ],
    [
      "a document that is gone",
      ({ collections }) => void collections.stock_items?.pop(),
      "collections.stock_items",
      /^holds \d+ documents, \d+ were exported/,
    ],
    [
      "a collection that is gone",
      ({ collections }) => void delete collections.images,
      "collections.images",
      /^holds 0 documents/,
    ],
    [
      "other bytes of an image",
      ({ collections }) => void ((collections.images?.[0] ?? {}).content = "AAAA"),
      "collections.images[0]",
      /^the documents 0 to/,
    ],
    [
      "another number of a sequence",
      ({ sequences }) => void (sequences.product = 99_999),
      "checksums.sha256",
      /^clock, sequences or the checksums themselves/,
    ],
    [
      "another clock",
      (value) => void Object.assign(value, { clock: "2026-01-01 00:00:00" }),
      "checksums.sha256",
      /^clock, sequences/,
    ],
    [
      "checksums that are none",
      (value) => void Object.assign(value, { checksums: { sha256: 1 } }),
      "checksums",
      /^must hold collections and sha256/,
    ],
  ])("refuses %s by its place, and changes nothing", async (_title, change, field, message) => {
    const text = await exportText();
    const value = JSON.parse(text) as Exported;
    change(value);
    const { status, json } = await put(JSON.stringify(value));
    const { errors } = json as { errors: { field: string; message: string }[] };
    expect([status, errors[0]?.field]).toEqual([422, field]);
    expect(errors[0]?.message).toMatch(message);
    expect(await exportText()).toBe(text);

    const { checksums: _, ...onPurpose } = value;
    if (field !== "collections.images") expect((await put(JSON.stringify(onPurpose))).status).toBe(204);
  });
});
