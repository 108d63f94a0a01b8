/** The files of products: creates and deletes their records together with the files. */
import { createHash } from "node:crypto";
import type { FileDoc } from "../data/entities/catalog.js";
import type { Effects } from "../namespace.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { mediaKey, numberedPath } from "./image-names.js";
import type { MediaStore } from "./media-store.js";

type FileCollection = "images" | "download_files";

/** The parts of a call that changing files needs. */
export interface FileContext {
  readonly tx: Tx;
  readonly media: MediaStore;
  readonly effects: Effects;
}

/** The wanted path, or the first numbered one that is free (catalog 7.4). */
export async function freePath(tx: ReadTx, collection: FileCollection, wanted: string): Promise<string> {
  let path = wanted;
  for (let number = 1; await tx.get(collection, mediaKey(path)); number += 1)
    path = numberedPath(wanted, number);
  return path;
}

export function fileDoc(
  names: Pick<FileDoc, "file" | "product_id" | "stored_as">,
  bytes: Uint8Array,
): FileDoc {
  const etag = createHash("sha256").update(bytes).digest("base64url");
  return { id: mediaKey(names.file), ...names, size: bytes.length, etag };
}

/** Deletes the record of a file, and the file itself after the commit. */
export async function deleteFile(
  { tx, media, effects }: FileContext,
  collection: FileCollection,
  file: string,
): Promise<void> {
  const record = await tx.get(collection, mediaKey(file));
  if (!record) return;
  await tx.del(collection, record.id);
  media.drop(record.stored_as, effects);
}

/** Deletes all files of a deleted product (catalog 9.7, 5.3). */
export async function deleteFilesOf(context: FileContext, productId: number): Promise<void> {
  for (const collection of ["images", "download_files"] as const) {
    const records = await context.tx.find(collection, {
      where: [{ path: "product_id", type: "number", op: "eq", value: productId }],
    });
    for (const { file } of records) await deleteFile(context, collection, file);
  }
}
