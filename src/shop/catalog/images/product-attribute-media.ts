/** `catalog_product_attribute_media`: the images of products. catalog 7. */
import { about } from "../../../engine/contract/faults.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { CallRaising, Namespace } from "../../namespace.js";
import { idleMembers, withoutEffect, type Handling } from "../../../engine/contract/members.js";
import { toData, type DataObject } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import { readImageData, type ImageInput, type ImageRole } from "./image-data.js";
import {
  imageAt,
  imageOf,
  imagesAt,
  withChangedImage,
  withNewImage,
  withoutImage,
  type ImageView,
} from "./image-gallery.js";
import { imagePath } from "../../media/image-names.js";
import { attributeModel } from "../attributes/attributes.js";
import { freePath, deleteFile } from "../../media/product-files.js";
import { decodeContent, imageFolder, storePicture, readPicture } from "./images.js";
import { currentStore } from "../../stores/current-store.js";
import { requireProduct } from "../records/product-lookups.js";
import { updateTime } from "../../../engine/values/dates.js";
import { growthBounds } from "../../data/growth.js";

export const productAttributeMedia: Namespace<"catalog_product_attribute_media"> = {
  currentStore: currentStore("product"),

  async items(call) {
    const { args } = call;
    const scope = call.scope(args.store);
    const product = await requireProduct(call, args.productId, args.identifierType);

    return imagesAt(product, scope).map((image) => imageAnswer(image, call.baseUrl));
  },

  async info(call) {
    const { args } = call;
    const scope = call.scope(args.store);
    const product = await requireProduct(call, args.productId, args.identifierType);
    const { file } = call.check("file");
    const image = requireImage(call, product, file);

    return imageAnswer(imageAt(product, image, scope), call.baseUrl);
  },

  async create(call) {
    const { args, tx, fault } = call;
    const scope = call.scope(args.store);
    const product = await requireProduct(call, args.productId, args.identifierType);
    await requireGallery(call, product);

    const { data } = call.check("data");
    if (product.images.length >= growthBounds.productImages)
      throw fault("not_created", `A product has at most ${growthBounds.productImages} images.`);
    const input = await readData(call, data, "create");
    const picture = await readPicture(input.bytes, call.settings);
    if (typeof picture === "string") throw fault("not_created", about("data.file.content", picture));

    const file = await freePath(tx, "images", imagePath(input.upload.name, input.upload.mime));
    await storePicture(call, { file, product_id: product.id }, picture);
    const image = { value_id: await tx.next("image"), file, input };
    await tx.put("products", {
      ...withNewImage(product, image, scope),
      updated_at: updateTime(product, call.now),
    });
    return file;
  },

  async update(call) {
    const { args, tx, fault } = call;
    const scope = call.scope(args.store);
    const product = await requireProduct(call, args.productId, args.identifierType);
    const { file: named } = call.check("file");
    const { file } = requireImage(call, product, named);

    const { data } = call.check("data");
    const input = await readData(call, data, "update");
    const picture = input.bytes && (await readPicture(input.bytes, call.settings));
    if (typeof picture === "string") throw fault("not_updated", about("data.file.content", picture));

    if (picture) await storePicture(call, { file, product_id: product.id }, picture);
    await tx.put("products", {
      ...withChangedImage(product, file, input, scope),
      updated_at: updateTime(product, call.now),
    });
    return true;
  },

  async remove(call) {
    const { args, tx } = call;
    const product = await requireProduct(call, args.productId, args.identifierType);
    const { file: named } = call.check("file");
    const { file } = requireImage(call, product, named);

    await deleteFile(call, "images", file);
    await tx.put("products", { ...withoutImage(product, file), updated_at: updateTime(product, call.now) });
    return true;
  },

  async types({ args, tx, fault }) {
    const model = await attributeModel(tx);
    const set = model.set(args.setId);
    if (!set) return [];

    const roles = model.members(set.id).filter(({ frontend_input }) => frontend_input === "media_image");
    if (roles.length === 0) throw fault("not_media", `The attribute set ${set.id} has no images.`);

    return roles.map(({ attribute_code, scope }) => ({ code: attribute_code as ImageRole, scope }));
  },
};

/** An image in results, with its URL. */
function imageAnswer({ file, label, position, exclude, types }: ImageView, baseUrl: string) {
  return { file, label, position, exclude, url: `${baseUrl}${imageFolder}${file}`, types };
}

function requireImage(
  { fault }: Pick<CallRaising<"not_exists">, "fault">,
  product: ProductDoc,
  file: string,
) {
  const image = imageOf(product, file);
  if (!image) throw fault("not_exists", `Product ${product.id} has no such image.`);
  return image;
}

async function requireGallery({ tx, fault }: CallRaising<"not_media">, { set }: ProductDoc): Promise<void> {
  const members = (await attributeModel(tx)).members(set);
  if (members.some(({ attribute_code }) => attribute_code === "media_gallery")) return;
  throw fault("not_media", `The attribute set ${set} has no images.`);
}

/** Image data with the decoded file, if one was given. */
type DecodedInput = ImageInput & { readonly bytes: Buffer | undefined };
type NewImageInput = DecodedInput & {
  readonly bytes: Buffer;
  readonly upload: NonNullable<ImageInput["upload"]>;
};

type DataCall = Pick<CallRaising<"data_invalid">, "fault"> & Handling;

/** Reads and decodes image data. On create, the file is required. Throws `data_invalid` with all problems. */
function readData(call: DataCall, data: DataObject, mode: "create"): Promise<NewImageInput>;
function readData(call: DataCall, data: DataObject, mode: "update"): Promise<DecodedInput>;
async function readData(call: DataCall, data: DataObject, mode: "create" | "update"): Promise<DecodedInput> {
  const problems: Problem[] = [];
  const input = readImageData(data, mode, problems);
  const bytes = input.upload && (await decodeContent(input.upload.content));
  if (input.upload && !bytes)
    problems.push({
      field: "file.content",
      message: "must be base64 of at least one byte, without a prefix such as data:…;base64,",
    });
  if (mode === "update")
    append(
      problems,
      withoutEffect(call, "data.", () =>
        idleMembers(toData(data.file) ?? {}, ["name"], "cannot be changed by an update", "file."),
      ),
    );
  if (problems.length > 0) throw call.fault("data_invalid", problems);
  return { ...input, bytes };
}
