/** Temporary files for states that are too large to keep in memory. */
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chunks } from "./forms.js";

/** Reads the bytes from `from` up to `to` (exclusive), by default all. May be called repeatedly. */
export type ReadBytes = (from?: number, to?: number) => Chunks;

/** Writes the chunks to a temporary file for `work`. Only its owner can read it: it contains password hashes and customer addresses. */
export async function spooled<R>(chunks: Chunks, work: (read: ReadBytes) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), "store-api-state-"));
  try {
    const path = join(folder, "state.jsonl");
    const file = await open(path, "wx", 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    return await work((from = 0, to = Infinity) => createReadStream(path, { start: from, end: to - 1 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
