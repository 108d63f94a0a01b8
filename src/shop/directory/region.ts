/** `directory_region`: the regions of a country. doors 9.1. */
import type { Namespace } from "../namespace.js";
import { countries } from "./countries.js";

const byName = new Intl.Collator("en");

export const region: Namespace<"directory_region"> = {
  async list({ check, fault }) {
    const { country } = check("country");
    const code = countries.codeOf(country);
    if (code === undefined) throw fault("country_not_exists");

    return countries
      .regionsOf(code)
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .map(({ region_id, code, name }) => ({ region_id, code, name }));
  },
};
