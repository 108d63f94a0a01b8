import { readdir, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { DiskFiles } from "../../../src/shop/media/disk-files.js";
import { MemoryFiles } from "../../../src/engine/files/memory-files.js";
import { ImageShop } from "./support/image-shop.js";
import { jpeg, mimes, picture, png } from "./support/pictures.js";
import { noise } from "../../support/seed.js";

/** A request whose path is sent as it is. */
function raw(url: string, path: string, method = "GET"): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      let text = "";
      response.setEncoding("latin1").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on("error", reject)
      .end();
  });
}

const large = Buffer.concat([png(100, 100), noise(300_000)]);

describe.each([
  ["memory", async () => new MemoryFiles()],
  ["disk", async () => new DiskFiles(await temporaryFolder())],
])("image files from %s over HTTP", (_kind, files) => {
  const open = async () => {
    const shop = await ImageShop.open(1, { files: await files() });
    return { shop, url: await shop.serve() };
  };

  test.each(mimes)("%s is served with its type and unchanged", async (mime) => {
    const { shop, url } = await open();
    const bytes = picture[mime](20, 10);
    const answer = await fetch(url + (await shop.add(1, bytes, { mime })));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": mime,
      "content-length": String(bytes.length),
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=300",
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[\w-]{43}"$/) as string,
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  });

  test("the type is detected from the bytes, whatever the extension", async () => {
    const { shop, url } = await open();
    const file = await shop.add(1, jpeg(), { mime: "image/png" });
    expect(file).toBe("/i/m/image.png");
    expect((await fetch(url + file)).headers.get("content-type")).toBe("image/jpeg");
  });

  test("HEAD returns only the headers", async () => {
    const { shop, url } = await open();
    const answer = await fetch(url + (await shop.add(1, large)), { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(large.length));
    expect(await answer.text()).toBe("");
  });

  test("an unchanged image is not sent again", async () => {
    const { shop, url } = await open();
    const file = await shop.add(1, large);
    const etag = (await fetch(url + file)).headers.get("etag") as string;
    const again = await fetch(url + file, { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const oneOfSeveral = await fetch(url + file, { headers: { "If-None-Match": `"other", W/${etag}` } });
    expect(oneOfSeveral.status).toBe(304);

    await shop.image("update", 1, file, {
      file: { content: png(2, 2).toString("base64"), mime: "image/png" },
    });
    const changed = await fetch(url + file, { headers: { "If-None-Match": etag } });
    expect(changed.status).toBe(200);
    expect(Buffer.from(await changed.arrayBuffer())).toEqual(png(2, 2));
  });

  test.each([
    ["bytes=0-99", 206, 0, 100],
    ["bytes=100-", 206, 100, large.length],
    ["bytes=-50", 206, large.length - 50, large.length],
    [`bytes=0-${large.length * 2}`, 206, 0, large.length],
    ["bytes=5-5", 206, 5, 6],
    ["bytes=0-1,5-6", 200, 0, large.length],
    ["lines=0-1", 200, 0, large.length],
    ["nonsense", 200, 0, large.length],
    ["bytes=5-2", 416, 0, 0],
    [`bytes=${large.length}-`, 416, 0, 0],
  ])("Range %s answers %i", async (range, status, start, end) => {
    const { shop, url } = await open();
    const answer = await fetch(url + (await shop.add(1, large)), { headers: { Range: range } });
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer()).equals(large.subarray(start, end))).toBe(true);
    const contentRange = {
      200: null,
      206: `bytes ${start}-${end - 1}/${large.length}`,
      416: `bytes */${large.length}`,
    };
    expect(answer.headers.get("content-range")).toBe(contentRange[status as 200]);
  });

  test("a range of another version is the whole file", async () => {
    const { shop, url } = await open();
    const file = await shop.add(1, large);
    const etag = (await fetch(url + file)).headers.get("etag") as string;
    const part = (ifRange: string) =>
      fetch(url + file, { headers: { Range: "bytes=0-9", "If-Range": ifRange } });
    expect((await part(etag)).status).toBe(206);
    expect((await part('"another"')).status).toBe(200);
  });

  test("anything unknown, malformed or outside is 404", async () => {
    const { shop, url } = await open();
    await shop.add(1, png(), { name: "Mug" });
    const base = "/media/catalog/product";
    const paths = [
      "",
      "/",
      "/M",
      "/M/u",
      "/M/u/",
      "/m/u/mug.png",
      "/M/u/Mug.png/",
      "//M/u/Mug.png",
      "/M//u/Mug.png",
      "/M/u/Mug.png%00",
      "/M/u/Mug.png%2f",
      "/M/u/other.png",
      "/M/./u/Mug.png",
      "/x/../M/u/Mug.png",
      "/../../../../etc/passwd",
      "/%2e%2e/%2e%2e/db.json",
      "/..%2f..%2f..%2fdb.json",
      "/..%5c..%5cdb.json",
      "/%",
      "/%c3%28",
      "/%zz",
      "/M/u/../../../incoming",
      `/${"a/".repeat(2_000)}`,
      "/__proto__",
      "/constructor",
    ];
    for (const path of paths) expect([path, (await raw(url, base + path)).status]).toEqual([path, 404]);
    expect((await raw(url, `${base}/M/u/Mug.png`)).status).toBe(200);
    expect((await raw(url, `${base}/M/u/Mug.png?v=1`)).status).toBe(200);
    expect((await raw(url, `${base}/%4d/u/Mug%2epng`)).status).toBe(200);
  });

  test("is read only", async () => {
    const { shop, url } = await open();
    const file = await shop.add(1, png());
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      expect((await fetch(url + file, { method })).status).toBe(405);
    }
    expect((await fetch(url + file)).status).toBe(200);
  });

  test("a client that disconnects in the middle affects nobody", async () => {
    const { shop, url } = await open();
    const file = await shop.add(1, Buffer.concat([png(), noise(4 * 1024 * 1024)]));
    for (let client = 0; client < 5; client += 1) {
      const gone = new AbortController();
      const answer = await fetch(url + file, { signal: gone.signal });
      await answer.body?.getReader().read();
      gone.abort();
    }
    expect((await fetch(url + file)).status).toBe(200);
  });
});

test("a record whose file is missing answers 404", async () => {
  const shop = await ImageShop.open();
  const url = await shop.serve();
  const file = await shop.add(1, png());
  await shop.files.remove(file);
  expect((await fetch(url + file)).status).toBe(404);
});

test("a file with other bytes than the stored ones is not served as that image", async () => {
  const folder = await temporaryFolder();
  const shop = await ImageShop.open(1, { files: new DiskFiles(folder) });
  const url = await shop.serve();
  const [path, other] = [await shop.add(1, large), await shop.add(1, png(3, 3))];
  const names = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(name)).size));
  const file = names[sizes.indexOf(large.length)] as string;
  const bytes = Buffer.from(large);
  bytes[200_000] = (bytes[200_000] as number) ^ 1;
  await writeFile(file, bytes);
  expect((await fetch(url + path)).status).toBe(500);
  expect((await fetch(url + other)).status).toBe(200);
  await writeFile(file, large);
  expect(Buffer.from(await (await fetch(url + path)).arrayBuffer())).toEqual(large);
});
