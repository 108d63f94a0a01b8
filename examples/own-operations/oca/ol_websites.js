import { shopRows } from "./shop_rows.js";

const { search, info } = shopRows("websites", "website_id", (website) => ({
  ...website,
  is_default: Number(website.is_default),
}));

export default { search, info };
