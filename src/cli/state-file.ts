/** What the file of an export says of itself: its checksums and how many documents there are. */
import { open } from "node:fs/promises";

export interface StateFile {
  readonly bytes: number;
  /** Documents by collection; empty where the file does not say. */
  readonly documents: Readonly<Record<string, number>>;
  readonly sha256?: string;
}

/** Checksums and sequences are the end of the file; those of a hundred million documents fit in. */
const longestEnd = 8 * 1024 * 1024;

export async function stateFile(path: string): Promise<StateFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(Math.min(size, longestEnd));
    await file.read(end, 0, end.length, size - end.length);
    return { bytes: size, documents: {}, ...toldIn(end.toString("utf8")) };
  } finally {
    await file.close();
  }
}

interface Told {
  readonly collections: Readonly<Record<string, { readonly documents: number }>>;
  readonly sha256: string;
}

function toldIn(text: string): Pick<StateFile, "documents" | "sha256"> | undefined {
  const line = /^"checksums":(\{.*\}),$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  try {
    const { collections, sha256 } = JSON.parse(line) as Told;
    const counts = Object.entries(collections).map(([name, { documents }]) => [name, documents] as const);
    return { documents: Object.fromEntries(counts), sha256 };
  } catch {
    // Whether the file is right is for the server to say.
    return undefined;
  }
}
