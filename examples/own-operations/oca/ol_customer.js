// ol_customer.search: the connector asks which customers have changed since its last call, then reads each of
// them by its ID.
import { conditions } from "./conditions.js";

const fields = {
  created_at: "time",
  updated_at: "time",
  website_id: "number",
  group_id: "number",
  email: "text",
};

export default {
  async search({ args, fault, tx }) {
    const customers = await tx.find("customers", { where: conditions(args.filters, fields, fault) });
    return customers.map(({ id }) => id);
  },
};
