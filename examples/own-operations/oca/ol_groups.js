import { shopRows } from "./shop_rows.js";

const { search, info } = shopRows("groups", "group_id", (group) => group);

export default { search, info };
