/** `catalog_product_attribute`: the attributes of products and their options. catalog 4. */
import { withoutEffect } from "../../../engine/contract/members.js";
import { currentStore } from "../../stores/current-store.js";
import { about } from "../../../engine/contract/faults.js";
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { Call, Namespace } from "../../namespace.js";
import {
  blankAttribute,
  codeProblems,
  hasCodeForm,
  inputTypeOf,
  inputTypes,
  readMembers,
  readNewAttribute,
  withMembers,
} from "./attribute-data.js";
import { attributeEntry, attributeInfo, isListed } from "./attribute-info.js";
import {
  hasOwnOptions,
  readAttributeOption,
  withAttributeOption,
  withoutAttributeOption,
} from "./attribute-options.js";
import { isMember, withoutMember } from "./set-members.js";
import { isConfiguring } from "../records/compositions.js";
import { optionsOf, withNumber, type OptionEntry } from "../attribute-values/option-sources.js";
import type { Scope, ShopDirectory } from "../../stores/directory.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { sourceContext } from "./attribute-model.js";
import {
  attributeModel,
  touchAttributes,
  attributeContext,
  productSets,
  requireAnyAttribute,
  requireAttribute,
} from "./attributes.js";
import { append } from "../../../engine/values/lists.js";
import { idleFields } from "../attribute-values/attribute-fields.js";
import { growthBounds } from "../../data/growth.js";
import { editValues } from "../attribute-values/value-edits.js";

export const productAttribute: Namespace<"catalog_product_attribute"> = {
  currentStore: currentStore("product"),

  async items({ args, tx }) {
    const model = await attributeModel(tx);
    if (!model.set(args.setId)) return [];

    return model.members(args.setId).filter(isListed).map(attributeEntry);
  },

  async options(call) {
    const scope = call.scope(call.args.store);
    const attribute = await requireAttribute(call, call.args.attributeId);

    const options = await optionsAt(call, attribute, scope);
    return call.isLegacy && !hasOwnOptions(attribute) ? options.map(withNumber) : options;
  },

  async types() {
    return inputTypes.map(({ value, label }) => ({ value, label }));
  },

  async create(call) {
    const { check, tx, fault, shop, now, isLegacy } = call;
    const data = withScope(check("data").data, isLegacy);
    const malformed: Problem[] = [];
    const { code, input, members } = readNewAttribute(data, malformed);
    if (malformed.length > 0) throw fault("invalid_parameters", malformed);
    if (!hasCodeForm(code)) throw fault("invalid_code");
    const inputType = inputTypeOf(input);
    if (!inputType)
      throw fault(
        "invalid_frontend_input",
        `The input type must be one of ${inputTypes.map(({ value }) => value).join(", ")}.`,
      );

    const model = await attributeModel(tx);
    const problems = codeProblems(code, model.productByCode(code) !== undefined);
    const blank = blankAttribute(code, inputType);
    const context = attributeContext(model, shop, blank);
    const attribute = withMembers(blank, members, data.default_value, context, problems);
    append(
      problems,
      withoutEffect(call, "data.", () => idleFields(attribute, data.additional_fields, undefined)),
    );
    if (problems.length > 0) throw fault("unable_to_save", problems);

    const id = await tx.next("attribute");
    await save(tx, { ...attribute, id }, now);
    return id;
  },

  async update(call) {
    const { args, check, tx, fault, shop, now, isLegacy } = call;
    const attribute = await requireAnyAttribute({ tx, fault }, args.attribute);
    if (attribute.entity_type !== "product") throw fault("can_not_edit");

    const data = withScope(check("data").data, isLegacy);
    const problems: Problem[] = [];
    const members = readMembers(data, attribute.frontend_input, problems);
    const context = attributeContext(await attributeModel(tx), shop, attribute);
    const changed = withMembers(attribute, members, data.default_value, context, problems);
    append(
      problems,
      withoutEffect(call, "data.", () =>
        idleFields(changed, data.additional_fields, attribute.additional_fields),
      ),
    );
    if (problems.length > 0) throw fault("unable_to_save", problems);

    await save(tx, changed, now);
    if (changed.scope !== attribute.scope) await rescopeValues(tx, changed, shop);
    return true;
  },

  async remove({ args, tx, fault, now }) {
    const attribute = await requireAnyAttribute({ tx, fault }, args.attribute);
    if (attribute.entity_type !== "product") throw fault("can_not_delete");
    if (!attribute.is_user_defined) throw fault("can_not_delete", "System attributes cannot be deleted.");
    if (await isConfiguring(tx, attribute.id))
      throw fault("can_not_delete", "Buyers of a configurable product choose by this attribute.");

    for (const set of await productSets(tx)) {
      if (isMember(set, attribute.id)) await tx.put("attribute_sets", withoutMember(set, attribute.id));
    }
    await tx.del("attributes", attribute.id);
    await touchAttributes(tx, now);
    await editValues(tx, [{ kind: "remove", attribute_code: attribute.attribute_code }]);
    return true;
  },

  async info(call) {
    const attribute = await requireAttribute(call, call.args.attribute);

    const options = await optionsAt(call, attribute, call.scope(undefined));
    return attributeInfo(attribute, options);
  },

  async addOption({ args, check, tx, fault, shop, now }) {
    const attribute = await requireAttribute({ tx, fault }, args.attribute);
    if (!hasOwnOptions(attribute)) throw fault("invalid_frontend_input");

    const { data } = check("data");
    const problems: Problem[] = [];
    const option = readAttributeOption(data, (id) => shop.view(id) !== undefined, problems);
    const { attributeOptions } = growthBounds;
    if (attribute.options.length >= attributeOptions)
      throw fault("unable_to_add_option", `An attribute has at most ${attributeOptions} options.`);
    if (problems.length > 0) throw fault("unable_to_add_option", problems);

    await save(tx, withAttributeOption(attribute, await tx.next("option"), option), now);
    return true;
  },

  async removeOption({ args, tx, fault, now }) {
    const attribute = await requireAttribute({ tx, fault }, args.attribute);
    if (!hasOwnOptions(attribute)) throw fault("invalid_frontend_input");
    const option = attribute.options.find(({ option_id }) => option_id === args.optionId);
    if (!option) {
      const message = `The attribute ${attribute.attribute_code} has no such option.`;
      throw fault("unable_to_remove_option", about("optionId", message));
    }

    const { option_id } = option;
    await save(tx, withoutAttributeOption(attribute, option_id), now);
    await editValues(tx, [{ kind: "remove_option", attribute_code: attribute.attribute_code, option_id }]);
    return true;
  },
};

/** At the XML doors, every scope but `global` and `website` is `store`, as in Magento 1. */
function withScope(data: DataObject, isLegacy: boolean): DataObject {
  const { scope } = data;
  const isOther = (scope ?? null) !== null && scope !== "global" && scope !== "website";
  return isLegacy && isOther ? { ...data, scope: "store" } : data;
}

async function save(tx: Tx, attribute: AttributeDoc, now: string): Promise<void> {
  await tx.put("attributes", attribute);
  await touchAttributes(tx, now);
}

type OptionsContext = Pick<Call<"catalog_product_attribute.info">, "tx" | "shop">;

async function optionsAt(
  { tx, shop }: OptionsContext,
  attribute: AttributeDoc,
  scope: Scope,
): Promise<OptionEntry[]> {
  return optionsOf(attribute, scope.store_id, sourceContext(await attributeModel(tx), shop));
}

/** Moves values that were stored per store view or website to the keys of the new scope (catalog 4.6). */
function rescopeValues(tx: Tx, { attribute_code, scope }: AttributeDoc, shop: ShopDirectory): Promise<void> {
  const views = Object.fromEntries(
    shop.sellingWebsites.map(({ website_id }) => [
      website_id,
      shop.viewsOf(website_id).map(({ store_id }) => store_id),
    ]),
  );
  return editValues(tx, [{ kind: "rescope", attribute_code, scope, views }]);
}
