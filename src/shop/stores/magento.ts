/** `core_magento`: the edition and version that this service reports to clients of Magento 1. doors 9.1. */
import type { Namespace } from "../namespace.js";

/** The system that the rules of all operations were checked against. Clients choose their calls by it. */
const versions = { magento_edition: "Community", magento_version: "1.9.4.5", openmage_version: "20.16.0" };

export const magento: Namespace<"core_magento"> = {
  async info() {
    return versions;
  },
};
