// Websites, groups, store views and customer groups are lists in one document of the shop.
import { conditions } from "./conditions.js";

/**
 * @param list the name of the list
 * @param key the member with the ID of a row
 * @param shown the members of a row in answers
 */
export function shopRows(list, key, shown) {
  const rows = async (tx) => {
    const shop = await tx.get("settings", "shop");
    return shop[list].map((row) => shown(row, shop)).sort((a, b) => a[key] - b[key]);
  };
  const all = async ({ args, fault, tx }) => {
    // The connector asks for all of them.
    conditions(args.filters, {}, fault);
    return rows(tx);
  };
  return {
    all,
    search: async (call) => (await all(call)).map((row) => row[key]),
    async info({ args, fault, tx }) {
      const row = (await rows(tx)).find((one) => one[key] === args.id);
      if (!row) throw fault("not_exists");
      return row;
    },
  };
}
