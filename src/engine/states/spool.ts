/** Temporary files for states that are too large to keep in memory. */
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chunks } from "./forms.js";

/** The bytes from one to before another, in pieces; all of them, as often as they are asked for. */
export type ReadBytes = (from?: number, to?: number) => Chunks;

/** The file is its owner's alone: a state holds hashes of passwords and addresses of customers. */
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
