// ol_customer.search: the connector asks which customers have changed since its last call, then reads each of
// them by its ID.
const fields = {
  created_at: "text",
  updated_at: "text",
  website_id: "number",
  group_id: "number",
  email: "text",
};
const operators = { from: "gteq", to: "lteq", eq: "eq", in: "in", like: "like" };

export default {
  async search({ args, fault, tx }) {
    const problems = [];
    const where = Object.entries(args.filters ?? {}).flatMap(([path, condition]) => {
      const type = fields[path];
      if (type === undefined) problems.push({ field: path, message: "is not a field to search by" });
      return Object.entries(operatorsOf(condition)).map(([name, value]) => {
        const op = operators[name];
        if (op === undefined) problems.push({ field: path, message: `has no operator ${name}` });
        return { path, type, op, value };
      });
    });
    if (problems.length > 0) throw fault("filters_invalid", problems);

    const customers = await tx.find("customers", { where });
    return customers.map(({ id }) => id);
  },
};

/** A bare value is compared for equality. */
function operatorsOf(condition) {
  return typeof condition === "object" && condition !== null && !Array.isArray(condition)
    ? condition
    : { eq: condition };
}
