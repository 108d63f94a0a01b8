/**
 * Data of earlier versions is migrated. Release 0.1.0 wrote `data-of-0.1.0`: a minimal shop with its own
 * attribute (134, glaze), a set Mugs whose group General was renamed to Basics, a product of this set with a
 * German name, a customer and an order; the installed attribute cost was removed.
 */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import { readDatasetFile } from "../../../src/shop/states/dataset-file.js";
import { installedAttributes } from "../../../src/shop/states/installed/attributes.js";
import { addInstalledAttributes } from "../../../src/shop/states/migrations/installed-rows.js";
import {
  dataVersion,
  firstVersion,
  migrate,
  dataMigrations,
  NewerDataError,
  type DataMigration,
} from "../../../src/shop/states/migrations/migrations.js";
import type { AttributeDoc } from "../../../src/shop/data/entities/catalog.js";
import { openFileStorage } from "../../../src/engine/storage/file.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { StateRecord, Storage } from "../../../src/engine/storage/storage.js";
import { startShop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

const written = fileURLToPath(new URL("data-of-0.1.0", import.meta.url));
const fixture = join(written, "db.json");
const now = "2025-06-01 12:00:00";

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder(onTestFinished);
  await cp(written, folder, { recursive: true });
});

const storages = {
  file: () => openFileStorage({ collections, folder }),
  memory: async () => {
    const storage = new MemoryStorage({ collections, freeze: true });
    const { collections: given = {}, sequences = {} } = await readDatasetFile(fixture);
    const records = Object.entries(given).flatMap(([collection, docs]) =>
      (docs ?? []).map((doc) => ({ collection, doc }) as unknown as StateRecord),
    );
    await storage.replace([
      ...records,
      ...Object.entries(sequences).map(([sequence, value]) => ({ sequence, value })),
    ]);
    await migrate(storage, "2026-01-01 00:00:00");
    return storage;
  },
};

const laterRow = {
  version: dataVersion + 1,
  product: "134 warranty text varchar store - - G30 Warranty",
};
const laterSteps: readonly DataMigration[] = [
  ...dataMigrations,
  {
    version: laterRow.version,
    run: (tx, at) => addInstalledAttributes(tx, installedAttributes("product", [laterRow]), at),
  },
];

async function attributeOf(storage: Storage, code: string): Promise<AttributeDoc | undefined> {
  return storage.read((tx) => tx.by("attributes", "code", ["product", code]));
}

/** The codes of a group's attributes, in the order of their places. */
async function codesIn(storage: Storage, setId: number, groupName: string): Promise<string[]> {
  return storage.read(async (tx) => {
    const set = await tx.get("attribute_sets", setId);
    const members = set?.groups.find(({ name }) => name === groupName)?.members ?? [];
    const ordered = members.toSorted((a, b) => a.sort_order - b.sort_order);
    const attributes = await Promise.all(ordered.map((one) => tx.get("attributes", one.attribute_id)));
    return attributes.flatMap((attribute) => attribute?.attribute_code ?? []);
  });
}

async function versionOf(storage: Storage): Promise<unknown> {
  return storage.read(async (tx) => tx.get("settings", "data_version"));
}

describe.each(Object.entries(storages))("data of 0.1.0 in %s", (kind, open) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
  });
  afterEach(() => storage.close());

  test("gets the row that a later version adds, last in its group of every set", async () => {
    await migrate(storage, now, laterSteps);
    expect(await attributeOf(storage, "warranty")).toMatchObject({
      id: 135,
      entity_type: "product",
      scope: "store",
      frontend_label: [{ store_id: 0, label: "Warranty" }],
    });
    expect((await codesIn(storage, 4, "General")).at(-1)).toBe("warranty");
    expect((await codesIn(storage, 9, "Basics")).at(-1)).toBe("warranty");
    expect(await codesIn(storage, 3, "General")).toEqual([]);
    expect(await versionOf(storage)).toEqual({ id: "data_version", version: laterRow.version });
  });

  test("keeps its content", async () => {
    const before = await storage.read((tx) => Promise.all([tx.find("products"), tx.find("orders")]));
    await migrate(storage, now, laterSteps);
    expect(await storage.read((tx) => Promise.all([tx.find("products"), tx.find("orders")]))).toEqual(before);
    expect(before[0]).toMatchObject([{ sku: "mug", values: { "0": { glaze: 3 }, s3: { name: "Becher" } } }]);
    expect(await attributeOf(storage, "glaze")).toMatchObject({ id: 134, is_user_defined: true });
    expect(await attributeOf(storage, "cost")).toBeUndefined();
  });

  test("is migrated once", async () => {
    await migrate(storage, now, laterSteps);
    const first = await attributeOf(storage, "warranty");
    await migrate(storage, now, laterSteps);
    expect(await attributeOf(storage, "warranty")).toEqual(first);
    expect((await codesIn(storage, 4, "General")).filter((code) => code === "warranty")).toHaveLength(1);
  });

  test("keeps its own attribute with the same code", async () => {
    const [own] = installedAttributes("product", [{ product: "134 glaze text varchar store - - G30 Glaze" }]);
    await storage.write((tx) => addInstalledAttributes(tx, own ? [own] : [], now));
    expect(await attributeOf(storage, "glaze")).toMatchObject({ id: 134, frontend_input: "select" });
  });

  test("of a later version is refused", async () => {
    await migrate(storage, now, laterSteps);
    await expect(migrate(storage, now, dataMigrations)).rejects.toThrow(NewerDataError);
    await expect(migrate(storage, now, dataMigrations)).rejects.toThrow(
      `the data are of version ${laterRow.version}, written by a later store-api; ` +
        `this one supports versions up to ${dataVersion}.`,
    );
  });

  if (kind !== "file") return;
  test("are found so at the next start", async () => {
    await migrate(storage, now, laterSteps);
    await storage.close();
    storage = await openFileStorage({ collections, folder });
    expect(await attributeOf(storage, "warranty")).toMatchObject({ id: 135 });
    await expect(migrate(storage, now, laterSteps)).resolves.toBeUndefined();
  });
});

describe("a server", () => {
  test("finds all installed attributes in data of 0.1.0, except the removed one", async () => {
    const storage = await storages.file();
    const shop = await startShop({ storage, dataVersion });
    const missing: string[] = [];
    for (const record of datasetRecords("minimal")) {
      if (!("doc" in record) || record.collection !== "attributes") continue;
      const { entity_type, attribute_code } = record.doc;
      const found = await storage.read((tx) => tx.by("attributes", "code", [entity_type, attribute_code]));
      if (!found) missing.push(`${entity_type} ${attribute_code}`);
    }
    // Any other one was added to a table of the first release: it belongs into `laterRows`.
    expect(missing).toEqual(["product cost"]);
    expect(await shop.call("catalog_product.info", [1, "german", ["name", "glaze"]])).toMatchObject({
      name: "Becher",
      glaze: 3,
    });
  });

  test("does not start with data of a later version", async () => {
    const storage = await storages.memory();
    await storage.write((tx) => tx.put("settings", { id: "data_version", version: dataVersion + 1 }));
    await expect(startShop({ storage })).rejects.toThrow(NewerDataError);
  });
});

test("a dataset file with data of a later version is refused", async () => {
  const path = join(folder, "later.json");
  const state = JSON.parse(await readFile(fixture, "utf8")) as { collections: { settings: object[] } };
  state.collections.settings.push({ id: "data_version", version: dataVersion + 1 });
  await writeFile(path, JSON.stringify(state));
  const shop = await startShop();
  const answer = await shop.http("PUT", "/control/state", {
    body: await readFile(path, "utf8"),
    headers: { "Content-Type": "application/json" },
  });
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("the data are of version")]);
});

test("versions increase by one", () => {
  expect(dataMigrations.map(({ version }) => version)).toEqual(
    dataMigrations.map((_, index) => firstVersion + 1 + index),
  );
});
