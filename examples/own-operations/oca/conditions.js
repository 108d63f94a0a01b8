// Filters as the connector sends them, as conditions of tx.find.
const operators = {
  ...{ eq: "eq", neq: "neq", in: "in", nin: "nin", like: "like" },
  ...{ from: "gteq", to: "lteq", gt: "gt", gteq: "gteq", lt: "lt", lteq: "lteq" },
};

/** The connectors of Odoo 7 to 9 write 2013/04/09. */
const timeOf = (value) => (typeof value === "string" ? value.replaceAll("/", "-") : value);

/** @param fields the fields to search by, each with number, text or time */
export function conditions(filters, fields, fault) {
  const problems = [];
  const where = Object.entries(filters ?? {}).flatMap(([path, condition]) => {
    if (!Object.hasOwn(fields, path)) {
      problems.push({ field: path, message: "is not a field to search by" });
      return [];
    }
    const isTime = fields[path] === "time";
    const type = isTime ? "text" : fields[path];
    return Object.entries(operatorsOf(condition)).map(([name, value]) => {
      if (!Object.hasOwn(operators, name)) problems.push({ field: path, message: `has no operator ${name}` });
      return { path, type, op: operators[name], value: isTime ? timeOf(value) : value };
    });
  });
  if (problems.length > 0) throw fault("filters_invalid", problems);
  return where;
}

/** A bare value is compared for equality. */
function operatorsOf(condition) {
  return typeof condition === "object" && condition !== null && !Array.isArray(condition)
    ? condition
    : { eq: condition };
}
