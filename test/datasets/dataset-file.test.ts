import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatasetError } from "../../src/datasets/dataset-file.js";
import { loadDatasetFile } from "../../src/datasets/dataset.js";
import { minimalRecords } from "../../src/datasets/minimal.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dataset-"));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (text: string): Promise<string> => {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(path, text);
  return path;
};

/** The minimal state in the form of a storage's JSON file. */
function asJson(change: { collections?: object; sequences?: unknown } = {}): string {
  const collections: Record<string, unknown[]> = {};
  const sequences: Record<string, number> = {};
  for (const record of minimalRecords()) {
    if ("sequence" in record) sequences[record.sequence] = record.value;
    else (collections[record.collection] ??= []).push(record.doc);
  }
  return JSON.stringify({
    format: 1,
    journal: 1,
    sequences,
    ...change,
    collections: { ...collections, ...change.collections },
  });
}

const asLines = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join("\n");

describe("both forms give the records that they were written from", () => {
  test("JSON", async () => {
    const records = await loadDatasetFile(await written(asJson()));
    expect(new Set(records.map((one) => JSON.stringify(one)))).toEqual(
      new Set(minimalRecords().map((one) => JSON.stringify(one))),
    );
  });

  test("JSON lines", async () => {
    const text = `${asLines(minimalRecords())}\n\n`;
    expect(await loadDatasetFile(await written(text))).toEqual(minimalRecords());
  });
});

test.each([
  ["an empty file", "", "it is no JSON"],
  ["other JSON", "[]", "it is no object"],
  ["no sequences", asJson({ sequences: undefined }), '"sequences" is missing or no object'],
  ["an unknown collection", asJson({ collections: { goods: [{ id: 1 }] } }), 'belongs to "goods"'],
  [
    "a collection that is no list",
    asJson({ collections: { products: {} } }),
    "collections.products is no list",
  ],
  [
    "no id",
    asJson({ collections: { products: [{ sku: "a" }] } }),
    "collections.products[0] must be an object",
  ],
  ["a wrong kind of id", asJson({ collections: { products: [{ id: "1" }] } }), "with an id (a number)"],
  ["a bad sequence", asJson({ sequences: { product: -1 } }), "sequences.product must be the last number"],
  ["a part of a state", asJson({ collections: { settings: [] } }), 'settings has no document "shop"'],
  [
    "an ID twice",
    asJson({ collections: { categories: [{ id: 1 }, { id: 1 }] } }),
    "categories 1 is there twice",
  ],
  ["a sequence twice", asLines([...minimalRecords(), ...minimalRecords().slice(-1)]), "is there twice"],
  ["a bad line", `${asLines(minimalRecords().slice(0, 2))}\n{oops`, "line 3 is no JSON"],
  ["a line of nothing", '{"collection": "products"}', "line 1 must be an object with an id"],
])("%s is refused with the place", async (_, text, message) => {
  const path = await written(text);
  const refusal = await loadDatasetFile(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatasetError);
  expect((refusal as Error).message).toContain(message);
  expect((refusal as Error).message).toContain(path);
});

test("a file that is not there is named", async () => {
  await expect(loadDatasetFile(join(folder, "no.json"))).rejects.toThrow(
    /no\.json cannot be loaded: it cannot be read/,
  );
});
