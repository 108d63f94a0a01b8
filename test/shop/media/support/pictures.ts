/** Small valid pictures of each type, with any size in their headers. */
import { crc32, deflateSync } from "node:zlib";

export const mimes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type Mime = (typeof mimes)[number];

/** `comment` is written where the format allows text that is not shown. */
export const picture: {
  readonly [M in Mime]: (width?: number, height?: number, comment?: string) => Buffer;
} = {
  "image/jpeg": jpeg,
  "image/png": png,
  "image/gif": gif,
  "image/webp": webp,
};

export function png(width = 1, height = 1, comment = ""): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...(comment ? [pngChunk("tEXt", Buffer.from(`Comment\0${comment}`, "latin1"))] : []),
    pngChunk("IDAT", deflateSync(Buffer.from([0, 255, 0, 0]))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

export function jpeg(width = 1, height = 1, comment = ""): Buffer {
  const frame = Buffer.from("ffc0001108000000000301220002110103110100".slice(0, 38), "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from("ffd8", "hex"),
    jpegSegment(0xe0, Buffer.from("4a46494600010100000100010000", "hex")),
    ...(comment ? [jpegSegment(0xfe, Buffer.from(comment, "latin1"))] : []),
    frame,
    Buffer.from("ffda000c03010002110311003f00d2cf20ffd9", "hex"),
  ]);
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export function gif(width = 1, height = 1, comment = ""): Buffer {
  const screen = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const text = Buffer.from(comment, "latin1").subarray(0, 255);
  return Buffer.concat([
    screen,
    ...(comment ? [Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])] : []),
    Buffer.from("2c0000000001000100000202440100 3b".replace(" ", ""), "hex"),
  ]);
}

export function webp(width = 1, height = 1, comment = ""): Buffer {
  const image = Buffer.from("2f00000000070000000000", "hex");
  const sides = ((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14);
  image.writeUInt32LE(sides >>> 0, 1);
  const extra = comment ? riffChunk("EXIF", Buffer.from(comment, "latin1")) : Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from("WEBP"), riffChunk("VP8L", image), extra]);
  return riffChunk("RIFF", body);
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
