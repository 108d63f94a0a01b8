/**
 * Imports product attributes with their options, and attribute sets. Installed attributes are kept, with the
 * IDs, labels and settings of the imported shop; all others become user-defined attributes.
 */
import {
  blankAttribute,
  inputTypeOf,
  inputTypes,
  type InputType,
} from "../../../shop/catalog/attributes/attribute-data.js";
import {
  mergedFields,
  readAdditionalFields,
} from "../../../shop/catalog/attribute-values/attribute-fields.js";
import { isProductType } from "../../../shop/catalog/attribute-values/product-types.js";
import { AttributeModel, categorySetId } from "../../../shop/catalog/attributes/attribute-model.js";
import type {
  AttributeDoc,
  AttributeGroup,
  AttributeOption,
  AttributeSetDoc,
} from "../../../shop/data/entities/catalog.js";
import { installedAttributes, type InstalledAttribute } from "../../../shop/states/installed/attributes.js";
import { installedSets } from "../../../shop/states/installed/sets.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { Directory } from "./directory.js";
import { askAbout, askIfAllowed, mapConcurrently, objectsAtOnce, type ImportContext } from "./reading.js";
import { flagIn, idIn, numberIn, rowsIn, SourceRefusal, textIn, textsIn } from "./source.js";

export interface CatalogModel {
  readonly attributes: readonly AttributeDoc[];
  readonly sets: readonly AttributeSetDoc[];
  readonly model: AttributeModel;
}

/** An attribute in the list of a set. */
interface ListedAttribute {
  readonly id: number;
  readonly code: string;
  readonly input: string;
  readonly isRequired: boolean;
  readonly scope: string;
}

export async function readAttributes(context: ImportContext, directory: Directory): Promise<CatalogModel> {
  const sets = rowsIn(await askIfAllowed(context, "attribute sets", "catalog_product_attribute_set.list"))
    .map((row) => ({ id: idIn(row.set_id) ?? 0, name: textIn(row.name) ?? "" }))
    .filter(({ id }) => id > 0 && id !== categorySetId);
  const listedBySet = new Map<number, readonly ListedAttribute[]>();
  for (const { id } of sets) {
    const rows = rowsIn(await askAbout(context, `set ${id}`, "catalog_product_attribute.list", [id]));
    listedBySet.set(id, rows.flatMap(listedAttribute));
  }
  const listed = new Map([...listedBySet.values()].flat().map((one) => [one.code, one]));

  const installed = new Map(installedAttributes("product").map((one) => [one.doc.attribute_code, one.doc]));
  const product: AttributeDoc[] = [];
  const read = mapConcurrently([...listed.values()], objectsAtOnce, (one) =>
    readAttribute(context, directory, one, installed.get(one.code)),
  );
  const optionIds = new Set<number>();
  for await (const doc of read) if (doc) product.push(withOwnOptions(doc, optionIds, context));
  const known = new Set(product.map(({ attribute_code }) => attribute_code));
  const others = [...installed.values()].filter(({ attribute_code }) => !known.has(attribute_code));

  const category = await readCategoryIds(context);
  const attributes = numbered([...product, ...others, ...category]);
  const docs = setsOf(sets, listedBySet, attributes);
  context.report.remark(
    "No operation returns the groups of attribute sets: their attributes were put into the groups of a new shop.",
  );
  return { attributes, sets: docs, model: new AttributeModel(attributes, docs) };
}

function listedAttribute({ attribute_id, code, type, required, scope }: DataObject): ListedAttribute[] {
  const [id, name] = [idIn(attribute_id), textIn(code)];
  if (!id || !name) return [];
  const isRequired = flagIn(required) ?? false;
  return [{ id, code: name, input: textIn(type) ?? "", isRequired, scope: textIn(scope) ?? "global" }];
}

/** Inputs of attributes that cannot be imported because their values are not scalars. */
const unsupportedInputs: ReadonlySet<string> = new Set(["media_image", "gallery", "weee", "media_gallery"]);

/** Undefined for an attribute that cannot be imported. */
async function readAttribute(
  context: ImportContext,
  directory: Directory,
  listed: ListedAttribute,
  installed: AttributeDoc | undefined,
): Promise<AttributeDoc | undefined> {
  const { id, code, input } = listed;
  if (!installed && unsupportedInputs.has(input)) {
    context.report.findOnce(`attributes of the input ${input}: not kept`, code);
    return undefined;
  }
  const answer = await askAbout(context, code, "catalog_product_attribute.info", [id]);
  const info = rowsIn([answer])[0] ?? {};
  const base = installed ?? blankAttribute(code, inputOf(listed, context));
  const described = {
    ...withInfo(base, info, directory),
    id,
    scope: scopeOf(base, textIn(info.scope) ?? listed.scope),
  };
  const doc = installed ? described : { ...described, is_required: listed.isRequired };
  const hasChoice = doc.frontend_input === "select" || doc.frontend_input === "multiselect";
  return hasChoice && doc.source === null ? readOptions(context, directory, doc) : doc;
}

function inputOf({ code, input }: ListedAttribute, { report }: ImportContext): InputType {
  const known = inputTypeOf(input);
  if (!known && input !== "")
    report.findOnce("attributes of an unknown input: kept as text", `${code} (${input})`);
  return known ?? inputTypes[0];
}

const scopes: readonly unknown[] = ["global", "website", "store"] satisfies AttributeDoc["scope"][];

/** Magento 1 omits the scope of prices in `info`, but not in lists. */
function scopeOf(base: AttributeDoc, given: string): AttributeDoc["scope"] {
  return scopes.includes(given) ? (given as AttributeDoc["scope"]) : base.scope;
}

const flags = [
  ...["is_unique", "is_required", "is_configurable", "is_searchable", "is_visible_in_advanced_search"],
  ...["is_comparable", "is_used_for_promo_rules", "is_visible_on_front", "used_in_product_listing"],
] as const;

function withInfo(base: AttributeDoc, info: DataObject, directory: Directory): AttributeDoc {
  const given = flags
    .map((name) => [name, flagIn(info[name])] as const)
    .filter(([, flag]) => flag !== undefined);
  const fields = readAdditionalFields(base.frontend_input, numbersIn(info.additional_fields), []);
  const applyTo = textsIn(info.apply_to ?? base.apply_to);
  const known = applyTo.filter(isProductType);
  // Without a type that is known here, the attribute would apply to all.
  const types = known.length > 0 || applyTo.length === 0 ? known : base.apply_to;
  return {
    ...base,
    ...Object.fromEntries(given),
    default_value: Object.hasOwn(info, "default_value")
      ? (textIn(info.default_value) ?? null)
      : base.default_value,
    frontend_label: labelsIn(info.frontend_label, base, directory),
    apply_to: types,
    additional_fields: mergedFields(base.additional_fields, fields),
  };
}

/** Reads `{is_filterable: "1"}`, or a list of keys and values; converts numbers. */
function numbersIn(fields: unknown): DataObject {
  const pairs = Array.isArray(fields)
    ? rowsIn(fields).map(({ key, value }) => [String(key), value] as const)
    : Object.entries((fields ?? {}) as DataObject);
  return Object.fromEntries(pairs.map(([name, value]) => [name, numberIn(value) ?? value]));
}

function labelsIn(given: unknown, base: AttributeDoc, directory: Directory): AttributeDoc["frontend_label"] {
  const labels = rowsIn(given).flatMap(({ store_id, label }) => {
    const [id, text] = [idIn(store_id), textIn(label)];
    return id === undefined || !directory.isView(id) || text === undefined
      ? []
      : [{ store_id: id, label: text }];
  });
  const first = labels.find(({ store_id }) => store_id === 0);
  const fallback = base.frontend_label[0] ?? { store_id: 0, label: base.attribute_code };
  return [first ?? fallback, ...labels.filter(({ store_id }) => store_id !== 0)];
}

/** The attribute with its options and their labels in all views. An attribute with another list gets another input. */
async function readOptions(
  context: ImportContext,
  directory: Directory,
  doc: AttributeDoc,
): Promise<AttributeDoc> {
  const ask = async (view: string | number) => {
    const answer = await askAbout(context, doc.attribute_code, "catalog_product_attribute.options", [
      doc.id,
      view,
    ]);
    return rowsIn(answer).filter(({ value }) => (textIn(value) ?? "") !== "");
  };
  const defaults = await ask(0);
  const values = defaults.map(({ value }) => textIn(value) as string);
  if (values.length > 0 && values.every((value) => value === "0" || value === "1"))
    return {
      ...doc,
      frontend_input: "boolean",
      backend: "int",
      additional_fields: fieldsFor("boolean", doc),
    };
  if (!values.every((value) => /^[1-9]\d{0,9}$/.test(value))) return asText(doc, context);

  const options = defaults.map(({ value, label }, at) => ({
    option_id: Number(value),
    sort_order: at + 1,
    labels: { "0": textIn(label) ?? "" } as Record<string, string>,
  }));
  const byId = new Map(options.map((option) => [option.option_id, option]));
  for (const { code, store_id } of directory.views) {
    for (const { value, label } of await ask(code)) {
      const option = byId.get(Number(value));
      const text = textIn(label) ?? "";
      if (option && text !== option.labels["0"]) option.labels[store_id] = text;
    }
  }
  return { ...doc, options };
}

/** Option IDs must be unique. Lists from other sources count from 1 and collide; these attributes become texts. */
function withOwnOptions(doc: AttributeDoc, taken: Set<number>, context: ImportContext): AttributeDoc {
  const isFree = ({ option_id }: AttributeOption) => !taken.has(option_id);
  if (!doc.options.every(isFree)) return asText(doc, context);
  for (const { option_id } of doc.options) taken.add(option_id);
  return doc;
}

function asText(doc: AttributeDoc, { report }: ImportContext): AttributeDoc {
  report.findOnce(
    "attributes with a list of choices that is not a table of options: kept as text",
    doc.attribute_code,
  );
  const additional_fields = fieldsFor("text", doc);
  return { ...doc, frontend_input: "text", backend: "varchar", source: null, options: [], additional_fields };
}

function fieldsFor(
  input: string,
  { attribute_code, additional_fields }: AttributeDoc,
): AttributeDoc["additional_fields"] {
  const { additional_fields: blank } = blankAttribute(attribute_code, inputTypeOf(input) as InputType);
  const common = Object.entries(additional_fields).filter(([name]) => Object.hasOwn(blank, name));
  return { ...blank, ...Object.fromEntries(common) };
}

/** The installed category attributes, with the IDs of the imported shop if it returns them. */
async function readCategoryIds({ source }: ImportContext): Promise<AttributeDoc[]> {
  const installed = installedAttributes("category").map(({ doc }) => doc);
  try {
    const rows = rowsIn(await source.ask("catalog_category_attribute.list"));
    const ids = new Map(rows.map(({ attribute_id, code }) => [textIn(code), idIn(attribute_id)]));
    return installed.map((doc) => ({ ...doc, id: ids.get(doc.attribute_code) || doc.id }));
  } catch (error) {
    if (error instanceof SourceRefusal) return installed;
    throw error;
  }
}

/** Makes the IDs unique: of two attributes with the same ID, the first one keeps it. */
function numbered(attributes: readonly AttributeDoc[]): AttributeDoc[] {
  const taken = new Set<number>();
  let highest = highestOf(attributes.map(({ id }) => id));
  return attributes
    .map((doc) => {
      const id = taken.has(doc.id) ? (highest += 1) : doc.id;
      taken.add(id);
      return id === doc.id ? doc : { ...doc, id };
    })
    .sort((one, other) => one.id - other.id);
}

function setsOf(
  sets: readonly { readonly id: number; readonly name: string }[],
  listed: ReadonlyMap<number, readonly ListedAttribute[]>,
  attributes: readonly AttributeDoc[],
): AttributeSetDoc[] {
  const places = {
    product: placed(installedAttributes("product"), attributes),
    category: placed(installedAttributes("category"), attributes),
  };
  const installed = installedSets(places.product, places.category);
  const template = installed.find(({ entity_type }) => entity_type === "product") as AttributeSetDoc;
  const codes = new Map(attributes.filter(isOfProducts).map((doc) => [doc.attribute_code, doc]));
  // The list of a set does not contain image attributes.
  const unlisted = new Set(attributes.filter(isUnlisted).map(({ id }) => id));
  let nextGroup = highestOf(installed.flatMap(({ groups }) => groups.map(({ group_id }) => group_id)));

  const own = sets.map(({ id, name }): AttributeSetDoc => {
    const ids = (listed.get(id) ?? []).flatMap(({ code }) => codes.get(code)?.id ?? []);
    const wanted = new Set([...ids, ...unlisted]);
    const groups = template.groups.map(({ members, ...group }) => ({
      ...group,
      group_id: id === template.id ? group.group_id : (nextGroup += 1),
      members: members.filter(({ attribute_id }) => wanted.has(attribute_id)),
    }));
    return { id, entity_type: "product", name, groups: withRest(groups, [...wanted]) };
  });
  const taken = new Set(own.map(({ id }) => id));
  const rest = installed.filter((set) => !taken.has(set.id) && (set !== template || own.length === 0));
  return [...rest, ...own].sort((one, other) => one.id - other.id);
}

function placed(
  installed: readonly InstalledAttribute[],
  attributes: readonly AttributeDoc[],
): InstalledAttribute[] {
  return installed.flatMap(({ doc: { entity_type, attribute_code }, place }) => {
    const doc = attributes.find(
      (one) => one.entity_type === entity_type && one.attribute_code === attribute_code,
    );
    return doc ? [{ doc, place }] : [];
  });
}

function isOfProducts({ entity_type }: AttributeDoc): boolean {
  return entity_type === "product";
}

function isUnlisted({ entity_type, frontend_input, is_user_defined }: AttributeDoc): boolean {
  return entity_type === "product" && !is_user_defined && /^(media_image|gallery)$/.test(frontend_input);
}

/** Adds attributes that are not in an installed group to the end of the default group. */
function withRest(groups: readonly AttributeGroup[], wanted: readonly number[]): AttributeGroup[] {
  const placedIds = new Set(groups.flatMap(({ members }) => members.map(({ attribute_id }) => attribute_id)));
  const rest = wanted.filter((id) => !placedIds.has(id));
  return groups.map((group) => {
    if (!group.is_default) return group;
    const last = highestOf(group.members.map(({ sort_order }) => sort_order));
    const added = rest.map((attribute_id, at) => ({ attribute_id, sort_order: last + at + 1 }));
    return { ...group, members: [...group.members, ...added] };
  });
}

function highestOf(numbers: readonly number[]): number {
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}
