/** `catalog_product_attribute_media`, catalog 7; the list worth a test is 15.20 to 15.24. */
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/closed.js";
import { DiskFiles } from "../../../../src/shop/media/disk-files.js";
import { deleteFilesOf } from "../../../../src/shop/media/product-files.js";
import { TransactionEffects } from "../../../../src/engine/calls/transactions.js";
import { ImageShop } from "../../media/support/image-shop.js";
import { baseUrl } from "../../../support/plain-shop.js";
import { gif, jpeg, mimes, picture, png, webp } from "../../media/support/pictures.js";
import { noise } from "../../../support/seed.js";

const base64 = (bytes: Buffer) => bytes.toString("base64");

const rolesOf = async (shop: ImageShop, store?: unknown) =>
  (await shop.items(1, store)).map(({ file, types }) => `${file}: ${types.join(" ")}`.trim());

describe("create", () => {
  test("returns the key; the image has the defaults", async () => {
    const shop = await ImageShop.open();
    expect(await shop.add(1, png(), { name: "mug" })).toBe("/m/u/mug.png");
    expect(await shop.items(1)).toEqual([
      {
        file: "/m/u/mug.png",
        label: "",
        position: 1,
        exclude: false,
        url: `${baseUrl}/media/catalog/product/m/u/mug.png`,
        types: [],
      },
    ]);
    expect(await shop.image("info", 1, "/m/u/mug.png")).toEqual((await shop.items(1))[0]);
    expect(await shop.fileNames()).toEqual(["/m/u/mug.png"]);
  });

  test("numbers used names, for any product and in any case", async () => {
    const shop = await ImageShop.open(2);
    expect(await shop.add(1, jpeg(), { mime: "image/jpeg" })).toBe("/i/m/image.jpg");
    expect(await shop.add(2, jpeg(), { mime: "image/jpeg" })).toBe("/i/m/image_1.jpg");
    expect(await shop.add(1, jpeg(), { mime: "image/jpeg", name: "IMAGE" })).toBe("/I/M/IMAGE_2.jpg");
    expect(await shop.add(1, png())).toBe("/i/m/image.png");
    await shop.image("remove", 2, "/i/m/image_1.jpg");
    expect(await shop.add(1, jpeg(), { mime: "image/jpeg" })).toBe("/i/m/image_1.jpg");
  });

  test("accepts each type; the given type only determines the extension", async () => {
    const shop = await ImageShop.open();
    const extensions = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp" };
    for (const mime of mimes) {
      expect(await shop.add(1, picture[mime](), { mime, name: "a" })).toBe(`/a/_/a.${extensions[mime]}`);
    }
    expect(await shop.add(1, jpeg(), { mime: "image/png", name: "b.jpg" })).toBe("/b/_/b.jpg.png");
    for (const bytes of mimes)
      for (const mime of mimes) {
        const name = `${bytes}-as-${mime}`.replaceAll("image/", "");
        const file = await shop.add(1, picture[bytes](), { mime, name });
        expect(file).toBe(`/${name[0]}/${name[1]}/${name}.${extensions[mime]}`);
      }
  });

  test.each([
    ["not base64", { file: { content: "not base64!", mime: "image/png" } }, "data_invalid: file.content"],
    ["empty content", { file: { content: " ", mime: "image/png" } }, "data_invalid: file.content"],
    ["text", { file: { content: base64(Buffer.from("text")), mime: "image/png" } }, "not_created"],
    ["image/jpg", { file: { content: base64(jpeg()), mime: "image/jpg" } }, "data_invalid: file.mime"],
    [
      "SVG",
      { file: { content: base64(Buffer.from("<svg/>")), mime: "image/svg+xml" } },
      "data_invalid: file.mime",
    ],
    ["SVG as PNG", { file: { content: base64(Buffer.from("<svg/>")), mime: "image/png" } }, "not_created"],
    ["no file", { label: "x" }, "data_invalid: file"],
    [
      "all at once",
      { file: { content: "!", mime: "image/png" }, types: ["x"] },
      "data_invalid: types, file.content",
    ],
  ])("refuses %s", async (_title, data, fault) => {
    const shop = await ImageShop.open();
    expect(await shop.fault("create", 1, data)).toBe(fault);
    expect([await shop.fileNames(), await shop.records(), await shop.items(1)]).toEqual([[], [], []]);
  });

  test("has limits for bytes and sides", async () => {
    const shop = await ImageShop.open(1, { settings: { imageMaxBytes: 1_000 } });
    const upload = (bytes: Buffer) =>
      shop.fault("create", 1, { file: { content: base64(bytes), mime: "image/png" } });
    expect(await upload(png(10_000, 10_000))).toBe("ok");
    expect(await upload(png(10_001, 1))).toBe("not_created");
    expect(await upload(png(1, 10_001))).toBe("not_created");
    const exact = Buffer.concat([png(), Buffer.alloc(1_000 - png().length)]);
    expect(await upload(exact)).toBe("ok");
    expect(await upload(Buffer.concat([exact, Buffer.alloc(1)]))).toBe("not_created");
  });

  test("writes the default texts and those of the given view, and roles only at the view", async () => {
    const shop = await ImageShop.open();
    await shop.add(1, png(), { label: "Becher", position: 5, exclude: true, types: ["image"] }, "german");
    expect(await shop.items(1)).toMatchObject([{ label: "Becher", position: 5, exclude: true, types: [] }]);
    expect(await shop.items(1, 3)).toMatchObject([{ label: "Becher", position: 5, types: ["image"] }]);
    await shop.image("update", 1, "/i/m/image.png", { label: "Mug" }, 0);
    expect(await shop.items(1, 3)).toMatchObject([{ label: "Becher" }]);
    expect(await shop.items(1, 2)).toMatchObject([{ label: "Mug" }]);
  });

  test("changes updated_at", async () => {
    const shop = await ImageShop.open();
    const updatedAt = async () =>
      (await shop.call<{ updated_at: string }>("catalog_product.info", 1)).updated_at;
    for (const [time, change] of [
      ["2025-06-02 00:00:00", () => shop.add(1, png())],
      ["2025-06-03 00:00:00", () => shop.image("update", 1, "/i/m/image.png", { label: "x" })],
      ["2025-06-04 00:00:00", () => shop.image("remove", 1, "/i/m/image.png")],
    ] as const) {
      shop.clock.freeze(time);
      await change();
      expect(await updatedAt()).toBe(time);
    }
  });

  test("accepts SKUs with their type", async () => {
    const shop = await ImageShop.open();
    const data = { file: { content: base64(gif()), mime: "image/gif", name: "a" } };
    expect(await shop.image("create", "SKU-1", data, null, "sku")).toBe("/a/_/a.gif");
    expect(await shop.image("items", "sku-1", null, "sku")).toHaveLength(1);
    expect(await shop.image("remove", "sku-1", "/a/_/a.gif", "sku")).toBe(true);
  });
});

describe("roles", () => {
  test("move between images", async () => {
    const shop = await ImageShop.open();
    const a = await shop.add(1, png(), { name: "aa", types: ["thumbnail", "image"] });
    await shop.add(1, png(), { name: "bb", types: "image" });
    expect(await rolesOf(shop)).toEqual(["/a/a/aa.png: thumbnail", "/b/b/bb.png: image"]);

    await shop.image("update", 1, a, { label: "A" });
    expect(await rolesOf(shop)).toEqual(["/a/a/aa.png: thumbnail", "/b/b/bb.png: image"]);
    await shop.image("update", 1, a, { types: [] });
    expect(await rolesOf(shop)).toEqual(["/a/a/aa.png:", "/b/b/bb.png: image"]);
    await shop.image("update", 1, a, { types: ["image", "small_image"] });
    expect(await rolesOf(shop)).toEqual(["/a/a/aa.png: image small_image", "/b/b/bb.png:"]);
  });

  test("are free again when their image is removed, in all stores", async () => {
    const shop = await ImageShop.open();
    const url = await shop.serve();
    const a = await shop.add(1, png(), { name: "aa", types: ["thumbnail"] });
    const b = await shop.add(1, png(), { name: "bb", types: ["image"] });
    await shop.image("update", 1, b, { types: ["thumbnail"] }, "german");
    expect((await fetch(url + b)).status).toBe(200);

    expect(await shop.image("remove", 1, b)).toBe(true);
    expect(await rolesOf(shop, "german")).toEqual(["/a/a/aa.png: thumbnail"]);
    expect((await fetch(url + b)).status).toBe(404);
    expect(await shop.image("remove", 1, a)).toBe(true);
    expect(await shop.items(1)).toEqual([]);
    const stored = await shop.storage.read((tx) => tx.get("products", 1));
    expect(stored?.values["0"]).toMatchObject({ thumbnail: "no_selection", image: "no_selection" });
    expect(stored?.values.s3).toEqual({ image: "no_selection" }); // Since it was given other roles there.
    expect([await shop.fileNames(), await shop.records()]).toEqual([[], []]);
    for (const operation of ["info", "remove"]) expect(await shop.fault(operation, 1, a)).toBe("not_exists");
    expect(await shop.fault("update", 1, a, { label: "x" })).toBe("not_exists");
  });

  test("of a set", async () => {
    const shop = await ImageShop.open();
    expect(await shop.image("types", 4)).toEqual([
      { code: "image", scope: "store" },
      { code: "small_image", scope: "store" },
      { code: "thumbnail", scope: "store" },
    ]);
    for (const setId of [999, 3, "3", 0]) expect(await shop.image("types", setId)).toEqual([]);
    for (const setId of ["x", "4x", "", 1.5, true])
      expect(await shop.fault("types", setId)).toBe("invalid_request_param");
  });
});

describe("update", () => {
  test("changes the given members, at the given store", async () => {
    const shop = await ImageShop.open();
    const file = await shop.add(1, png(), { label: "Mug" });
    await shop.image("update", 1, file, { label: "Becher", position: null }, "german");
    await shop.image("update", 1, file, { position: 7, exclude: true });
    expect(await shop.items(1)).toMatchObject([{ label: "Mug", position: 7, exclude: true }]);
    expect(await shop.items(1, "german")).toMatchObject([{ label: "Becher", position: 7, exclude: true }]);
    await shop.image("update", 1, file, { label: "" }, "german");
    expect(await shop.items(1, "german")).toMatchObject([{ label: "" }]);
  });

  test("sorts by position, then by creation", async () => {
    const shop = await ImageShop.open();
    const [a, b, c] = [
      await shop.add(1, png()),
      await shop.add(1, png()),
      await shop.add(1, png(), { position: 1 }),
    ];
    const files = async () => (await shop.items(1)).map(({ file }) => file);
    expect(await files()).toEqual([a, c, b]);
    await shop.image("update", 1, a, { position: 9, exclude: true });
    expect(await files()).toEqual([c, b, a]);
    await shop.add(1, png(), { name: "last" });
    expect((await shop.items(1)).at(-1)).toMatchObject({ file: "/l/a/last.png", position: 10 });
  });

  test("replaces the file under its key, whatever the type and the name", async () => {
    const shop = await ImageShop.open();
    const url = await shop.serve();
    const file = await shop.add(1, png(), { name: "mug", label: "Mug", types: ["image"] });
    for (const [bytes, mime] of [
      [webp(3, 3), "image/webp"],
      [gif(), "image/png"],
      [png(9, 9), "image/png"],
    ] as const) {
      expect(
        await shop.image("update", 1, file, { file: { content: base64(bytes), mime, name: "other" } }),
      ).toBe(true);
      const answer = await fetch(url + file);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      expect(await shop.items(1)).toMatchObject([{ file, label: "Mug", types: ["image"] }]);
      expect(await shop.fileNames()).toHaveLength(1);
    }
    expect(await shop.records()).toMatchObject([{ id: file, product_id: 1, type: "image/png" }]);
  });

  test.each([
    ["a file without mime", { file: { content: base64(png()) } }, "data_invalid: file.mime"],
    ["a file without content", { file: { mime: "image/png" } }, "data_invalid: file.content"],
    ["bad base64", { file: { content: "Q", mime: "image/png" } }, "data_invalid: file.content"],
    [
      "text bytes",
      { label: "new", file: { content: base64(Buffer.from("x")), mime: "image/png" } },
      "not_updated",
    ],
    ["an unknown role", { label: "new", types: ["swatch"] }, "data_invalid: types"],
    ["no object", "x", "data_invalid: data"],
  ])("refuses %s and leaves everything", async (_title, data, fault) => {
    const shop = await ImageShop.open();
    const file = await shop.add(1, png(), { label: "Mug" });
    const before = [await shop.items(1), await shop.records(), await shop.fileNames()];
    expect(await shop.fault("update", 1, file, data)).toBe(fault);
    expect([await shop.items(1), await shop.records(), await shop.fileNames()]).toEqual(before);
  });

  test("accepts only images of the product, by their exact key", async () => {
    const shop = await ImageShop.open(2);
    const file = await shop.add(1, png(), { name: "mug" });
    expect(await shop.fault("update", 2, file, "x")).toBe("not_exists");
    expect(await shop.fault("info", 1, "/M/u/mug.png")).toBe("not_exists");
    expect(await shop.fault("info", 1, "mug.png")).toBe("not_exists");
  });
});

describe("the bytes", () => {
  test("are returned unchanged, 4 MB of them", async () => {
    const shop = await ImageShop.open(1, { files: new DiskFiles(await temporaryFolder()) });
    const url = await shop.serve();
    for (const mime of mimes) {
      const bytes = Buffer.concat([picture[mime](2_000, 2_000), noise(4 * 1024 * 1024)]);
      const answer = await fetch(url + (await shop.add(1, bytes, { mime })));
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test("of a large upload yield to other work", async () => {
    const shop = await ImageShop.open();
    const content = base64(Buffer.concat([png(), noise(10 * 1024 * 1024 - 100)]));
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await shop.image("create", 1, { file: { content, mime: "image/png" } });
    isDone = true;
    expect(turns).toBeGreaterThan(10);
  });
});

test("the images of a deleted product are removed with their files, once the deletion is durable", async () => {
  const shop = await ImageShop.open(2);
  for (let count = 1; count <= 3; count += 1) await shop.add(1, png());
  const kept = await shop.add(2, png());
  const effects = new TransactionEffects();
  await shop.storage.write((tx) => deleteFilesOf({ tx, media: shop.media, effects }, 1));
  expect(await shop.records()).toMatchObject([{ file: kept }]);
  expect(await shop.fileNames()).toHaveLength(4);
  await effects.settle("afterCommit");
  expect(await shop.fileNames()).toEqual([kept]);
});
