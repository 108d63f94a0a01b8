/** `catalog_product_downloadable_link`: the links and samples of downloadable products. beyond 13. */
import { withoutEffect } from "../../../engine/contract/members.js";
import { about } from "../../../engine/contract/faults.js";
import type { FileDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { DownloadSource } from "../../data/entities/options.js";
import { growthBounds } from "../../data/growth.js";
import { downloadPath, mediaKey } from "../../media/image-names.js";
import { fileDoc, freePath, deleteFile, type FileContext } from "../../media/product-files.js";
import type { CallRaising, HandlerSettings, Namespace } from "../../namespace.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import { append } from "../../../engine/values/lists.js";
import type { Problem } from "../../../engine/values/problem.js";
import { decodeContent } from "../images/images.js";
import { pricePlace, productWith, saveProduct } from "../options/options.js";
import { requireProduct } from "../records/product-lookups.js";
import {
  isResourceType,
  noContent,
  readDownload,
  resourceTypes,
  unreadMembers,
  type DownloadInput,
  type ResourceType,
  type SourceInput,
} from "./link-data.js";
import { downloadsOf, filesIn, withLink, withoutDownload, withSample } from "./product-downloads.js";

export const productDownloadableLink: Namespace<"catalog_product_downloadable_link"> = {
  async list(call) {
    const { args, tx } = call;
    const place = pricePlace(call);
    const product = await requireProduct(call, args.productId, args.identifierType);
    requireDownloadable(call, product);

    return downloadsOf(product, await filesOf(tx, product), place);
  },

  async add(call) {
    const { args, tx, fault, now } = call;
    const kind = requireType(call, args.resourceType);
    const { resource } = call.check("resource");
    const problems: Problem[] = [];
    const input = readDownload(resource, kind, problems);
    append(
      problems,
      withoutEffect(call, "resource.", () => unreadMembers(resource, kind)),
    );
    const bytes = await readFiles(input, call.settings, problems);
    if (problems.length > 0) throw fault("validation_error", problems);
    const place = pricePlace(call);
    const product = await requireProduct(call, args.productId, args.identifierType);
    requireDownloadable(call, product);
    requireBelowLimit(call, product, kind);

    const kept = {
      source: await storeSource(call, product.id, input.source, bytes),
      sample: await storeSource(call, product.id, input.sample, bytes),
    };
    const id = await tx.next(kind === "link" ? "download_link" : "download_sample");
    const withDownload = kind === "link" ? withLink : withSample;
    await saveProduct(tx, withDownload(product, id, input, kept, place), now);
    return true;
  },

  async remove(call) {
    const { args, tx, fault, now } = call;
    const kind = requireType(call, args.resourceType);
    const path = kind === "link" ? "download_links.link_id" : "download_samples.sample_id";
    const product = await productWith(tx, path, args.linkId);
    const left = product && withoutDownload(product, kind, args.linkId);
    if (!left) throw fault("link_was_not_found", about("linkId"));

    for (const { file } of left.sources) if (file !== null) await deleteFile(call, "download_files", file);
    await saveProduct(tx, left.product, now);
    return true;
  },
};

function requireType(
  { fault }: Pick<CallRaising<"validation_error">, "fault">,
  given: unknown,
): ResourceType {
  if (isResourceType(given)) return given;
  const message = `unknown_resource_type: must be ${resourceTypes.join(" or ")}`;
  throw fault("validation_error", [{ field: "resourceType", message }]);
}

function requireDownloadable(
  { fault }: Pick<CallRaising<"product_not_downloadable">, "fault">,
  { id, type }: ProductDoc,
): void {
  if (type !== "downloadable") throw fault("product_not_downloadable", `Product ${id} is ${type}.`);
}

function requireBelowLimit(
  { fault }: Pick<CallRaising<"validation_error">, "fault">,
  { download_links = [], download_samples = [] }: ProductDoc,
  kind: ResourceType,
): void {
  const { productDownloads: most } = growthBounds;
  const { length } = kind === "link" ? download_links : download_samples;
  if (length < most) return;
  throw fault("validation_error", [{ field: "resource", message: `a product has at most ${most} ${kind}s` }]);
}

/** Decodes the uploaded files; adds those that cannot be stored to `problems`. */
async function readFiles(
  { source, sample }: DownloadInput,
  { imageMaxBytes }: HandlerSettings,
  problems: Problem[],
): Promise<ReadonlyMap<SourceInput, Buffer>> {
  const files = new Map<SourceInput, Buffer>();
  for (const one of [source, sample]) {
    if (one.type !== "file") continue;
    const { base64, field } = one.upload;
    const bytes = await decodeContent(base64);
    if (!bytes) problems.push({ field, message: noContent });
    else if (bytes.length > imageMaxBytes)
      problems.push({ field, message: `must have at most ${imageMaxBytes} bytes` });
    else files.set(one, bytes);
  }
  return files;
}

/** The source to store. A file is written to disk before its record. */
async function storeSource(
  work: FileContext,
  product_id: number,
  input: SourceInput,
  files: ReadonlyMap<SourceInput, Buffer>,
): Promise<DownloadSource> {
  if (input.type === null) return { type: null, file: null, url: null };
  if (input.type === "url") return { type: "url", file: null, url: input.url };
  const { tx, media, effects } = work;
  const bytes = files.get(input) as Buffer;
  const file = await freePath(tx, "download_files", downloadPath(input.upload.name));
  const stored_as = await media.put(file, bytes, effects);
  await tx.put("download_files", fileDoc({ file, product_id, stored_as }, bytes));
  return { type: "file", file, url: null };
}

/** The file records of a product, by key. */
async function filesOf(tx: ReadTx, product: ProductDoc): Promise<Map<string, FileDoc>> {
  const files = new Map<string, FileDoc>();
  for (const file of filesIn(product)) {
    const record = await tx.get("download_files", mediaKey(file));
    if (record) files.set(record.id, record);
  }
  return files;
}
