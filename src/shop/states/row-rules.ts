/** Consistency rules for single rows, checked after the types of their fields. */
import { documentLaws, orderLaws, rowLaws as shipmentLaws, type BrokenLaw } from "../sales/amounts/laws.js";
import { imageMimes, isImageMime, isMediaPath } from "../media/image-names.js";
import { imageRoles } from "../catalog/images/image-data.js";
import { noImage } from "../catalog/images/image-gallery.js";
import { linkKey } from "../catalog/links/link-data.js";
import { tagUseKey } from "../catalog/tags/tag-data.js";
import { countries } from "../directory/countries.js";
import type { AddressDoc } from "../data/entities/customer.js";
import type {
  CategoryDoc,
  FileDoc,
  ImageFileDoc,
  ProductDoc,
  ProductLinkDoc,
  TagUseDoc,
} from "../data/entities/catalog.js";
import { isSelect } from "../catalog/options/option-types.js";
import type { CollectionName } from "../../engine/storage/documents.js";

export const rowRules: Readonly<Partial<Record<CollectionName, (doc: never) => Iterable<BrokenLaw>>>> = {
  orders: orderLaws,
  invoices: documentLaws,
  creditmemos: documentLaws,
  shipments: shipmentLaws,
  images: imageLaws,
  download_files: (file: FileDoc) => fileLaws(file, "a file, such as /g/u/guide.pdf"),
  addresses: addressLaws,
  categories: categoryLaws,
  products: productLaws,
  product_links: linkLaws,
  product_tag_uses: tagUseLaws,
};

/** The content type of a served image must be an image type. */
function* imageLaws(image: ImageFileDoc): Generator<BrokenLaw> {
  yield* fileLaws(image, "an image, such as /m/u/mug.jpg");
  if (!isImageMime(image.type)) yield { path: "type", message: `must be one of ${imageMimes.join(", ")}` };
}

/** The paths must not lead out of the media folder. */
function* fileLaws({ file, stored_as, etag }: FileDoc, what: string): Generator<BrokenLaw> {
  const form = `must be the path of ${what}`;
  if (!isMediaPath(file)) yield { path: "file", message: form };
  if (!isMediaPath(stored_as)) yield { path: "stored_as", message: form };
  if (!/^[\w-]{43}$/.test(etag))
    yield { path: "etag", message: "must be the SHA-256 of the file as base64url" };
}

/** The path must match parent and ID, so that the category is in the tree. */
function* categoryLaws({ id, parent_id, path, level, values }: CategoryDoc): Generator<BrokenLaw> {
  const way = parent_id === 0 ? `${id}` : `/${parent_id}/${id}`;
  if (parent_id === 0 ? path !== way : !`/${path}`.endsWith(way))
    yield { path: "path", message: `must end with ${way.slice(parent_id === 0 ? 0 : 1)}` };
  if (level !== path.split("/").length - 1)
    yield { path: "level", message: `does not match the path ${path}` };
  yield* scopeLaws(values, /^(0|s\d+)$/, "0 or s and the ID of a store view", "values");
}

function* productLaws({ values, images, ...parts }: ProductDoc): Generator<BrokenLaw> {
  yield* optionLaws(parts);
  yield* scopeLaws(
    values,
    /^(0|[sw]\d+)$/,
    "0, s and the ID of a store view, or w and that of a website",
    "values",
  );
  for (const [scope, row] of Object.entries(values)) {
    for (const role of imageRoles) {
      const value = row[role] ?? noImage;
      if (value === noImage || images.some(({ file }) => file === value)) continue;
      const message = `names ${JSON.stringify(value)}, which is not a file of the product's images`;
      yield { path: `values.${scope}.${role}`, message };
    }
  }
}

function* optionLaws(product: Pick<ProductDoc, "options" | "download_links" | "download_samples">) {
  for (const [at, option] of (product.options ?? []).entries()) {
    const place = `options[${at}]`;
    yield* titledLaws(option, place);
    for (const [index, value] of option.values.entries())
      yield* titledLaws(value, `${place}.values[${index}]`);
    if (isSelect(option) === option.values.length > 0) continue;
    const message = isSelect(option) ? "must have at least one value" : `must be empty for ${option.type}`;
    yield { path: `${place}.values`, message };
  }
  for (const [at, link] of (product.download_links ?? []).entries())
    yield* titledLaws(link, `download_links[${at}]`);
  for (const [at, sample] of (product.download_samples ?? []).entries())
    yield* titledLaws(sample, `download_samples[${at}]`);
}

interface Titled {
  readonly titles: object;
  readonly prices?: object;
}

function* titledLaws({ titles, prices = { "0": 0 } }: Titled, place: string): Generator<BrokenLaw> {
  yield* scopeLaws(titles, /^(0|s\d+)$/, "0 or s and the ID of a store view", `${place}.titles`);
  yield* scopeLaws(prices, /^(0|w\d+)$/, "0 or w and the ID of a website", `${place}.prices`);
  for (const [name, members] of Object.entries({ titles, prices }))
    if (!Object.hasOwn(members, "0")) yield { path: `${place}.${name}`, message: "must have the default 0" };
}

/** The ID of a link must match its members, because links are found by ID. */
function* linkLaws({ id, ...link }: ProductLinkDoc): Generator<BrokenLaw> {
  const wanted = linkKey(link);
  if (id !== wanted) yield { path: "id", message: `must be ${wanted}` };
  if (link.product_id === link.linked_product_id)
    yield { path: "linked_product_id", message: "must not be the same product as product_id" };
}

function* tagUseLaws({ id, ...use }: TagUseDoc): Generator<BrokenLaw> {
  const wanted = tagUseKey(use);
  if (id !== wanted) yield { path: "id", message: `must be ${wanted}` };
}

/** In countries with known regions, the region must be one of them, because the next update would replace any other. */
function* addressLaws({ country_id, region_id }: AddressDoc): Generator<BrokenLaw> {
  if (region_id === null || !countries.hasRegions(country_id)) return;
  if (countries.region(country_id, region_id)) return;
  yield { path: "region_id", message: `names ${region_id}, which is not a region of ${country_id}` };
}

function* scopeLaws(values: object, form: RegExp, wanted: string, place = "values"): Generator<BrokenLaw> {
  for (const scope of Object.keys(values))
    if (!form.test(scope)) yield { path: `${place}.${scope}`, message: `is not a scope: must be ${wanted}` };
}
