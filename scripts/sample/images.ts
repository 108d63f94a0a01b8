/** The images of the sample shop's products. Their bytes are generated on demand (pictures.ts). */
import { imageFileDoc } from "../../src/shop/catalog/images/images.js";
import { withNewImage } from "../../src/shop/catalog/images/image-gallery.js";
import { imagePath, numberedPath } from "../../src/shop/media/image-names.js";
import { defaultScope } from "../../src/shop/stores/directory.js";
import type { Tx } from "../../src/engine/storage/storage.js";
import { samplePicture } from "../../src/shop/states/sample/pictures.js";

const type = "image/png";

/** Adds an image to a product for each label, named after its SKU; the first one has all roles. */
export async function addImages(tx: Tx, productId: number, labels: readonly string[]): Promise<void> {
  let product = await tx.get("products", productId);
  if (!product) throw new Error(`The sample shop has no product ${productId}`);
  const path = imagePath(product.sku, type);

  for (const [index, label] of labels.entries()) {
    const file = index === 0 ? path : numberedPath(path, index);
    const bytes = samplePicture(productId, file);
    await tx.put("images", imageFileDoc({ file, product_id: productId, stored_as: file }, { bytes, type }));

    const roles = index === 0 ? (["image", "small_image", "thumbnail"] as const) : [];
    const image = { value_id: await tx.next("image"), file, input: { texts: { label }, roles } };
    product = withNewImage(product, image, defaultScope);
  }
  await tx.put("products", product);
}
