/** Files of downloadable products: stored, exported, and deleted with their links and products (beyond 13). */
import { beforeEach, expect, test } from "vitest";
import { startShop } from "../../../support/shop.js";
import { xmlRpcCall } from "../../../engine/doors/xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const namespace = "catalog_product_downloadable_link";
const guide = 45;

const add = (resource: object, type = "link") =>
  shop.call(`${namespace}.add`, [guide, { title: "Title", ...resource }, type]);

const file = (name: string, text: string) => ({
  file: { name, base64_content: Buffer.from(text).toString("base64") },
});

interface State {
  collections: { download_files?: Record<string, unknown>[] };
}

const exported = async () => (await shop.http("GET", "/control/state")).json as State;

/** The names of the existing files. */
const kept = async () => {
  const { download_files = [] } = (await exported()).collections;
  return download_files.flatMap(({ stored_as, content }) => (content === undefined ? [] : [stored_as]));
};

test("files are stored for links, their samples and samples, and removed with each of them", async () => {
  await add({ ...file("book.pdf", "A"), sample: { ...file("book.pdf", "BB") } });
  await add(file("x", "CCC"), "sample");
  expect(await kept()).toEqual(["/b/o/book.pdf", "/b/o/book_1.pdf", "/x/_/x"]);
  await shop.call(`${namespace}.remove`, [2, "link"]);
  expect(await kept()).toEqual(["/x/_/x"]);
  await shop.call(`${namespace}.remove`, [2, "sample"]);
  expect(await kept()).toEqual([]);
});

test("files are removed with their product, and no address serves them", async () => {
  await add(file("book.pdf", "A"));
  expect((await shop.http("GET", "/media/catalog/product/b/o/book.pdf")).status).toBe(404);
  await shop.call("catalog_product.delete", [guide]);
  expect(await kept()).toEqual([]);
  expect((await exported()).collections.download_files ?? []).toEqual([]);
});

test("an export contains the bytes, and an import restores them", async () => {
  await add({ ...file("book.pdf", "A book"), sample: { type: "url", url: "https://example.com/" } });
  const state = await exported();
  expect(state.collections.download_files).toMatchObject([
    { file: "/b/o/book.pdf", size: 6, content: Buffer.from("A book").toString("base64") },
  ]);
  await shop.reset("sample");
  expect(await kept()).toEqual([]);
  const headers = { "Content-Type": "application/json" };
  expect((await shop.http("PUT", "/control/state", { body: JSON.stringify(state), headers })).status).toBe(
    204,
  );
  expect(await kept()).toEqual(["/b/o/book.pdf"]);
  const { links } = (await shop.call(`${namespace}.list`, [guide])) as { links: object[] };
  expect(links).toMatchObject([
    { file_save: [{ name: "book.pdf", size: 6 }], sample_url: "https://example.com/" },
  ]);
});

test("a refused call leaves no file", async () => {
  const refused = shop.call(`${namespace}.add`, [1, { title: "A", ...file("a.txt", "A") }, "link"]);
  await expect(refused).rejects.toMatchObject({ fault: "product_not_downloadable" });
  expect(await kept()).toEqual([]);
});

test("the size of a file is limited by IMAGE_MAX_BYTES", async () => {
  const large = file("a.bin", "A".repeat(10 * 1024 * 1024 + 1));
  await expect(add(large)).rejects.toMatchObject({ fault: "validation_error" });
  expect(await add(file("a.bin", "A".repeat(10 * 1024 * 1024)))).toBe(true);
});

test("at the XML doors a SKU identifies the product, and values have the form of Magento 1", async () => {
  const { links, samples } = (await xmlRpcCall(shop, `${namespace}.list`, ["guide-02"])) as {
    links: object[];
    samples: object[];
  };
  expect(links).toMatchObject([
    { link_id: "1", price: "2.5000", number_of_downloads: "0", is_shareable: "2", sort_order: "1" },
  ]);
  expect(samples).toMatchObject([{ sample_id: "1", product_id: "46" }]);
});
