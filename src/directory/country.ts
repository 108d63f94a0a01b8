/** `directory_country`: the countries that addresses may name. doors.md 9.1. */
import type { Namespace } from "../rpc/namespace.js";
import { countries } from "../values/countries.js";

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
