/**
 * Limits that the service enforced before the contract had a keyword for them, by place: the keyword tells clients earlier what the
 * service refuses anyway, so it breaks none. `test/written-limits.test.ts` calls the service with values beyond each.
 */
export const writtenLimits: Readonly<Record<string, readonly string[]>> = {
  AttributeCodes: ["maxItems"],
  ...ofBoth("Attribute", { frontend_label: ["maxItems"] }),
  CartAddressList: ["minItems"],
  CartProductEntries: ["minItems"],
  ...ofBoth("Category", { image: ["pattern"] }),
  CustomerAddressInputCountry: ["pattern"],
  CustomerAddressInputStreet: ["minItems", "pattern"],
  CustomerInputEmail: ["pattern"],
  CustomerInputPassword: ["pattern"],
  "NewOption.label": ["maxItems"],
  OptionStores: ["minItems", "maxItems"],
  ...ofBoth("Product", {
    category_ids: ["maxItems"],
    country_of_manufacture: ["pattern"],
    meta_description: ["maxLength"],
    website_ids: ["maxItems"],
  }),
  ProductTagMembers: ["minProperties"],
  TierPriceInputList: ["maxItems"],
};

/** The places in the data of `create` and of `update`. */
function ofBoth(
  name: string,
  members: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    [`New${name}`, `${name}Changes`].flatMap((type) =>
      Object.entries(members).map(([member, keywords]) => [`${type}.${member}`, keywords]),
    ),
  );
}
