/** Hostile uploads: all are refused as `data_invalid` or `not_created`, and nothing is stored. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/closed.js";
import { DiskFiles } from "../../../../src/shop/media/disk-files.js";
import { ImageShop } from "../../media/support/image-shop.js";
import { mimes, picture, png, type Mime } from "../../media/support/pictures.js";

interface Hostile {
  readonly title: string;
  readonly file: unknown;
  readonly fault: "data_invalid" | "not_created";
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes as string, "latin1").toString("base64");

const names = [
  "image",
  "../../../../etc/cron.d/job",
  "..\\..\\windows\\system32\\job",
  "/etc/passwd",
  "C:\\boot.ini",
  "....//....//x",
  "%2e%2e%2fx",
  "x\0.php",
  "x.php",
  ".htaccess",
  "\u202egpj.exe",
  "NUL",
  "n".repeat(10_000),
];

/** Files that are not pictures, with invalid names. */
const others: Record<string, Buffer | string> = {
  text: "just text",
  html: "<!doctype html><html><script>alert(1)</script></html>",
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="1" height="1"/>',
  svgWithProlog: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  php: "<?php system($_GET['c']); ?>",
  shell: "#!/bin/sh\nrm -rf /\n",
  javascript: "alert(document.cookie)",
  gifScript: "GIF89a/*\0\0\0\0*/=1;alert(1)//",
  gifScriptOfGoodSize: "GIF89a\n\n\n\n=1;alert(1)//",
  zip: "PK\x03\x04\x14\0\0\0\0\0",
  pdf: "%PDF-1.7\n%\xe2\xe3\xcf\xd3",
  elf: "\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
  exe: "MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff",
  bmp: "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0",
  tiff: "II*\0\x08\0\0\0\x01\0\0\x01\x03\0\x01\0\0\0\x01\0\0\0",
  ico: "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0",
  avif: "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf",
  mp4: "\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
  psd: "8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x01\0\0\0\x01\0\x08\0\x03",
  jxl: "\xff\x0a\xfa\x1f\x01\x90\x08\x10\0\x2c",
  riff: "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0",
  almostPng: "\x89PNG\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01",
  almostJpeg: "\xff\xd8\xff",
  zeros: Buffer.alloc(1_000),
};

/** Foreign content in or after a picture. */
const payloads = [
  "<script>alert(1)</script>",
  "<ScRiPt\nsrc=//x>",
  "<?php eval($_POST[1]); ?>",
  "<html><body>",
  "<!DOCTYPE html>",
  "<svg onload=alert(1)>",
  "<iframe src=x>",
  "<object data=x>",
  "<embed src=x>",
  "PK\x03\x04\x14\0\x08\0\x08\0META-INF/MANIFEST.MF",
  "%PDF-1.4\n",
];

const badMimes = [
  "image/jpg",
  "image/PNG",
  " image/png",
  "image/png ",
  "image/png; charset=utf-8",
  "image/png\0",
  "image/svg+xml",
  "image/bmp",
  "image/apng",
  "image/*",
  "text/html",
  "application/x-php",
  "application/octet-stream",
  "png",
  "",
  null,
  0,
  true,
  ["image/png"],
  { toString: "image/png" },
];

const good = base64(png());

const badContents: unknown[] = [
  "",
  " \n",
  "=",
  "====",
  "Q",
  `${good}=`,
  `${good}====`,
  `=${good}`,
  `${good.slice(0, 8)}=${good.slice(8)}`,
  `data:image/png;base64,${good}`,
  good.replace(/[A-Za-z]/, "-"),
  good.replace(/[A-Za-z]/, "_"),
  `${good.slice(0, 20)}\0${good.slice(20)}`,
  `${good.slice(0, 20)}é${good.slice(20)}`,
  `${good.slice(0, 20)}\u{1f600}${good.slice(20)}`,
  `${good.slice(0, 20)}\u00a0${good.slice(20)}`,
  `<${good}>`,
  `${good},${good}`,
  png().toString("latin1"),
  png().toString("hex") + "!",
  null,
  7,
  true,
  [good],
  { base64: good },
];

function* hostile(): Generator<Hostile> {
  for (const [index, name] of names.entries()) {
    for (const [kind, bytes] of Object.entries(others)) {
      const mime = mimes[index % mimes.length] as Mime;
      const title = `${kind} as ${mime} named ${name.slice(0, 30)}`;
      yield { title, file: { content: base64(bytes), mime, name }, fault: "not_created" };
    }
  }
  for (const mime of badMimes) {
    yield { title: `mime ${JSON.stringify(mime)}`, file: { content: good, mime }, fault: "data_invalid" };
  }
  for (const [index, content] of badContents.entries()) {
    for (const mime of mimes) {
      const title = `content ${index} ${JSON.stringify(content)?.slice(0, 40)} as ${mime}`;
      yield { title, file: { content, mime }, fault: "data_invalid" };
    }
  }
  for (const file of [undefined, null, "x", 1, true, [], [good], {}, { url: "http://127.0.0.1/x.png" }]) {
    yield { title: `file ${JSON.stringify(file)}`, file, fault: "data_invalid" };
  }
  for (const name of [{}, [], true, ["../x"]]) {
    yield {
      title: `name ${JSON.stringify(name)}`,
      file: { content: good, mime: "image/png", name },
      fault: "data_invalid",
    };
  }
  yield* hostilePictures();
}

function* hostilePictures(): Generator<Hostile> {
  for (const mime of mimes) {
    const refused = (title: string, bytes: Buffer): Hostile => ({
      title: `${mime} ${title}`,
      file: { content: base64(bytes), mime, name: "../x" },
      fault: "not_created",
    });
    for (const [width, height] of [
      [10_001, 1],
      [1, 10_001],
      [16_000, 16_000],
      [0, 0],
      [0, 5],
    ] as const) {
      // WebP cannot express a side of 0: it becomes the maximum.
      yield refused(`of ${width} × ${height}`, picture[mime](width, height));
    }
    for (const payload of payloads) {
      yield refused(`with ${JSON.stringify(payload)} in a comment`, picture[mime](1, 1, payload));
      yield refused(
        `with ${JSON.stringify(payload)} behind it`,
        Buffer.concat([picture[mime](), Buffer.from(payload, "latin1")]),
      );
    }
    for (const length of [1, 4, 8, 9]) {
      yield refused(`cut off after ${length} bytes`, picture[mime]().subarray(0, length));
    }
  }
  for (const side of [0x7fffffff, 0x80000000, 0xffffffff]) {
    yield {
      title: `PNG of ${side}`,
      file: { content: base64(png(side, side)), mime: "image/png" },
      fault: "not_created",
    };
  }
}

describe("hostile uploads", () => {
  const all = [...hostile()];
  let shop: ImageShop;
  let folder: string;

  const everyFile = async (): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  test("are more than 500 different uploads", () => {
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(500);
  });

  test("are refused by create, with nothing on disk", async () => {
    folder = await temporaryFolder();
    shop = await ImageShop.open(1, { files: new DiskFiles(folder) });
    const before = await shop.call("catalog_product.info", 1);
    for (const { title, file, fault } of all) {
      const answered = await shop.fault("create", 1, { file });
      expect([title, answered.split(":")[0]]).toEqual([title, fault]);
    }
    expect(await everyFile()).toEqual([]);
    expect(await shop.records()).toEqual([]);
    expect(await shop.items(1)).toEqual([]);
    expect(await shop.call("catalog_product.info", 1)).toEqual(before);
    expect(shop.failures).toEqual([]);
  });

  test("are refused by update, and the image stays unchanged", async () => {
    folder = await temporaryFolder();
    shop = await ImageShop.open(1, { files: new DiskFiles(folder) });
    const key = await shop.add(1, png(), { name: "mug", label: "Mug", types: ["image"] });
    const before = [await shop.items(1), await shop.records(), await everyFile()];
    for (const { title, file, fault } of all) {
      if (file === undefined || file === null) continue; // Leaves the file as it is.
      const answered = await shop.fault("update", 1, key, { file, label: "changed" });
      expect([title, answered.split(":")[0]]).toEqual([
        title,
        fault === "not_created" ? "not_updated" : fault,
      ]);
    }
    expect([await shop.items(1), await shop.records(), await everyFile()]).toEqual(before);
  });
});

describe("valid images with hostile names", () => {
  test("are stored below the image folder, each in one file", async () => {
    const folder = await temporaryFolder();
    const shop = await ImageShop.open(1, { files: new DiskFiles(join(folder, "data")) });
    for (const name of names) await shop.add(1, png(), { name });
    const keys = (await shop.items(1)).map(({ file }) => file);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map((entry) => join(entry.parentPath, entry.name)).sort()).toEqual(
      keys.map((key) => join(folder, "data/media/catalog/product", key)).sort(),
    );
  });
});
