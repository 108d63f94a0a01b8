/** `/api/rest/products/{id}/…`: categories, websites and images of products (beyond 22.4). */
import { notForSeveralCalls } from "../../../engine/calls/idempotent-calls.js";
import type { RestProblem } from "../../../engine/doors/rest/rest-error.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { isSeveral } from "../forms/body.js";
import type { RestCall, RestHandler, RestHandlers } from "../forms/call.js";
import { closing, fieldProblem, refuseUnwritten } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import type { RestPathOf, RecordOf } from "../forms/rest-operations.js";
import { filterMembers, textMembers, type RestRecord } from "./collections.js";
import type { ResourceParts } from "./operations.js";
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

export function productPartHandlers({
  storage,
  operations,
  contract,
  basePath,
}: ResourceParts): RestHandlers<PartOperation> {
  const find = (call: RestCall<PartOperation>) => requireVisibleProduct(storage, call);
  const images: RestHandler<ListImages> = {
    ...imageReaders,
    async run(call) {
      const { product, view } = await find(call);
      const all = (await operations.text(call, "catalog_product_attribute_media.items", {
        productId: product.id,
        store: view.scope.store_id,
        identifierType: "id",
      })) as ImageText[];
      const shown = all.filter((image) => isShown(image, view));
      return { result: shown.map((image) => imageRecord(image, product, view)) };
    },
  };
  const addImage: RestHandler<AddImage> = {
    admin: "catalog_product_attribute_media.create",
    body: "one",
    holdsFile: true,
    find,
    async run(call) {
      const { productId } = call.path;
      const { store_id: store } = (await find(call)).view.scope;
      const members = { productId, data: imageData(call.fields), store, identifierType: "id" };
      const file = await operations.run(call, "catalog_product_attribute_media.create", members, {
        nameOf: fileMember,
      });
      const { product } = await find(call);
      return at(`${productId}/images/${idOf(product, file)}`);
    },
  };
  const readImage: RestHandler<ReadImage> = {
    ...imageReaders,
    async run(call) {
      const { product, view, file } = await requireImage(call);
      const image = (await operations.text(call, "catalog_product_attribute_media.info", {
        productId: product.id,
        file,
        store: view.scope.store_id,
        identifierType: "id",
      })) as ImageText;
      if (!isShown(image, view)) throw noImage(call.path.imageId);
      return { result: imageRecord(image, product, view) };
    },
  };
  const updateImage: RestHandler<UpdateImage> = {
    admin: "catalog_product_attribute_media.update",
    body: "one",
    holdsFile: true,
    find: requireImage,
    async run(call) {
      const { fields: body } = call;
      const { product, view, file } = await requireImage(call);
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
    },
  };
  const removeImage: RestHandler<RemoveImage> = {
    admin: "catalog_product_attribute_media.remove",
    async run(call) {
      const { product, file } = await requireImage(call);
      const members = { productId: product.id, file, identifierType: "id" };
      await operations.run(call, "catalog_product_attribute_media.remove", members);
      return {};
    },
  };
  return {
    listProductCategories: {
      admin: "catalog_product.info",
      customer: "all",
      async run(call) {
        await find(call);
        const { categories } = await infoOf(call);
        return { result: categories.map((id) => ({ category_id: String(id) })) };
      },
    },
    assignProductCategory: {
      admin: "catalog_category.assignProduct",
      body: "one",
      find,
      async run(call) {
        const { category_id: categoryId } = call.fields;
        // The contract takes digits as text, as for every number; Magento 1 refuses them here (rest 5).
        if (typeof categoryId !== "number")
          throw refused(400, [fieldProblem("category_id", "must be a number", categoryId), closing]);
        const { productId } = call.path;
        const { categories } = await infoOf(call);
        if (categories.includes(categoryId) && !call.isRepeated)
          throw refused(400, alreadyIn("category_id", "category", categoryId));
        const members = { categoryId, productId, identifierType: "id" };
        await operations.run(call, "catalog_category.assignProduct", members, {
          nameOf: (field) => (field === "categoryId" ? "category_id" : field),
        });
        return at(`${productId}/categories/${categoryId}`);
      },
    },
    removeProductCategory: {
      admin: "catalog_category.removeProduct",
      async run(call) {
        await find(call);
        const { categoryId, productId } = call.path;
        const members = { categoryId, productId, identifierType: "id" };
        await operations.run(call, "catalog_category.removeProduct", members);
        return {};
      },
    },
    listProductWebsites: {
      admin: "catalog_product.info",
      async run(call) {
        await find(call);
        const { websites } = await infoOf(call);
        return { result: websites.map((id) => ({ website_id: String(id) })) };
      },
    },
    assignProductWebsite: {
      admin: "catalog_product.update",
      body: "several",
      find,
      async run(call) {
        const { productId } = call.path;
        const { content = [] } = call;
        if (!isSeveral(content)) return at(`${productId}/websites/${await assignWebsite(call, content)}`);
        if (call.context.sender.idempotencyKey) throw notForSeveralCalls;
        return runSeveral<"assignProductWebsite">(
          content,
          ({ website_id }) => ({ website_id: sentKey(website_id), product_id: String(productId) }),
          (website) => assignWebsite(call, website),
        );
      },
    },
    removeProductWebsite: {
      admin: "catalog_product.update",
      async run(call) {
        const { product, view } = await find(call);
        const { websiteId } = call.path;
        if (!view.shop.website(websiteId)) {
          const message = `There is no website ${websiteId}.`;
          throw refused<"removeProductWebsite">(404, { field: "websiteId", message });
        }
        if (!product.website_ids.includes(websiteId)) {
          const message = `The product is not in website ${websiteId}.`;
          throw refused(400, { field: "websiteId", message });
        }
        await changeWebsites(call, websiteId, (websites) => websites.filter((id) => id !== websiteId));
        return {};
      },
    },
    listProductImages: images,
    listProductImagesInStore: images,
    addProductImage: addImage,
    addProductImageInStore: addImage,
    readProductImage: readImage,
    readProductImageInStore: readImage,
    updateProductImage: updateImage,
    updateProductImageInStore: updateImage,
    removeProductImage: removeImage,
    removeProductImageInStore: removeImage,
  };

  async function assignWebsite(call: RestCall<"assignProductWebsite">, sent: DataObject): Promise<number> {
    const body = await contract.validate(call, sent);
    refuseUnwritten(call, writtenOfWebsite, body);
    const { website_id, copy_to_stores = [] } = body;
    const id = Number(website_id);
    const found = await find(call);
    if (!(id > 0))
      throw refused(400, [
        fieldProblem("website_id", "must be the number of a website", website_id),
        closing,
      ]);
    // The operation refuses an unknown website.
    const copies = found.view.shop.website(id)
      ? copiesOf(copy_to_stores as readonly SentCopy[], id, found)
      : [];
    const { websites } = await infoOf(call);
    if (websites.includes(id) && !call.isRepeated) throw refused(400, alreadyIn("website_id", "website", id));
    await changeWebsites(call, id, (websites) => [...new Set([...websites, id])]);
    for (const { productData, store } of copies) {
      const members = { productId: call.path.productId, productData, store };
      await operations.run(call, "catalog_product.update", members, { isFollowUp: true });
    }
    return id;
  }

  async function changeWebsites(
    call: RestCall<"assignProductWebsite" | "removeProductWebsite">,
    website_id: number,
    change: (websites: readonly number[]) => readonly number[],
  ): Promise<void> {
    const { productId } = call.path;
    const { websites } = await infoOf(call);
    const productData = { website_ids: change(websites) };
    const members = { productId, productData, store: 0 };
    await operations.run(call, "catalog_product.update", members, {
      ...{ nameOf: () => "website_id", extraArguments: { website_id } },
    });
  }

  function infoOf(call: RestCall<PartOperation>) {
    const { productId } = call.path;
    const members = { productId, attributes: [], store: 0, identifierType: "id" };
    return operations.run(call, "catalog_product.info", members);
  }

  async function requireImage(call: RestCall<ReadImage | UpdateImage | RemoveImage>): Promise<FoundImage> {
    const found = await find(call);
    const { imageId } = call.path as RestPathOf<"readProductImage">;
    const image = found.product.images.find(({ value_id }) => value_id === imageId);
    if (!image) throw noImage(imageId);
    return { ...found, file: image.file };
  }

  function at(path: string) {
    return { headers: { Location: `${basePath}/api/rest/products/${path}` } };
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
