// oerp_catalog_category.search: which categories have changed since the last call.
import { conditions } from "./conditions.js";

const fields = { created_at: "time", updated_at: "time", parent_id: "number", level: "number" };

export default {
  async search({ args, fault, tx }) {
    const categories = await tx.find("categories", { where: conditions(args.filters, fields, fault) });
    return categories.map(({ id }) => id);
  },
};
