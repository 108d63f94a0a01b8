/** Reads the files of commands: small ones completely, states as a stream. */
import { open, readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CommandError } from "./connection.js";
import { formatOfFile } from "../shop/states/dataset-file.js";
import { linesType, type DatasetFormat } from "../engine/states/forms.js";

/** Reads the text of a file; `-` is standard input. */
export async function readTextFile(file: string): Promise<string> {
  try {
    if (file !== "-") return await readFile(file, "utf8");
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    throw new CommandError(2, `${file} cannot be read (${(error as Error).message})`);
  }
}

export function isYaml(file: string): boolean {
  return [".yaml", ".yml"].includes(extname(file).toLowerCase());
}

/** A dataset to send to the server, of any size. */
interface DatasetBody {
  readonly name: string;
  readonly type: string;
  /** Bytes; undefined if it is not known in advance. */
  readonly size: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const mediaTypes: Readonly<Record<DatasetFormat, string>> = {
  json: "application/json",
  jsonl: linesType,
  yaml: "application/yaml",
};

/** Opens a dataset file and decompresses gzip; `-` is standard input. */
export async function datasetBody(file: string): Promise<DatasetBody> {
  const name = file === "-" ? "standard input" : file;
  const found = file === "-" ? undefined : await stat(file).catch(() => undefined);
  let size = found?.isFile() ? found.size : undefined;
  let source = await peeked(file === "-" ? process.stdin : await fileChunks(file));
  if (isGzip(source.beginning)) {
    source = await peeked(inflated(source.chunks, name));
    size = undefined;
  }
  const format = formatOfFile(file, source.beginning);
  // Text that is not JSON is taken for YAML, whatever the name of the file.
  const type = format === "json" && !beginsAsJson(source.beginning) ? mediaTypes.yaml : mediaTypes[format];
  return { name, type, size, chunks: source.chunks };
}

interface PeekedChunks {
  readonly beginning: Buffer;
  /** All chunks, including the beginning. */
  readonly chunks: AsyncIterable<Buffer>;
}

async function peeked(chunks: AsyncIterable<unknown>): Promise<PeekedChunks> {
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await iterator.next();
  async function* all(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { beginning: first.done ? Buffer.alloc(0) : first.value, chunks: all() };
}

async function* inflated(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    const whole = createGunzip();
    pipeline(Readable.from(chunks), whole).catch(() => {});
    for await (const chunk of whole) yield chunk as Buffer;
  } catch (error) {
    throw new CommandError(2, `${name} cannot be read (${(error as Error).message})`);
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** JSON is also valid YAML, but is parsed much faster as JSON. */
function beginsAsJson(bytes: Buffer): boolean {
  return /^\uFEFF?\s*\{/.test(bytes.toString("utf8"));
}

async function fileChunks(file: string): Promise<AsyncIterable<Buffer>> {
  try {
    const handle = await open(file);
    return handle.createReadStream() as AsyncIterable<Buffer>;
  } catch (error) {
    throw new CommandError(2, `${file} cannot be read (${(error as Error).message})`);
  }
}
