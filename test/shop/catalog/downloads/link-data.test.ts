/** beyond 13: the data of a link or a sample, and the removal of one of several. */
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { readDownload } from "../../../../src/shop/catalog/downloads/link-data.js";
import { filesIn, withoutDownload } from "../../../../src/shop/catalog/downloads/product-downloads.js";
import type { ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import type { DownloadLink, DownloadSample } from "../../../../src/shop/data/entities/options.js";

const url = { title: "Book", link_url: "https://example.com/" };
const none = { type: null };

function read(data: object) {
  const problems: Problem[] = [];
  const input = readDownload({ ...data }, "link", problems);
  return { input, wrong: problems.map(({ field }) => field) };
}

describe("the name of a file", () => {
  const named = (name: unknown) => read({ title: "Book", file: { name, base64_content: "QQ==" } });

  test.each([
    { name: "a.txt", kept: "a.txt" },
    { name: " a.txt ", kept: "a.txt" },
    { name: "a.", kept: "a." },
    { name: ".a", kept: ".a" },
  ])("$name is kept as $kept", ({ name, kept }) => {
    const { input, wrong } = named(name);
    expect(input.source).toMatchObject({ type: "file", upload: { name: kept } });
    expect(wrong).toEqual([]);
  });

  test.each(["", " ", ".", "...", "a/b", "a\\b", ["a"], null])("%j is none", (name) => {
    expect(named(name).wrong).toEqual(["file.name"]);
  });

  test.each(["", undefined, 5])("%j is not content", (base64_content) => {
    const { wrong } = read({ title: "Book", file: { name: "a.txt", base64_content } });
    expect(wrong).toEqual(["file.base64_content"]);
  });
});

test.each([undefined, null, [], {}])("%j is not a sample", (sample) => {
  expect(read({ ...url, sample })).toMatchObject({ input: { sample: none }, wrong: [] });
});

test.each([[["a"]], ["a"], [1]])("a sample is not %j", (sample) => {
  expect(read({ ...url, sample }).wrong).toEqual(["sample"]);
});

test.each(["", " ", null, undefined, ["a"], "x".repeat(256)])("a title is not %j", (title) => {
  expect(read({ ...url, title }).wrong).toEqual(["title"]);
});

describe("one of several", () => {
  const source = (file: string) => ({ type: "file", file, url: null }) as const;
  const link = (link_id: number) =>
    ({ link_id, source: source(`/l/${link_id}`), sample: source(`/s/${link_id}`) }) as DownloadLink;
  const sample = (sample_id: number) => ({ sample_id, source: source(`/o/${sample_id}`) }) as DownloadSample;
  const download_links = [link(1), link(2), link(3)];
  const download_samples = [sample(1), sample(2)];
  const product = { id: 9, download_links, download_samples } as unknown as ProductDoc;

  test("a removed link is removed with its files", () => {
    expect(withoutDownload(product, "link", 2)).toEqual({
      product: { ...product, download_links: [link(1), link(3)] },
      sources: [source("/l/2"), source("/s/2")],
    });
    expect(withoutDownload(product, "sample", 2)).toEqual({
      product: { ...product, download_samples: [sample(1)] },
      sources: [source("/o/2")],
    });
    expect(withoutDownload(product, "sample", 3)).toBeUndefined();
    expect(withoutDownload({ id: 9 } as ProductDoc, "link", 1)).toBeUndefined();
  });

  test("names its files", () => {
    expect(filesIn(product)).toEqual(["/l/1", "/s/1", "/l/2", "/s/2", "/l/3", "/s/3", "/o/1", "/o/2"]);
    expect(filesIn({ id: 9 } as ProductDoc)).toEqual([]);
  });
});
