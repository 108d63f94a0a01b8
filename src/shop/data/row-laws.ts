/** Consistency rules between the fields of a stored row, checked after the types of the fields. */
import { documentLaws, orderLaws, rowLaws as shipmentLaws, type BrokenLaw } from "../sales/amounts/laws.js";
import { imageMimes, isImageMime, isImagePath } from "../media/image-names.js";
import { imageRoles } from "../catalog/images/image-data.js";
import { noImage } from "../catalog/images/image-gallery.js";
import { countries } from "../directory/countries.js";
import type { AddressDoc } from "./entities/customer.js";
import type { CategoryDoc, ImageFileDoc, ProductDoc } from "./entities/catalog.js";
import type { CollectionName } from "../../engine/storage/documents.js";

export const rowLaws: Readonly<Partial<Record<CollectionName, (doc: never) => Iterable<BrokenLaw>>>> = {
  orders: orderLaws,
  invoices: documentLaws,
  creditmemos: documentLaws,
  shipments: shipmentLaws,
  images: imageLaws,
  addresses: addressLaws,
  categories: categoryLaws,
  products: productLaws,
};

/** Where the bytes of an image are kept must be no other place of the disk, and what is sent as an image must be one. */
function* imageLaws({ file, stored_as, type, etag }: ImageFileDoc): Generator<BrokenLaw> {
  const form = "must be the path of an image, such as /m/u/mug.jpg";
  if (!isImagePath(file)) yield { path: "file", message: form };
  if (!isImagePath(stored_as)) yield { path: "stored_as", message: form };
  if (!isImageMime(type)) yield { path: "type", message: `must be one of ${imageMimes.join(", ")}` };
  if (!/^[\w-]{43}$/.test(etag))
    yield { path: "etag", message: "must be the SHA-256 of the image as base64url" };
}

/** A path that names other categories than its parent's would put it below one that is not there. */
function* categoryLaws({ id, parent_id, path, level, values }: CategoryDoc): Generator<BrokenLaw> {
  const way = parent_id === 0 ? `${id}` : `/${parent_id}/${id}`;
  if (parent_id === 0 ? path !== way : !`/${path}`.endsWith(way))
    yield { path: "path", message: `must end with ${way.slice(parent_id === 0 ? 0 : 1)}` };
  if (level !== path.split("/").length - 1)
    yield { path: "level", message: `is not that of the path ${path}` };
  yield* scopeLaws(values, /^(0|s\d+)$/, "0 or s and the ID of a store view");
}

function* productLaws({ values, images }: ProductDoc): Generator<BrokenLaw> {
  yield* scopeLaws(values, /^(0|[sw]\d+)$/, "0, s and the ID of a store view, or w and that of a website");
  for (const [scope, row] of Object.entries(values)) {
    for (const role of imageRoles) {
      const value = row[role] ?? noImage;
      if (value === noImage || images.some(({ file }) => file === value)) continue;
      const message = `names ${JSON.stringify(value)}, which is no file of the product's images`;
      yield { path: `values.${scope}.${role}`, message };
    }
  }
}

/** Where the regions of a country are known, a number that is none of them would change with the next update. */
function* addressLaws({ country_id, region_id }: AddressDoc): Generator<BrokenLaw> {
  if (region_id === null || !countries.hasRegions(country_id)) return;
  if (countries.region(country_id, region_id)) return;
  yield { path: "region_id", message: `names ${region_id}, which is not among the regions of ${country_id}` };
}

function* scopeLaws(values: object, form: RegExp, wanted: string): Generator<BrokenLaw> {
  for (const scope of Object.keys(values))
    if (!form.test(scope)) yield { path: `values.${scope}`, message: `is of no scope: must be ${wanted}` };
}
