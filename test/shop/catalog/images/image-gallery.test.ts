import { describe, expect, test } from "vitest";
import type { ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import { withChangedImage, withNewImage } from "../../../../src/shop/catalog/images/image-gallery.js";
import { defaultScope, type Scope } from "../../../../src/shop/stores/directory.js";

const german: Scope = { store_id: 3, website_id: 1 };

const empty: ProductDoc = {
  id: 1,
  type: "simple",
  set: 4,
  sku: "mug",
  created_at: "2025-06-01 12:00:00",
  updated_at: "2025-06-01 12:00:00",
  website_ids: [1],
  values: { "0": { name: "Mug" } },
  tier_prices: [],
  images: [],
};

const none = { texts: {}, roles: undefined };

describe("images of a product", () => {
  const a = withNewImage(
    empty,
    { value_id: 1, file: "a", input: { texts: {}, roles: ["thumbnail", "image"] } },
    defaultScope,
  );
  const ab = withNewImage(
    a,
    { value_id: 2, file: "b", input: { texts: {}, roles: ["image"] } },
    defaultScope,
  );

  test("a change without members changes nothing", () => {
    expect(withChangedImage(ab, "a", none, german)).toEqual(ab);
  });
});
