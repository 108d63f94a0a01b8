/** The links and samples of one downloadable product: changes and results (beyond 13). */
import type { Schemas } from "../../../../generated/operations.js";
import type { FileDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { DownloadLink, DownloadSample, DownloadSource } from "../../data/entities/options.js";
import { mediaKey } from "../../media/image-names.js";
import { defaultValueKey, writeKey } from "../attribute-values/scoped-values.js";
import { newPrices, newTitles } from "../options/product-options.js";
import { inSortOrder, priceAt, titleAt, type PricePlace } from "../options/scoped-members.js";
import type { DownloadInput, ResourceType } from "./link-data.js";

/** The sources of a new link or sample, after their files are stored. */
interface StoredSources {
  readonly source: DownloadSource;
  readonly sample: DownloadSource;
}

export function withLink(
  product: ProductDoc,
  link_id: number,
  input: DownloadInput,
  kept: StoredSources,
  place: PricePlace,
): ProductDoc {
  const { sort_order, number_of_downloads, is_shareable } = input;
  const titles = newTitles(input.title, place);
  const prices = newPrices(input.price, place);
  const link = { link_id, sort_order, titles, prices, number_of_downloads, is_shareable, ...kept };
  return { ...product, download_links: [...(product.download_links ?? []), link] };
}

export function withSample(
  product: ProductDoc,
  sample_id: number,
  { title, sort_order }: DownloadInput,
  { source }: StoredSources,
  place: PricePlace,
): ProductDoc {
  const sample = { sample_id, sort_order, titles: newTitles(title, place), source };
  return { ...product, download_samples: [...(product.download_samples ?? []), sample] };
}

/** The product without a link or sample, and the sources of that one; undefined if there is none with this ID. */
export function withoutDownload(
  product: ProductDoc,
  kind: ResourceType,
  id: number,
): { readonly product: ProductDoc; readonly sources: readonly DownloadSource[] } | undefined {
  const { download_links: links = [], download_samples: samples = [] } = product;
  if (kind === "link") {
    const link = links.find(({ link_id }) => link_id === id);
    const download_links = links.filter((one) => one !== link);
    return link && { product: { ...product, download_links }, sources: [link.source, link.sample] };
  }
  const sample = samples.find(({ sample_id }) => sample_id === id);
  const download_samples = samples.filter((one) => one !== sample);
  return sample && { product: { ...product, download_samples }, sources: [sample.source] };
}

/** The files of all links and samples. */
export function filesIn({ download_links = [], download_samples = [] }: ProductDoc): string[] {
  const sources = [...download_links.flatMap(({ source, sample }) => [source, sample])];
  return [...sources, ...download_samples.map(({ source }) => source)].flatMap(({ file }) => file ?? []);
}

/** @param files the file records of the product, by key */
export function downloadsOf(
  product: ProductDoc,
  files: ReadonlyMap<string, FileDoc>,
  place: PricePlace,
): Schemas["Downloads"] {
  const { download_links = [], download_samples = [] } = product;
  return {
    links: inSortOrder(download_links, place.scope).map((link) => linkEntry(link, files, place)),
    samples: inSortOrder(download_samples, place.scope).map((sample) =>
      sampleEntry(product.id, sample, place),
    ),
  };
}

function linkEntry(
  link: DownloadLink,
  files: ReadonlyMap<string, FileDoc>,
  place: PricePlace,
): Schemas["DownloadLinkEntry"] {
  const { link_id, titles, prices, number_of_downloads, is_shareable, sort_order, source, sample } = link;
  const { store_id } = place.scope;
  return {
    link_id,
    title: titleAt(titles, place.scope),
    ...(store_id !== 0 && { store_title: titles[writeKey("store", place.scope)] ?? null }),
    price: priceAt(prices, place),
    number_of_downloads,
    ...(number_of_downloads === 0 && { is_unlimited: true }),
    is_shareable,
    link_url: source.url,
    link_type: source.type,
    sample_file: sample.file,
    sample_url: sample.url,
    sample_type: sample.type,
    sort_order,
    ...fileInfo("file_save", source, files),
    ...fileInfo("sample_file_save", sample, files),
  };
}

function fileInfo(
  name: "file_save" | "sample_file_save",
  { file }: DownloadSource,
  files: ReadonlyMap<string, FileDoc>,
): Partial<Schemas["DownloadLinkEntry"]> {
  const record = file === null ? undefined : files.get(mediaKey(file));
  if (!record) return {};
  const { size } = record;
  return { [name]: [{ file: record.file, name: record.file.replace(/^.*\//, ""), size, status: "old" }] };
}

function sampleEntry(
  product_id: number,
  { sample_id, titles, sort_order, source }: DownloadSample,
  { scope }: PricePlace,
): Schemas["DownloadSampleEntry"] {
  return {
    sample_id,
    product_id,
    sample_url: source.url,
    sample_file: source.file,
    sample_type: source.type,
    sort_order,
    default_title: titles[defaultValueKey] ?? "",
    store_title: titles[writeKey("store", scope)] ?? null,
    title: titleAt(titles, scope),
  };
}
