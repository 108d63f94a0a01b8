/** `directory_country`: the countries for addresses. doors 9.1. */
import type { Namespace } from "../namespace.js";
import { countries } from "./countries.js";

export const country: Namespace<"directory_country"> = {
  async list() {
    return countries.all.map(({ code, code3, name }) => ({
      country_id: code,
      iso2_code: code,
      iso3_code: code3,
      name,
    }));
  },
};
