/** `catalog_product_attribute_tier_price`: prices from a minimum quantity. catalog 8. */
import type { Problem } from "../../../engine/values/problem.js";
import type { Namespace } from "../../namespace.js";
import { presentTierPrices, readTierPrices, replacedTierPrices, tierPriceContext } from "./tier-prices.js";
import { requireProduct } from "../records/product-lookups.js";
import { updateTime } from "../../../engine/values/dates.js";

export const productAttributeTierPrice: Namespace<"catalog_product_attribute_tier_price"> = {
  async info(call) {
    const product = await requireProduct(call, call.args.productId, call.args.identifierType);

    return presentTierPrices(product.tier_prices);
  },

  async update(call) {
    const { args, tx, fault, shop, settings, now } = call;
    const product = await requireProduct(call, args.productId, args.identifierType);

    const problems: Problem[] = [];
    const context = tierPriceContext(shop, settings, product);
    const given = readTierPrices(args.tierPrices, context, "tierPrices", problems);
    if (problems.length > 0) throw fault("data_invalid", problems);

    const tier_prices = replacedTierPrices(product.tier_prices, given);
    await tx.put("products", { ...product, tier_prices, updated_at: updateTime(product, now) });
    return true;
  },
};
