/** Generates the pictures of the sample shop on demand. The same name always gives the same bytes. */
import { createHash } from "node:crypto";
import { crc32, deflateSync, inflateRawSync } from "node:zlib";
import type { FileDoc } from "../../data/entities/catalog.js";
import { shapes } from "./picture-shapes.js";

/** Pixels per side. */
const side = 128;

/** The size of every picture in bytes; all are equal because they are not compressed. */
const pictureSize = 4_316;

/** The shape by the first word of the name; the last one matches all others. */
const shapeOf: readonly (readonly [names: RegExp, shape: keyof typeof shapes])[] = [
  [/^(mug|jug)/, "mug"],
  [/^vase/, "vase"],
  [/^plate/, "plate"],
  [/^bowl/, "bowl"],
  [/^pot/, "pot"],
  [/^planter/, "planter"],
  [/^light/, "light"],
  [/^/, "parcel"],
];

/**
 * A PNG of 128 × 128 pixels with a shape in one colour on another. Shape and colours depend on the product ID and the
 * image file, for example `/m/u/mug-01.png`.
 */
export function samplePicture(productId: number, file: string): Buffer {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const [, shape] = shapeOf.find(([names]) => names.test(name)) as (typeof shapeOf)[number];
  const chance = createHash("sha256").update(name).digest()[0] as number;
  // The golden angle gives neighbouring IDs different hues.
  const hue = (productId * 137.508 + chance / 4) % 360;
  return Buffer.concat([
    pngStart,
    chunk("PLTE", Buffer.from(palette(hue).flat())),
    pixelsOf(shape),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The bytes of a generated picture by its record; undefined for all other records. */
export function sampleContent({ product_id, file, size, etag }: FileDoc): Buffer | undefined {
  if (size !== pictureSize) return undefined;
  const bytes = samplePicture(product_id, file);
  return createHash("sha256").update(bytes).digest("base64url") === etag ? bytes : undefined;
}

function palette(hue: number): number[][] {
  const back = rgb(hue, 0.35, 0.93);
  const front = rgb(hue + 25, 0.55, 0.42);
  return [0, 1, 2, 3].map((shade) =>
    back.map((value, channel) => value + (((front[channel] ?? 0) - value) * shade) / 3).map(Math.round),
  );
}

/** Hue in degrees, saturation and lightness up to 1. */
function rgb(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const step = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)));
  });
}

const pixels = new Map<string, Buffer>();

/** The rows of pixels, not compressed, because compressors differ between versions of Node. */
function pixelsOf(shape: keyof typeof shapes): Buffer {
  const known = pixels.get(shape);
  if (known) return known;
  const rows = inflateRawSync(Buffer.from(shapes[shape], "base64"));
  const made = chunk("IDAT", deflateSync(rows, { level: 0 }));
  pixels.set(shape, made);
  return made;
}

/** Two bits per pixel, from a palette. */
const pngStart = Buffer.concat([
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  chunk("IHDR", Buffer.from([0, 0, 0, side, 0, 0, 0, side, 2, 3, 0, 0, 0])),
]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
