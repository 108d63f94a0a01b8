/** The compositions of the sample shop's configurable product and bundle. Its grouped products consist of links. */
import type { CompositionRequest } from "../../src/shop/catalog/compositions/product-composition.js";

export interface CompositionRow {
  readonly sku: string;
  readonly composition: CompositionRequest;
}

export const compositionRows: readonly CompositionRow[] = [
  {
    sku: "mug-glaze",
    composition: {
      attributes: ["tone"],
      children: [
        { sku: "mug-glaze-sand" },
        { sku: "mug-glaze-moss", pricing: { tone: { option: "Moss", price: 2 } } },
      ],
    },
  },
  {
    sku: "box-tea",
    composition: {
      options: [
        { title: "Pot", type: "radio", selections: [{ sku: "pot-01" }, { sku: "pot-02" }] },
        { title: "Cups", type: "select", selections: [{ sku: "mug-02", qty: 4, can_change_qty: true }] },
        {
          title: "Extras",
          type: "checkbox",
          required: false,
          selections: [{ sku: "gift-02" }, { sku: "course-02" }],
        },
      ],
    },
  },
];
