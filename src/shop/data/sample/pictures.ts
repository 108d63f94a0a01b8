/** Pictures of the sample shop: drawn from a name whenever they are needed, always the same bytes. */
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { ImageFileDoc } from "../entities/catalog.js";
import { memoize } from "../../../engine/values/memo.js";

/** Pixels per side. */
const side = 128;

/** Of every picture, since nothing in it is compressed; in bytes. */
const pictureSize = 4_316;

type Point = readonly [x: number, y: number];
/** How far a point is outside of a shape, in halves of the picture's side; negative inside. */
type Shape = (point: Point) => number;

/** Math.hypot is many times slower, and its last digit differs between engines. */
const length = (x: number, y: number) => Math.sqrt(x * x + y * y);

const disc =
  (radius: number, [cx, cy]: Point = [0, 0]): Shape =>
  ([x, y]) =>
    length(x - cx, y - cy) - radius;
const box =
  (width: number, height: number, corner: number, [cx, cy]: Point = [0, 0]): Shape =>
  ([x, y]) => {
    const dx = Math.abs(x - cx) - width + corner;
    const dy = Math.abs(y - cy) - height + corner;
    return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
  };
const diamond =
  (radius: number): Shape =>
  ([x, y]) =>
    (Math.abs(x) + Math.abs(y) - radius) / Math.SQRT2;
const outline =
  (shape: Shape, width: number): Shape =>
  (point) =>
    Math.abs(shape(point)) - width;
const union =
  (...shapes: Shape[]): Shape =>
  (point) =>
    Math.min(...shapes.map((shape) => shape(point)));
const without =
  (shape: Shape, hole: Shape): Shape =>
  (point) =>
    Math.max(shape(point), -hole(point));

const below =
  (line: number): Shape =>
  ([, y]) =>
    line - y;

const bowl = without(disc(0.6, [0, -0.15]), without(disc(2), below(-0.1)));
const parcel = box(0.52, 0.42, 0.05, [0, 0.18]);

type ShapeRow = readonly [names: RegExp, shape: Shape];

/** By the first word of the name; the last one for all others. */
const shapes: readonly ShapeRow[] = [
  [/^(mug|jug)/, union(box(0.32, 0.42, 0.08, [-0.1, 0]), outline(disc(0.22, [0.28, 0]), 0.06))],
  [/^vase/, union(disc(0.38, [0, 0.2]), box(0.13, 0.5, 0.04, [0, -0.2]), box(0.22, 0.06, 0.05, [0, -0.66]))],
  [/^plate/, union(outline(disc(0.6), 0.05), disc(0.36))],
  [/^bowl/, union(bowl, box(0.22, 0.05, 0.03, [0, 0.48]))],
  [
    /^pot/,
    union(disc(0.42, [-0.06, 0.12]), outline(disc(0.22, [0.4, 0.08]), 0.06), disc(0.09, [-0.06, -0.38])),
  ],
  [
    /^planter/,
    union(
      box(0.36, 0.3, 0.06, [0, 0.36]),
      box(0.44, 0.08, 0.04, [0, 0.06]),
      disc(0.18, [-0.2, -0.2]),
      disc(0.22, [0.14, -0.32]),
    ),
  ],
  [/^light/, union(diamond(0.45), box(0.05, 0.6, 0.02, [0, 0.05]), box(0.3, 0.06, 0.05, [0, 0.62]))],
  [
    /^/,
    union(
      without(without(parcel, box(0.03, 1, 0)), box(1, 0.03, 0, [0, 0.1])),
      outline(disc(0.14, [-0.16, -0.4]), 0.04),
      outline(disc(0.14, [0.16, -0.4]), 0.04),
    ),
  ],
];

/**
 * A PNG of 128 × 128 pixels: one shape in one colour on another, following from the product and the key of
 * the image, for example `/m/u/mug-01.png`.
 */
export function samplePicture(productId: number, file: string): Buffer {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const row = shapes.find(([names]) => names.test(name)) as ShapeRow;
  const chance = createHash("sha256").update(name).digest()[0] as number;
  // The golden angle keeps neighbours apart.
  const hue = (productId * 137.508 + chance / 4) % 360;
  return Buffer.concat([
    pngStart,
    chunk("PLTE", Buffer.from(palette(hue).flat())),
    memoize(row, pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The bytes behind an image record of the sample shop; undefined for all other records. */
export function sampleContent({ product_id, file, size, etag }: ImageFileDoc): Buffer | undefined {
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

/** The rows of pixels. They are stored, not compressed: compressors differ between versions of Node. */
function pixels([, shape]: ShapeRow): Buffer {
  const rowLength = 1 + side / 4;
  const rows = Buffer.alloc(rowLength * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const outside = shape([((x + 0.5) / side) * 2 - 1, ((y + 0.5) / side) * 2 - 1]) * (side / 2);
      // Four shades from background to shape, so that edges are smooth.
      const shade = Math.round(Math.min(Math.max(0.5 - outside, 0), 1) * 3);
      const at = y * rowLength + 1 + (x >> 2);
      rows[at] = (rows[at] as number) | (shade << (6 - 2 * (x & 3)));
    }
  }
  return chunk("IDAT", deflateSync(rows, { level: 0 }));
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
