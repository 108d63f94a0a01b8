import { describe, expect, test } from "vitest";
import { AttributeModel } from "../../../../src/shop/catalog/attributes/attribute-model.js";
import { attributeModel, touchAttributes } from "../../../../src/shop/catalog/attributes/attributes.js";
import { minimalRecords } from "../../../../src/shop/states/dataset.js";
import { firstVersion } from "../../../../src/shop/states/migrations/migrations.js";
import type { AttributeDoc, AttributeSetDoc } from "../../../../src/shop/data/entities/catalog.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { collections } from "../../../../src/shop/data/collections.js";

async function minimal(): Promise<MemoryStorage> {
  const storage = new MemoryStorage({ collections, freeze: true });
  await storage.replace(minimalRecords(firstVersion));
  return storage;
}

describe("the model of a storage", () => {
  test("is read once, until attributes change", async () => {
    const storage = await minimal();
    const first = await storage.read(attributeModel);
    expect(await storage.read(attributeModel)).toBe(first);

    await storage.write(async (tx) => {
      const color = await tx.get("attributes", 94);
      if (color) await tx.put("attributes", { ...color, is_comparable: false });
      await touchAttributes(tx, "2025-01-01 00:00:00");
      expect((await attributeModel(tx)).productById(94)?.is_comparable).toBe(false);
    });
    const second = await storage.read(attributeModel);
    expect([first.productById(94)?.is_comparable, second.productById(94)?.is_comparable]).toEqual([
      true,
      false,
    ]);
  });

  test("after a refused change is the previous one", async () => {
    const storage = await minimal();
    const refused = storage.write(async (tx) => {
      await tx.del("attributes", 94);
      await touchAttributes(tx, "2025-01-01 00:00:00");
      expect((await attributeModel(tx)).productById(94)).toBeUndefined();
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect((await storage.read(attributeModel)).productById(94)).toBeDefined();
  });

  test("needs a dataset", async () => {
    await expect(new MemoryStorage({ collections }).read(attributeModel)).rejects.toThrow(
      "load a dataset first",
    );
  });
});

describe("lookups", () => {
  test("never mix products and categories", async () => {
    const model = await (await minimal()).read(attributeModel);
    expect(model.productByCode("name")?.id).toBe(73);
    expect(model.categoryByCode("name")?.id).toBe(43);
    expect(model.byId(43)?.entity_type).toBe("category");
    expect(model.categoryById(43)?.attribute_code).toBe("name");
    expect(new Set(model.productAttributes.map(({ entity_type }) => entity_type))).toEqual(
      new Set(["product"]),
    );
    expect([model.productById(43), model.categoryById(73), model.byId(1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([model.productByCode("Name"), model.productByCode("__proto__")]).toEqual([undefined, undefined]);
  });

  test("members and applicable attributes are the same object each time", async () => {
    const model = await (await minimal()).read(attributeModel);
    expect(model.members(4)).toBe(model.members(4));
    expect(model.applicable(4, "virtual")).toBe(model.applicable(4, "virtual"));
    expect([model.members(999), model.applicable(999, "simple")]).toEqual([[], []]);
  });

  test.each([
    ["simple", true, false, true],
    ["virtual", false, true, true],
    ["grouped", false, false, false],
    ["bundle", true, false, true],
  ] as const)("a %s product has weight %s, cost %s, price %s", async (type, ...want) => {
    const model = await (await minimal()).read(attributeModel);
    const codes = model.applicable(4, type).map(({ attribute_code }) => attribute_code);
    expect(["weight", "cost", "price"].map((code) => codes.includes(code))).toEqual(want);
  });
});

describe("the order of a set", () => {
  const template = {
    ...minimalRecords(firstVersion).flatMap((one) =>
      "doc" in one && one.collection === "attributes" ? [one.doc] : [],
    )[0],
  };
  const attribute = (id: number): AttributeDoc =>
    ({
      ...template,
      id,
      entity_type: "product",
      attribute_code: `a${id}`,
      additional_fields: {},
    }) as AttributeDoc;
  const set: AttributeSetDoc = {
    id: 9,
    entity_type: "product",
    name: "Test",
    groups: [
      group(20, 2, [[5, 1]]),
      group(21, 1, [
        [4, 2],
        [3, 2],
        [6, 1],
        [99, 0],
      ]),
      group(19, 2, [[7, 9]]),
    ],
  };

  function group(group_id: number, sort_order: number, members: [number, number][]) {
    return {
      ...{ group_id, name: `${group_id}`, sort_order, is_default: false },
      members: members.map(([attribute_id, order]) => ({ attribute_id, sort_order: order })),
    };
  }

  test("is group, order in the group, ID; removed members are omitted", () => {
    const model = new AttributeModel([3, 4, 5, 6, 7].map(attribute), [set]);
    expect(model.members(9).map(({ id }) => id)).toEqual([6, 3, 4, 7, 5]);
  });

  test("sort orders are the usual three, then the marked ones by label, each once", () => {
    const marked = (id: number, attribute_code: string, label: string) => ({
      ...{ ...attribute(id), attribute_code, additional_fields: { used_for_sort_by: 1 } },
      frontend_label: [{ store_id: 3, label: "Anders" }, ...(label === "" ? [] : [{ store_id: 0, label }])],
    });
    const all = [marked(3, "glaze", "Glaze"), marked(5, "name", "Name"), marked(6, "colour", "Colour")];
    expect(new AttributeModel([...all, marked(7, "bare", ""), attribute(4)], [set]).sortBy).toEqual([
      { value: "position", label: "Best Value" },
      { value: "name", label: "Name" },
      { value: "price", label: "Price" },
      { value: "bare", label: "bare" },
      { value: "colour", label: "Colour" },
      { value: "glaze", label: "Glaze" },
    ]);
  });

  test("thousands of attributes can be members of a set", () => {
    const options = Array.from({ length: 200 }, (_, index) => ({
      ...{ option_id: index, sort_order: 0, labels: { "0": `${index}` } },
    }));
    const many = Array.from({ length: 5000 }, (_, index) => ({ ...attribute(index + 1), options }));
    const members = many.map(({ id }): [number, number] => [id, id]);
    const model = new AttributeModel(many, [{ ...set, groups: [group(1, 1, members)] }]);
    for (const { id, attribute_code } of many) expect(model.productByCode(attribute_code)?.id).toBe(id);
    expect(model.members(9)).toHaveLength(5000);
  });
});
