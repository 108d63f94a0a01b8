/** Custom options of every type for tests of rules, with defaults for irrelevant members. */
import type { OptionValue, ProductOption } from "../../../../src/shop/data/entities/options.js";

const free = { "0": { price: 0, price_type: "fixed" } } as const;

export function option(
  own: Partial<ProductOption> & Pick<ProductOption, "option_id" | "type">,
  title = `Option ${own.option_id}`,
): ProductOption {
  return {
    ...{ is_require: false, sort_order: 0, titles: { "0": title }, prices: free, sku: null },
    ...{ max_characters: null, file_extension: null, image_size_x: null, image_size_y: null, values: [] },
    ...own,
  };
}

export function value(
  own: Partial<OptionValue> & Pick<OptionValue, "value_id">,
  title = `Value ${own.value_id}`,
): OptionValue {
  return { sort_order: 0, sku: null, titles: { "0": title }, prices: free, ...own };
}

/** The pen of beyond 19: ink (drop_down) and engraving (field). */
export const ink = option(
  {
    ...{ option_id: 7, type: "drop_down", is_require: true, sort_order: 2 },
    values: [
      value({ value_id: 11 }, "Black"),
      value({ value_id: 12, sku: "GLD", prices: { "0": { price: 10, price_type: "percent" } } }, "Gold"),
    ],
  },
  "Color of ink",
);

export const engraving = option(
  {
    ...{ option_id: 8, type: "field", sort_order: 1, sku: "ENG", max_characters: 10 },
    prices: { "0": { price: 3, price_type: "fixed" } },
  },
  "Engraving",
);
