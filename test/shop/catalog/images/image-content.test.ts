import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeBase64,
  holdsForeignContent,
  pictureHeader,
  type Yielding,
} from "../../../../src/shop/catalog/images/image-content.js";
import { gif, jpeg, jpegSegment, mimes, picture, png, webp } from "../../media/support/pictures.js";
import { noise } from "../../../support/seed.js";

function ended<Result>(work: Yielding<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const decoded = (text: string) => ended(decodeBase64(text));

describe("strict base64", () => {
  test.each([
    ["QUJD", "ABC"],
    ["QUI=", "AB"],
    ["QUI", "AB"],
    ["QQ==", "A"],
    ["QQ", "A"],
    [" Q U\tJ\r\nD ", "ABC"],
    ["QQ = =\n", "A"],
    ["QU\nI=", "AB"],
    ["", ""],
  ])("%j is %j", (text, bytes) => expect(decoded(text)?.toString()).toBe(bytes));

  test.each([
    "Q",
    "QUJDR",
    "QQ=",
    "QQ===",
    "QUJD=",
    "Q=Q=",
    "QQ==QUJD",
    "QUJ-",
    "QUJ_",
    "QUJD!",
    "QUJDé",
    "QU\0JD",
    "data:image/png;base64,QUJD",
    "=",
  ])("%j is none", (text) => expect(decoded(text)).toBeUndefined());

  const wrapped = fc
    .tuple(fc.uint8Array({ maxLength: 300 }), fc.boolean(), fc.nat(80))
    .map(([bytes, padded, width]) => {
      const text = Buffer.from(bytes)
        .toString("base64")
        .replace(padded ? "" : /=+$/, "");
      return { bytes, text: width < 4 ? text : text.replace(new RegExp(`.{1,${width}}`, "g"), "$&\r\n") };
    });

  test("restores the original, wrapped in lines or not", () => {
    fc.assert(
      fc.property(wrapped, ({ bytes, text }) => {
        expect(decoded(text)?.equals(bytes)).toBe(true);
      }),
    );
  });

  test("decodes 12 MB in more than ten turns", () => {
    const bytes = noise(12 * 1024 * 1024);
    const work = decodeBase64(bytes.toString("base64").replace(/.{76}/g, "$&\n"));
    let turns = 0;
    for (;;) {
      const step = work.next();
      turns += 1;
      if (!step.done) continue;
      expect(step.value?.equals(bytes)).toBe(true);
      break;
    }
    expect(turns).toBeGreaterThan(10);
  });
});

describe("type and size of an image", () => {
  test.each(mimes)("are read from the bytes: %s", (type) => {
    expect(pictureHeader(picture[type](640, 480))).toEqual({ type, width: 640, height: 480 });
    expect(pictureHeader(picture[type](640, 480, "a comment"))).toEqual({ type, width: 640, height: 480 });
  });

  test("of WebP in its two other forms", () => {
    const extended = Buffer.from("RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x02\0\xdf\x01\0", "latin1");
    const lossy = Buffer.from(
      "RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\x10\0\0\x9d\x01\x2a\x80\x02\xe0\x01",
      "latin1",
    );
    expect(pictureHeader(extended)).toMatchObject({ width: 640, height: 480 });
    expect(pictureHeader(lossy)).toMatchObject({ width: 640, height: 480 });
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("not an image")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ["HTML", Buffer.from("<!doctype html><script>1</script>")],
    [
      "BMP",
      Buffer.from("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0", "latin1"),
    ],
    ["TIFF", Buffer.from("II*\0\x08\0\0\0\0\0", "latin1")],
    ["ICO", Buffer.from("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0", "latin1")],
    ["PNG with another first byte", Buffer.concat([Buffer.from("<"), png().subarray(1)])],
    ["PNG without its first chunk", Buffer.concat([png().subarray(0, 8), png().subarray(33)])],
    ["PNG cut off in the size", png().subarray(0, 20)],
    ["PNG without a width", png(0, 1)],
    ["JPEG cut off before the frame", jpeg().subarray(0, 20)],
    ["JPEG cut off in the frame", jpeg().subarray(0, 26)],
    [
      "JPEG whose chain of segments is broken",
      Buffer.concat([jpeg().subarray(0, 20), Buffer.alloc(9), jpeg().subarray(20)]),
    ],
    ["GIF with text in place of a block", Buffer.from("GIF89a\n\n\n\n=1/*aaaa", "latin1")],
    ["GIF cut off in the size", gif().subarray(0, 9)],
    ["WebP without a frame", webp().subarray(0, 12)],
    [
      "RIFF of another kind",
      Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0", "latin1"),
    ],
  ])("%s has none", (_title, bytes) => expect(pictureHeader(bytes)).toBeUndefined());

  test("is the one that a decoder sees, not a frame that hides in a segment", () => {
    const hidden = jpegSegment(0xe1, jpeg(1, 1).subarray(20));
    const bytes = Buffer.concat([jpeg().subarray(0, 20), hidden, jpeg(40_000, 40_000).subarray(20)]);
    expect(pictureHeader(bytes)).toMatchObject({ width: 40_000, height: 40_000 });
  });

  test.each([
    ["a few segments in front of the frame: read", "ffe10002", 20, true],
    ["thousands of tiny segments: given up", "ffe10002", 5_000, false],
    ["a segment that does not begin with ff: given up", "00e10002", 1, false],
    ["a marker below c0: given up", "ffbf0002", 1, false],
    ["a marker of ff: given up", "ffff0002", 1, false],
  ])("of a JPEG with %s", (_title, hex, times, isRead) => {
    const between = Buffer.from(hex.repeat(times), "hex");
    const header = pictureHeader(Buffer.concat([jpeg().subarray(0, 20), between, jpeg().subarray(20)]));
    expect(header?.type).toBe(isRead ? "image/jpeg" : undefined);
  });

  test("of a progressive JPEG, whose frame has the marker c2", () => {
    const bytes = Buffer.from(jpeg(640, 480));
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes[frame + 1] = 0xc2;
    expect(pictureHeader(bytes)).toEqual({ type: "image/jpeg", width: 640, height: 480 });
  });

  test("no bytes make it fail", () => {
    const starts = mimes.map((mime) => picture[mime]().subarray(0, 24));
    const bytes = fc.tuple(fc.constantFrom(Buffer.alloc(0), ...starts), fc.nat(24), fc.uint8Array());
    fc.assert(
      fc.property(bytes, ([start, cut, rest]) => {
        const header = pictureHeader(Buffer.concat([start.subarray(0, cut), rest]));
        expect(header === undefined || (header.width > 0 && header.height > 0)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("foreign content", () => {
  const found = (text: string, at = 0) =>
    ended(holdsForeignContent(Buffer.concat([png(), Buffer.alloc(at), Buffer.from(text, "latin1")])));

  test.each([
    "<script>alert(1)</script>",
    "<ScRiPt src=x>",
    "<?php system($_GET[0]); ?>",
    "<html>",
    "<svg onload=alert(1)>",
    "<!DOCTYPE html>",
    "<iframe/src=x>",
    "PK\x03\x04\x14\0\0\0",
    "%PDF-1.7",
  ])("%j is found", (text) => {
    expect(found(text)).toBe(true);
    // Also across the border of two chunks.
    for (const back of [0, 1, 4, 8]) expect(found(text, 1024 * 1024 - png().length - back)).toBe(true);
  });

  test.each([
    "",
    "plain text",
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF></rdf:RDF></x:xmpmeta>',
    "<?xpacket begin=''?>",
  ])("%j is none", (text) => expect(found(text)).toBe(false));

  test("is searched in 40 MB of noise without a false match", () => {
    expect(ended(holdsForeignContent(noise(40 * 1024 * 1024)))).toBe(false);
  });
});
