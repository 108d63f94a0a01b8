/** The installed attributes, for tests of rules. */
import { AttributeModel } from "../../../src/shop/catalog/attributes/attribute-model.js";
import { minimalRecords } from "../../../src/shop/states/dataset.js";
import { firstVersion } from "../../../src/shop/states/migrations/migrations.js";
import type { AttributeDoc } from "../../../src/shop/data/entities/catalog.js";

const installed = minimalRecords(firstVersion).filter((record) => "collection" in record);

export const installedAttributes = new AttributeModel(
  installed.flatMap((record) => (record.collection === "attributes" ? record.doc : [])),
  installed.flatMap((record) => (record.collection === "attribute_sets" ? record.doc : [])),
);

export function productAttribute(code: string): AttributeDoc {
  const found = installedAttributes.productByCode(code);
  if (!found) throw new Error(`no product attribute ${code}`);
  return found;
}
