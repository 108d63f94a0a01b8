import { expect, test } from "vitest";
import { imageFileDoc } from "../../../src/shop/catalog/images/images.js";
import { sampleContent, samplePicture } from "../../../src/shop/states/sample/pictures.js";
import { pictureHeader } from "../../../src/shop/catalog/images/image-content.js";
import { ImageShop } from "./support/image-shop.js";
import { png } from "./support/pictures.js";

const files = ["mug", "vase", "plate", "bowl", "pot", "planter", "light", "gift"].map(
  (name) => `/x/y/${name}-01.png`,
);

const recordOf = (file: string, bytes: Buffer) =>
  imageFileDoc({ file, product_id: 7, stored_as: file }, { bytes, type: "image/png" });

test.each(files)("%s has a small picture, always the same", (file) => {
  const bytes = samplePicture(7, file);
  expect(pictureHeader(bytes)).toEqual({ type: "image/png", width: 128, height: 128 });
  expect(bytes.length).toBeLessThan(5_000);
  expect(samplePicture(7, file).equals(bytes)).toBe(true);
  expect(sampleContent(recordOf(file, bytes))?.equals(bytes)).toBe(true);
});

test("records of other images have none", () => {
  const [mug = "", vase = ""] = files;
  expect(sampleContent(recordOf(mug, png()))).toBeUndefined();
  expect(sampleContent(recordOf(mug, samplePicture(8, mug)))).toBeUndefined();
  expect(sampleContent(recordOf(mug, samplePicture(7, vase)))).toBeUndefined();
  expect(sampleContent(recordOf(mug, Buffer.alloc(samplePicture(7, mug).length)))).toBeUndefined();
});

test("can be uploaded, and are restored automatically", async () => {
  const shop = await ImageShop.open(7);
  const file = await shop.add(7, samplePicture(7, "/m/u/mug-01.png"), { name: "mug-01" });
  expect(file).toBe("/m/u/mug-01.png");
  await shop.files.remove(file);
  expect(await shop.media.sync(shop.storage.scan("images"), sampleContent)).toEqual({
    removed: 0,
    written: 1,
    missing: [],
  });
  const url = await shop.serve();
  expect(Buffer.from(await (await fetch(url + file)).arrayBuffer())).toEqual(samplePicture(7, file));
});
