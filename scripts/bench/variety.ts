/** What the scenarios with different calls ask about, in the sample shop. */

/** Products 1 to 49. */
export const products = 49;

export const attributeLists: readonly (readonly string[])[] = [
  [],
  ["name", "price", "status"],
  ["sku", "name", "description", "short_description"],
  ["price", "special_price", "special_from_date", "special_to_date", "tax_class_id"],
  ["name", "weight", "visibility", "url_key", "meta_title", "meta_keyword", "meta_description"],
];

export const customerMembers: readonly string[] = [
  "entity_id",
  "website_id",
  "email",
  "group_id",
  "created_at",
  "disable_auto_group_change",
  "created_in",
  "firstname",
  "lastname",
];

/** All lists of at least one of the values; of n values there are 2 to the power of n, less one. The longest are first. */
export function sublists(values: readonly string[]): readonly (readonly string[])[] {
  const lists = Array.from({ length: 2 ** values.length - 1 }, (_, at) =>
    values.filter((_value, bit) => ((at + 1) >> bit) % 2 === 1),
  );
  return lists.toSorted((one, other) => other.length - one.length);
}
