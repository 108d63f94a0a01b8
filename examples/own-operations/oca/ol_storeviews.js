import { shopRows } from "./shop_rows.js";

const { search, info } = shopRows("views", "store_id", ({ language: _, ...view }) => ({
  ...view,
  is_active: Number(view.is_active),
}));

export default { search, info };
