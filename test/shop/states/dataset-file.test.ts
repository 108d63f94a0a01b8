import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { readDatasetText } from "../../../src/shop/states/document-text.js";
import { DatasetError, readDatasetFile } from "../../../src/shop/states/dataset-file.js";
import { minimalRecords } from "../../../src/shop/states/dataset.js";
import { rowsOf } from "../../../src/shop/states/lines.js";

const folder = await temporaryFolder();

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

const docsOf = (document: Awaited<ReturnType<typeof readDatasetFile>>) =>
  Object.entries(document.collections ?? {}).flatMap(([collection, docs]) =>
    (docs ?? []).map((doc) => ({ collection, doc })),
  );
const documents = minimalRecords().filter((record) => "doc" in record);

describe("all forms are parsed to the original", () => {
  test("JSON", async () => {
    const read = docsOf(await readDatasetFile(await written(asJson())));
    expect(new Set(read.map((one) => JSON.stringify(one)))).toEqual(
      new Set(documents.map((one) => JSON.stringify(one))),
    );
  });

  test("JSON lines", async () => {
    const text = `${asLines(minimalRecords())}\n\n`;
    expect(docsOf(await readDatasetFile(await written(text)))).toHaveLength(documents.length);
  });

  test("YAML", async () => {
    const path = join(folder, "shop.yaml");
    await writeFile(
      path,
      "extends: minimal\nclock: '2026-01-02 03:04:05'\ncalls:\n  - call: catalog_product.create\n    as: mug\n",
    );
    expect(await readDatasetFile(path)).toEqual({
      extends: "minimal",
      clock: "2026-01-02 03:04:05",
      calls: [{ call: "catalog_product.create", as: "mug" }],
    });
  });
});

test.each([
  ["an unknown member", '{"extends": "minimal", "colour": 1}', "colour: is unknown"],
  ["broken JSON", '{"calls": [{"call": x}]}', "is not valid JSON (Unexpected token 'x'"],
  ["another base", '{"extends": "large"}', "extends: must be"],
  ["no time", '{"clock": "tomorrow"}', "clock: must be"],
  [
    "an unknown collection",
    asJson({ collections: { goods: [{ id: 1 }] } }),
    "collections.goods: is not a collection",
  ],
  ["no list", asJson({ collections: { products: {} } }), "collections.products: must be a list"],
  ["a bad sequence", asJson({ sequences: { product: -1 } }), "sequences.product: must be"],
  ["a bad line", `${asLines(minimalRecords().slice(0, 2))}\n{oops`, "line 3: is not valid JSON"],
  [
    "a line of nothing",
    `${asLines(minimalRecords().slice(0, 1))}\n{"x":1}`,
    "line 2: must have a collection",
  ],
  [
    "a line of an unknown collection",
    `${asLines(minimalRecords().slice(0, 1))}\n{"collection":"goods","doc":{}}`,
    "line 2: collection: does not exist",
  ],
  ["neither call nor order", '{"calls": [{}]}', "calls[0]: must have one of call, order and composition"],
  ["a composition of nothing", '{"calls": [{"composition": {}}]}', "calls[0].product: must be the ID"],
  ["a product without composition", '{"calls": [{"order": {}, "product": 8}]}', "calls[0].product: must be"],
  [
    "a name twice",
    '{"calls": [{"call": "a.b", "as": "x"}, {"call": "a.b", "as": "x"}]}',
    "calls[1].as: is the name",
  ],
])("%s is refused with the place", async (_, text, message) => {
  await expect(readDatasetFile(await written(text))).rejects.toThrow(message);
});

describe("a file that is not a dataset is not quoted", () => {
  const secrets = ["hunter2", "root:x:0", "DB_PASSWORD", "api_token", "PRIVATE"];
  test.each<[name: string, text: string]>([
    ["passwd", "root:x:0:0:root:/root:/bin/sh\nhunter2:x:1:1::/:/bin/sh\n"],
    [".env", "DB_PASSWORD=hunter2\nPORT=1\n"],
    ["id_rsa", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n"],
    ["secrets.json", '{"api_token": "hunter2"}'],
    ["broken.json", '{"api_token": "hunter2",}'],
    ["text.json", '"hunter2"'],
    ["list.json", '["hunter2", api_token]'],
    ["nested.json", '{"api_token": {"settings": {"calls": hunter2}}}'],
    ["package.json", '{"$schema": "https://hunter2.example/package.json", "api_token": 1}'],
    ["secrets.yaml", "api_token: hunter2\nsettings: {}\n"],
    ["broken.yaml", "api_token: [hunter2\nother: *hunter2\n"],
    ["anchors.yml", "--- # api_token\n# PRIVATE\nuse: *hunter2\n"],
    ["text.yaml", "hunter2\n"],
    ["log.jsonl", '{"api_token":"hunter2"}\n{"x":hunter2}\n'],
    ["rows.jsonl", "hunter2\nhunter2\n"],
    ["empty.json", ""],
    ["newlines.yaml", "\n".repeat(100_000)],
    ["braces.json", "{".repeat(100_000)],
  ])("%s", async (name, text) => {
    const path = join(folder, name);
    await writeFile(path, text);
    const error = await readDatasetFile(path).catch((caught: unknown) => caught as Error);
    expect(error).toBeInstanceOf(DatasetError);
    expect((error as Error).message).toBe(
      `The dataset file ${path} cannot be loaded: it is not a dataset, which must begin with one of extends, extend, settings, fault_texts, clock, handling, rules, consumers, calls, collections, sequences.`,
    );
    for (const secret of secrets) expect((error as Error).message).not.toContain(secret);
  });

  test.each(["/dev/zero", tmpdir()])("%s is not a file", async (path) => {
    await expect(readDatasetFile(path)).rejects.toThrow("it is not a file");
  });
});

test.each<[what: string, text: string]>([
  ["a comment", "# A shop.\n\nextends: minimal\ncolour: 1\n"],
  ["a mark of YAML", "%YAML 1.2\n---\nextends: minimal\ncolour: 1\n"],
  ["quotes", "'extends': minimal\ncolour: 1\n"],
  ["braces", '{\n  extends: minimal, "colour": 1 }\n'],
  ["its schema", '{"$schema": "./dataset.schema.json", "colour": 1}'],
])("mistakes in a dataset that begins with %s are told", async (_, text) => {
  const path = join(folder, `${crypto.randomUUID()}.yaml`);
  await writeFile(path, text);
  await expect(readDatasetFile(path)).rejects.toThrow("colour: is unknown");
});

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const jsonOfYaml = (text: string) => readDatasetText(bytesOf(text), "yaml");

test("invalid YAML, and YAML with endless aliases", async () => {
  await expect(jsonOfYaml("a: [")).rejects.toThrow("is not valid YAML");
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x,x]",
    ..."bcdefg".split("").map((name, at) => {
      const before = "abcdefg"[at];
      return `${name}: &${name} [*${before},*${before},*${before},*${before},*${before},*${before},*${before}]`;
    }),
  ].join("\n");
  await expect(jsonOfYaml(bomb)).rejects.toThrow(/alias/i);
});

test("a key that occurs twice in YAML is named with its place", async () => {
  await expect(jsonOfYaml("a: {b: 1, c: 2}\nd:\n  e: 1\n  e: 2\n")).rejects.toThrow(
    "is not valid YAML (Map keys must be unique at line 4, column 3:)",
  );
});

test("a state of empty lines is refused after 10,000 of them", async () => {
  const rows = async (text: string) => {
    for await (const { value } of rowsOf(bytesOf(text))) void value;
  };
  await expect(rows(`{"state":1}\n${"\n".repeat(9999)} \n{"end":{}}\n`)).resolves.toBeUndefined();
  await expect(rows(`{"state":1}\n${"\r\n".repeat(10_001)}`)).rejects.toThrow("line 10002: is empty");
});

test("a missing file is reported", async () => {
  const refusal = await readDatasetFile(join(folder, "no.json")).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatasetError);
  expect((refusal as Error).message).toMatch(/no\.json cannot be loaded: it cannot be read/);
});
