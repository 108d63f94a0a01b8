/** `/api/rest/products/{id}/…`: categories, websites and images of products (beyond 22.4). */
import { notForSeveralCalls } from "../../../engine/calls/idempotent-calls.js";
import type { RestProblem } from "../../../engine/doors/rest/rest-error.js";
import type { Storage } from "../../../engine/storage/storage.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { isSeveral } from "../forms/body.js";
import type { RestCall, RestHandlers, RestResult } from "../forms/call.js";
import type { RestContract } from "../forms/contract.js";
import { closing, fieldProblem, refuseUnwritten } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import type { RestPathOf, RecordOf } from "../forms/rest-operations.js";
import { filterMembers, textMembers, type RestRecord } from "./collections.js";
import type { OperationRunner } from "./operations.js";
import { runSeveral, sentKey } from "./several.js";
import { requireVisibleProduct, type ProductContext } from "./products.js";

type PartOperation =
  | "listProductCategories"
  | "assignProductCategory"
  | "removeProductCategory"
  | "listProductWebsites"
  | "assignProductWebsite"
  | "removeProductWebsite"
  | ImageOperation;

type ImageOperation = ListImages | AddImage | ReadImage | UpdateImage | RemoveImage;
type ListImages = "listProductImages" | "listProductImagesInStore";
type AddImage = "addProductImage" | "addProductImageInStore";
type ReadImage = "readProductImage" | "readProductImageInStore";
type UpdateImage = "updateProductImage" | "updateProductImageInStore";
type RemoveImage = "removeProductImage" | "removeProductImageInStore";

interface ProductPartsResourceParts {
  readonly storage: Storage;
  readonly operations: OperationRunner;
  readonly contract: RestContract;
  readonly basePath: string;
}

const imageMembers = [
  "id",
  "label",
  "position",
  "exclude",
  "url",
] satisfies readonly (keyof RecordOf<"readProductImage">)[];

/** An image in results of the operations, as text. */
interface ImageText extends RestRecord {
  readonly file: string;
  readonly exclude: string;
  readonly types: string[];
}

export class ProductPartsResource {
  private readonly adding = {
    admin: "catalog_product_attribute_media.create",
    body: "one",
    holdsFile: true,
    find: (call: RestCall<AddImage>) => this.find(call),
    run: (call: RestCall<AddImage>) => this.addImage(call),
  } as const;
  private readonly updating = {
    admin: "catalog_product_attribute_media.update",
    body: "one",
    holdsFile: true,
    find: (call: RestCall<UpdateImage>) => this.requireImage(call),
    run: (call: RestCall<UpdateImage>) => this.updateImage(call),
  } as const;
  private readonly removing = {
    admin: "catalog_product_attribute_media.remove",
    run: (call: RestCall<RemoveImage>) => this.removeImage(call),
  };

  readonly handlers: RestHandlers<PartOperation> = {
    listProductCategories: {
      admin: "catalog_product.info",
      customer: "all",
      run: (call) => this.categories(call),
    },
    assignProductCategory: {
      admin: "catalog_category.assignProduct",
      body: "one",
      find: (call) => this.find(call),
      run: (call) => this.assign(call),
    },
    removeProductCategory: { admin: "catalog_category.removeProduct", run: (call) => this.remove(call) },
    listProductWebsites: { admin: "catalog_product.info", run: (call) => this.websites(call) },
    assignProductWebsite: {
      admin: "catalog_product.update",
      body: "several",
      find: (call) => this.find(call),
      run: (call) => this.assignWebsite(call),
    },
    removeProductWebsite: { admin: "catalog_product.update", run: (call) => this.removeWebsite(call) },
    listProductImages: { ...imageReaders, run: (call) => this.images(call) },
    listProductImagesInStore: { ...imageReaders, run: (call) => this.images(call) },
    addProductImage: this.adding,
    addProductImageInStore: this.adding,
    readProductImage: { ...imageReaders, run: (call) => this.image(call) },
    readProductImageInStore: { ...imageReaders, run: (call) => this.image(call) },
    updateProductImage: this.updating,
    updateProductImageInStore: this.updating,
    removeProductImage: this.removing,
    removeProductImageInStore: this.removing,
  };

  constructor(private readonly parts: ProductPartsResourceParts) {}

  private find(call: RestCall<PartOperation>): Promise<unknown> {
    return requireVisibleProduct(this.parts.storage, call);
  }

  private async categories(
    call: RestCall<"listProductCategories">,
  ): Promise<RestResult<"listProductCategories">> {
    await requireVisibleProduct(this.parts.storage, call);
    const { categories } = await this.info(call);
    return { result: categories.map((id) => ({ category_id: String(id) })) };
  }

  private async assign(
    call: RestCall<"assignProductCategory">,
  ): Promise<RestResult<"assignProductCategory">> {
    const { operations } = this.parts;
    const { category_id: categoryId } = call.fields;
    // The contract takes digits as text, as for every number; Magento 1 refuses them here (rest 5).
    if (typeof categoryId !== "number")
      throw refused(400, [fieldProblem("category_id", "must be a number", categoryId), closing]);
    const { productId } = call.path;
    const { categories } = await this.info(call);
    if (categories.includes(categoryId) && !call.isRepeated)
      throw refused(400, alreadyIn("category_id", "category", categoryId));
    const members = { categoryId, productId, identifierType: "id" };
    await operations.run(call, "catalog_category.assignProduct", members, {
      nameOf: (field) => (field === "categoryId" ? "category_id" : field),
    });
    return this.at(`${productId}/categories/${categoryId}`);
  }

  private async remove(
    call: RestCall<"removeProductCategory">,
  ): Promise<RestResult<"removeProductCategory">> {
    await requireVisibleProduct(this.parts.storage, call);
    const { categoryId, productId } = call.path;
    const members = { categoryId, productId, identifierType: "id" };
    await this.parts.operations.run(call, "catalog_category.removeProduct", members);
    return {};
  }

  private async websites(call: RestCall<"listProductWebsites">): Promise<RestResult<"listProductWebsites">> {
    await requireVisibleProduct(this.parts.storage, call);
    const { websites } = await this.info(call);
    return { result: websites.map((id) => ({ website_id: String(id) })) };
  }

  private async assignWebsite(
    call: RestCall<"assignProductWebsite">,
  ): Promise<RestResult<"assignProductWebsite">> {
    const { productId } = call.path;
    const { content = [] } = call;
    if (!isSeveral(content)) {
      const id = await this.assignOneWebsite(call, content);
      return this.at(`${productId}/websites/${id}`);
    }
    if (call.context.sender.idempotencyKey) throw notForSeveralCalls;
    return runSeveral<"assignProductWebsite">(
      content,
      ({ website_id }) => ({ website_id: sentKey(website_id), product_id: String(productId) }),
      (website) => this.assignOneWebsite(call, website),
    );
  }

  private async assignOneWebsite(call: RestCall<"assignProductWebsite">, sent: DataObject): Promise<number> {
    const { contract, operations } = this.parts;
    const body = await contract.validate(call, sent);
    refuseUnwritten(call, writtenOfWebsite, body);
    const { website_id, copy_to_stores = [] } = body;
    const id = Number(website_id);
    const found = await requireVisibleProduct(this.parts.storage, call);
    if (!(id > 0))
      throw refused(400, [
        fieldProblem("website_id", "must be the number of a website", website_id),
        closing,
      ]);
    // The operation refuses an unknown website.
    const copies = found.view.shop.website(id)
      ? copiesOf(copy_to_stores as readonly SentCopy[], id, found)
      : [];
    const { websites } = await this.info(call);
    if (websites.includes(id) && !call.isRepeated) throw refused(400, alreadyIn("website_id", "website", id));
    await this.changeWebsites(call, id, (websites) => [...new Set([...websites, id])]);
    for (const { productData, store } of copies) {
      const members = { productId: call.path.productId, productData, store };
      await operations.run(call, "catalog_product.update", members, { isFollowUp: true });
    }
    return id;
  }

  private async removeWebsite(
    call: RestCall<"removeProductWebsite">,
  ): Promise<RestResult<"removeProductWebsite">> {
    const { product, view } = await requireVisibleProduct(this.parts.storage, call);
    const { websiteId } = call.path;
    if (!view.shop.website(websiteId)) {
      const message = `There is no website ${websiteId}.`;
      throw refused<"removeProductWebsite">(404, { field: "websiteId", message });
    }
    if (!product.website_ids.includes(websiteId)) {
      const message = `The product is not in website ${websiteId}.`;
      throw refused(400, { field: "websiteId", message });
    }
    await this.changeWebsites(call, websiteId, (websites) => websites.filter((id) => id !== websiteId));
    return {};
  }

  private async changeWebsites(
    call: RestCall<"assignProductWebsite" | "removeProductWebsite">,
    website_id: number,
    change: (websites: readonly number[]) => readonly number[],
  ): Promise<void> {
    const { productId } = call.path;
    const { websites } = await this.info(call);
    const productData = { website_ids: change(websites) };
    const members = { productId, productData, store: 0 };
    await this.parts.operations.run(call, "catalog_product.update", members, {
      ...{ nameOf: () => "website_id", extraArguments: { website_id } },
    });
  }

  private info(call: RestCall<PartOperation>) {
    const { productId } = call.path;
    const members = { productId, attributes: [], store: 0, identifierType: "id" };
    return this.parts.operations.run(call, "catalog_product.info", members);
  }

  private async images(call: RestCall<ListImages>): Promise<RestResult<"listProductImages">> {
    const { product, view } = await requireVisibleProduct(this.parts.storage, call);
    const all = (await this.parts.operations.text(call, "catalog_product_attribute_media.items", {
      productId: product.id,
      store: view.scope.store_id,
      identifierType: "id",
    })) as ImageText[];
    const shown = all.filter((image) => isShown(image, view));
    return { result: shown.map((image) => imageRecord(image, product, view)) };
  }

  private async image(call: RestCall<ReadImage>): Promise<RestResult<"readProductImage">> {
    const { product, view, file } = await this.requireImage(call);
    const image = (await this.parts.operations.text(call, "catalog_product_attribute_media.info", {
      productId: product.id,
      file,
      store: view.scope.store_id,
      identifierType: "id",
    })) as ImageText;
    if (!isShown(image, view)) throw noImage(call.path.imageId);
    return { result: imageRecord(image, product, view) };
  }

  private async addImage(call: RestCall<AddImage>): Promise<RestResult<"addProductImage">> {
    const { operations, storage } = this.parts;
    const { productId } = call.path;
    const { store_id: store } = (await requireVisibleProduct(storage, call)).view.scope;
    const members = { productId, data: imageData(call.fields), store, identifierType: "id" };
    const file = await operations.run(call, "catalog_product_attribute_media.create", members, {
      nameOf: fileMember,
    });
    const { product } = await requireVisibleProduct(storage, call);
    return this.at(`${productId}/images/${idOf(product, file)}`);
  }

  private async updateImage(call: RestCall<UpdateImage>): Promise<RestResult<"updateProductImage">> {
    const { operations } = this.parts;
    const { fields: body } = call;
    const { product, view, file } = await this.requireImage(call);
    const { file_content, ...rest } = body;
    if (file_content === undefined) {
      // The operation gets no file, so it cannot judge these.
      const known = Object.fromEntries(Object.keys(rest).map((name) => [name, null]));
      const { file_name: _name, file_mime_type: _type, ...others } = known;
      refuseUnwritten(call, { known: others }, body);
    }
    const members = { productId: product.id, file, data: imageData(body) };
    const where = { store: view.scope.store_id, identifierType: "id" };
    const changes = { ...members, ...where };
    await operations.run(call, "catalog_product_attribute_media.update", changes, { nameOf: fileMember });
    return {};
  }

  private async removeImage(call: RestCall<RemoveImage>): Promise<RestResult<"removeProductImage">> {
    const { product, file } = await this.requireImage(call);
    const members = { productId: product.id, file, identifierType: "id" };
    await this.parts.operations.run(call, "catalog_product_attribute_media.remove", members);
    return {};
  }

  private async requireImage(call: RestCall<ReadImage | UpdateImage | RemoveImage>): Promise<FoundImage> {
    const found = await requireVisibleProduct(this.parts.storage, call);
    const { imageId } = call.path as RestPathOf<"readProductImage">;
    const image = found.product.images.find(({ value_id }) => value_id === imageId);
    if (!image) throw noImage(imageId);
    return { ...found, file: image.file };
  }

  private at(path: string) {
    return { headers: { Location: `${this.parts.basePath}/api/rest/products/${path}` } };
  }
}

const writtenOfWebsite = {
  known: {
    website_id: null,
    copy_to_stores: { known: { store_from: null, store_to: null }, isList: true },
  },
  owned: ["product_id"],
} as const;

interface SentCopy {
  readonly store_from: unknown;
  readonly store_to: unknown;
}

/** The values to copy, and their target store views. Throws `RestError` 400 with all problems. */
function copiesOf(
  sent: readonly SentCopy[],
  websiteId: number,
  { product, view: { shop } }: Pick<FoundImage, "product" | "view">,
) {
  const problems: RestProblem[] = [];
  const copies = sent.map(({ store_from, store_to }, index) => {
    const [from, to] = [shop.view(Number(store_from)), shop.view(Number(store_to))];
    const isSource = from !== undefined && product.website_ids.includes(from.website_id);
    const place = `copy_to_stores[${index}]`;
    if (!isSource) {
      const message = "must be a store view of a website of the product";
      problems.push(fieldProblem(`${place}.store_from`, message, store_from));
    }
    if (to?.website_id !== websiteId) {
      const message = `must be a store view of website ${websiteId}`;
      problems.push(fieldProblem(`${place}.store_to`, message, store_to));
    }
    return { productData: product.values[`s${from?.store_id ?? 0}`] ?? {}, store: to?.store_id ?? 0 };
  });
  if (problems.length > 0) throw refused(400, [...problems, closing]);
  return copies.filter(({ productData }) => Object.keys(productData).length > 0);
}

const imageReaders = { admin: "catalog_product_attribute_media.info", customer: "all" } as const;

interface FoundImage {
  readonly product: ProductDoc;
  readonly view: ProductContext;
  readonly file: string;
}

function noImage(imageId: number) {
  return refused<"readProductImage">(404, {
    field: "imageId",
    message: `The product has no image ${imageId}.`,
  });
}

function alreadyIn(field: string, kind: string, id: unknown): RestProblem {
  return { field, message: `The product is in ${kind} ${quote(id)} already.` };
}

function idOf({ images }: ProductDoc, file: string): string {
  return String(images.find((image) => image.file === file)?.value_id ?? "");
}

/** Whether the image is visible: customers see only the storefront gallery. */
function isShown({ exclude }: ImageText, { customer }: ProductContext): boolean {
  return !customer || exclude !== "1";
}

function imageRecord(
  image: ImageText,
  product: ProductDoc,
  { customer }: ProductContext,
): RecordOf<"readProductImage"> {
  const record = {
    ...textMembers({ ...image, id: idOf(product, image.file) }, imageMembers),
    types: image.types,
  };
  return customer ? filterMembers(record, (name) => name !== "exclude") : record;
}

/** The REST name of a member of the file. */
function fileMember(field: string): string {
  const names: Readonly<Record<string, string>> = { content: "file_content", mime: "file_mime_type" };
  return field.replace(/^file\.(\w+)$/, (_, name: string) => names[name] ?? "file_name");
}

/** The data for the operation, with the file in the form that it expects. */
function imageData({ id: _id, file_content, file_mime_type, file_name, ...data }: DataObject): DataObject {
  if (file_content === undefined) return data;
  const name = file_name === undefined || file_name === "" ? {} : { name: file_name };
  return { ...data, file: { content: file_content, mime: file_mime_type, ...name } };
}
