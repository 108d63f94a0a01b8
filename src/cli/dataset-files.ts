/** Files that commands read: small ones as a whole, states as a stream. */
import { open, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CommandError } from "./connection.js";

/** The text of a file; `-` is standard input. */
export async function readText(file: string): Promise<string> {
  try {
    if (file !== "-") return await readFile(file, "utf8");
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    throw new CommandError(2, `${file} cannot be read (${(error as Error).message})`);
  }
}

export function jsonOf(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(2, `${what} is no JSON (${(error as Error).message})`);
  }
}

export function isYaml(file: string): boolean {
  return [".yaml", ".yml"].includes(extname(file).toLowerCase());
}

/** A dataset on its way to the server, however large; `-` is standard input. */
export interface DatasetBody {
  readonly name: string;
  readonly type: "application/json" | "application/yaml";
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What is compressed by gzip is taken out of it. */
export async function datasetBody(file: string): Promise<DatasetBody> {
  const name = file === "-" ? "standard input" : file;
  let source = await begun(file === "-" ? process.stdin : await fileChunks(file));
  if (isGzip(source.beginning)) source = await begun(inflated(source.chunks, name));
  const isJson = !isYaml(file) && beginsAsJson(source.beginning);
  return { name, type: isJson ? "application/json" : "application/yaml", chunks: source.chunks };
}

interface Begun {
  readonly beginning: Buffer;
  /** All of them. */
  readonly chunks: AsyncIterable<Buffer>;
}

async function begun(chunks: AsyncIterable<unknown>): Promise<Begun> {
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await iterator.next();
  async function* all(): AsyncGenerator<Buffer> {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
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

/** Whether it is a file on the disk, no pipe or device, that holds JSON. */
export async function isJsonFile(path: string): Promise<boolean> {
  const file = path === "-" || isYaml(path) ? undefined : await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return beginsAsJson(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What is JSON is YAML too, but read much faster, and in any size. */
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
