/** Datasets from files and requests, read while they arrive: other work goes on, and no text of the whole is made. */
import { isUtf8 } from "node:buffer";
import { nextSlice } from "../../engine/time-slices.js";
import { isObject } from "../../engine/values/coercion.js";
import { checkedInSlices, DatasetProblems, type DatasetDocument } from "./document.js";
import { JsonParts, type JsonPart } from "./json-parts.js";
import { jsonOfYaml } from "./yaml.js";

export type Chunks = AsyncIterable<Uint8Array>;

export type DatasetFormat = "json" | "yaml";

/** YAML is read as a whole. People write it; states are exported as JSON. */
const maxYamlBytes = 16 * 1024 * 1024;

/** Throws DatasetProblems. */
export async function readDataset(chunks: Chunks, format: DatasetFormat): Promise<DatasetDocument> {
  return checkedInSlices(await readJson(format === "yaml" ? yamlAsJson(chunks) : chunks));
}

async function* yamlAsJson(chunks: Chunks): Chunks {
  const yaml = await collect(chunks, maxYamlBytes);
  requireUtf8(yaml, "");
  const json = await jsonOfYaml(yaml.toString("utf8"));
  for (let from = 0; from < json.length; from += jsonChunkBytes)
    yield json.subarray(from, from + jsonChunkBytes);
}

const jsonChunkBytes = 64 * 1024;

async function readJson(chunks: Chunks): Promise<unknown> {
  const parts = new JsonParts();
  const lists = new Map<string, unknown[]>();
  for await (const part of partsOf(chunks, parts)) {
    const list = lists.get(part.list) ?? [];
    lists.set(part.list, list);
    list.push(withBytes(part.list, valueOf(part)));
  }
  return filledWith(frameOf(parts), lists);
}

const longestStretch_ms = 5;

/** One part after the other as they arrive, with other work in between. Throws DatasetProblems. */
export async function* partsOf(chunks: Chunks, parts: JsonParts): AsyncGenerator<JsonPart> {
  let start = performance.now();
  for await (const chunk of chunks) {
    for (const part of parts.read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
      yield part;
      if (performance.now() - start < longestStretch_ms) continue;
      await nextSlice();
      start = performance.now();
    }
  }
}

/** What a part says. Throws DatasetProblems. */
export function valueOf({ list, index, bytes }: JsonPart): unknown {
  return parse(bytes, `${list}[${index}]`);
}

/** What is around the parts, once all of them were read. Throws DatasetProblems. */
export function frameOf(parts: JsonParts): unknown {
  return parse(withoutMark(parts.rest()), "");
}

function withBytes(list: string, value: unknown): unknown {
  // Two thirds of what the text needs, and the text can go.
  if (list === "collections.images" && isObject(value) && typeof value.content === "string")
    return { ...value, content: Buffer.from(value.content, "base64") };
  return value;
}

function parse(bytes: Buffer, place: string): unknown {
  requireUtf8(bytes, place);
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch (error) {
    throw new DatasetProblems([{ place, message: `is no JSON (${(error as Error).message})` }]);
  }
}

function requireUtf8(bytes: Buffer, place: string): void {
  if (!isUtf8(bytes)) throw new DatasetProblems([{ place, message: "is not UTF-8" }]);
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
}

const byteOrderMark = Buffer.from("\ufeff");

/** Puts the parts where the empty lists are. */
function filledWith(value: unknown, lists: ReadonlyMap<string, unknown[]>): unknown {
  if (!isObject(value)) return value;
  const calls = lists.get("calls");
  if (calls) value.calls = calls;
  const { collections } = value;
  if (!isObject(collections)) return value;
  for (const name of Object.keys(collections)) {
    const list = lists.get(`collections.${name}`);
    if (list) collections[name] = list;
  }
  return value;
}

async function collect(chunks: Chunks, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) {
      const message = `holds more than ${limit} bytes of YAML; a state of this size is JSON`;
      throw new DatasetProblems([{ place: "", message }]);
    }
    pieces.push(chunk);
  }
  return Buffer.concat(pieces);
}
