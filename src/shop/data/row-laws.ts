/** What the fields of a stored row owe each other, once each is of its type. */
import { documentLaws, orderLaws, rowLaws as shipmentLaws, type BrokenLaw } from "../sales/amounts/laws.js";
import { imageMimes, isImageMime, isImagePath } from "../media/image-names.js";
import type { ImageFileDoc } from "./entities/catalog.js";
import type { CollectionName } from "../../engine/storage/documents.js";

export const rowLaws: Readonly<Partial<Record<CollectionName, (doc: never) => Iterable<BrokenLaw>>>> = {
  orders: orderLaws,
  invoices: documentLaws,
  creditmemos: documentLaws,
  shipments: shipmentLaws,
  images: imageLaws,
};

/** Where the bytes of an image are kept must be no other place of the disk, and what is sent as an image must be one. */
function* imageLaws({ file, stored_as, type }: ImageFileDoc): Generator<BrokenLaw> {
  const form = "must be the path of an image, such as /m/u/mug.jpg";
  if (!isImagePath(file)) yield { path: "file", message: form };
  if (!isImagePath(stored_as)) yield { path: "stored_as", message: form };
  if (!isImageMime(type)) yield { path: "type", message: `must be one of ${imageMimes.join(", ")}` };
}
