import { resolve, sep } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageMimes, imagePath, isMediaPath, numberedPath } from "../../../src/shop/media/image-names.js";

describe("keys of images (catalog 7.4)", () => {
  test.each([
    ["image", "image/jpeg", "/i/m/image.jpg"],
    ["a", "image/png", "/a/_/a.png"],
    ["UPPER", "image/png", "/U/P/UPPER.png"],
    ["a b", "image/png", "/a/_/a_b.png"],
    ["ä", "image/png", "/f/i/file.png"],
    ["a.jpg", "image/png", "/a/_/a.jpg.png"],
    ["a.jpg", "image/jpeg", "/a/_/a.jpg"],
    ["a.JPEG", "image/jpeg", "/a/_/a.jpg"],
    ["a.jpg.jpg", "image/jpeg", "/a/_/a.jpg.jpg"],
    ["x.WebP", "image/webp", "/x/_/x.webp"],
    ["", "image/gif", "/i/m/image.gif"],
    ["...", "image/gif", "/i/m/image.gif"],
    [".hid", "image/png", "/h/i/hid.png"],
    [".htaccess", "image/png", "/h/t/htaccess.png"],
    ["../../x", "image/png", "/x/_/x.png"],
    ["..\\..\\x", "image/png", "/x/_/x.png"],
    ["folder/", "image/png", "/i/m/image.png"],
    ["/etc/passwd", "image/png", "/p/a/passwd.png"],
    ["a/..", "image/png", "/i/m/image.png"],
    ["%2e%2e%2fx", "image/png", "/_/2/_2e_2e_2fx.png"],
    ["a\0b", "image/png", "/a/_/a_b.png"],
    ["a\r\nb", "image/png", "/a/_/a_b.png"],
    ["日本", "image/png", "/f/i/file.png"],
    ["a__b", "image/png", "/a/_/a__b.png"],
    ["x.php", "image/png", "/x/_/x.php.png"],
    ["-rf", "image/png", "/-/r/-rf.png"],
  ] as const)("%j as %s is %s", (name, mime, path) => {
    expect(imagePath(name, mime)).toBe(path);
  });

  test("are cut to 90 characters before the extension", () => {
    expect(imagePath("n".repeat(200), "image/png")).toBe(`/n/n/${"n".repeat(90)}.png`);
    expect(imagePath(`${"n".repeat(90)}.png`, "image/png")).toBe(`/n/n/${"n".repeat(90)}.png`);
  });

  test("get a number before the extension if they exist", () => {
    expect(numberedPath("/i/m/image.jpg", 1)).toBe("/i/m/image_1.jpg");
    expect(numberedPath("/a/_/a.jpg.png", 12)).toBe("/a/_/a.jpg_12.png");
  });

  const anyName = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.constantFrom("/", "\\", ".", "a", "\0", "%", "_", " ", ":", "~", "é", "\u202e") }),
  );

  test("never leave their folder, whatever the name contains", () => {
    const root = resolve("/media");
    fc.assert(
      fc.property(anyName, fc.constantFrom(...imageMimes), fc.nat(), (name, mime, number) => {
        const path = imagePath(name, mime);
        for (const one of [path, numberedPath(path, number)]) {
          expect(isMediaPath(one)).toBe(true);
          const steps = resolve(root, `.${one}`)
            .slice(root.length + 1)
            .split(sep);
          expect(steps).toHaveLength(3);
          expect(`/${steps.join("/")}`).toBe(one);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    "",
    "/",
    "/a/b",
    "a/b/c.png",
    "/a/b/../c.png",
    "/a/b/..",
    "/./b/c.png",
    "/a/b/.c",
    "/aa/b/c.png",
    "/a/b/c\n",
  ])("%j is none", (path) => expect(isMediaPath(path)).toBe(false));
});
