/** `catalog_product_custom_option`: the options that buyers choose or fill in with a product. beyond 4. */
import { withoutEffect } from "../../../engine/contract/members.js";
import type { OptionValue } from "../../data/entities/options.js";
import type { Namespace } from "../../namespace.js";
import type { Tx } from "../../../engine/storage/storage.js";
import type { Problem } from "../../../engine/values/problem.js";
import { append } from "../../../engine/values/lists.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { requireProduct } from "../records/product-lookups.js";
import {
  entryPlace,
  idleOptionFields,
  readAdditionalFieldEntries,
  readOptionFields,
  readCustomOption,
  titleForm,
  customOptionType,
  type FieldsInput,
} from "./option-data.js";
import { isSelect, optionTypes } from "./option-types.js";
import { pricePlace, requireOption, saveProduct } from "./options.js";
import {
  changedOption,
  changedValue,
  newOption,
  newValue,
  optionEntries,
  optionInfo,
  optionProblems,
  withCustomOption,
  withoutCustomOption,
} from "./product-options.js";
import type { PricePlace } from "./scoped-members.js";

export const productCustomOption: Namespace<"catalog_product_custom_option"> = {
  async types() {
    return optionTypes.map(({ label, value }) => ({ label, value }));
  },

  async list(call) {
    const place = pricePlace(call);
    const product = await requireProduct(call, call.args.productId, undefined);

    return optionEntries(product, place);
  },

  async info(call) {
    const { option } = await requireOption(call, call.args.optionId);

    return optionInfo(option, pricePlace(call));
  },

  async add(call) {
    const { args, tx, fault, now } = call;
    const place = pricePlace(call);
    const product = await requireProduct(call, args.productId, undefined);
    const { data } = call.check("data");
    const problems: Problem[] = [];
    const entries = readAdditionalFieldEntries(data.additional_fields, problems);
    if (!entries) throw fault("invalid_data", problems);
    const type = customOptionType(data);
    if (!type) throw fault("invalid_type", unknownType);
    const input = readCustomOption({ ...data, title: data.title ?? "" }, problems);
    const rows = (isSelect({ type }) ? entries : entries.slice(0, 1)).map((entry, at) =>
      readOptionFields(entry, entryPlace(at), problems),
    );
    if (isSelect({ type })) requireTitles(rows, problems);
    append(
      problems,
      withoutEffect(call, "data.", () => idleOptionFields(entries, type)),
    );
    if (problems.length > 0) throw fault("invalid_data", problems);

    const values = isSelect({ type }) ? await newValues(tx, rows, place) : [];
    const fields = isSelect({ type }) ? undefined : rows[0];
    const option_id = await tx.next("product_option");
    const changed = withCustomOption(product, newOption({ option_id, type, input, fields, values }, place));
    const tooMany = optionProblems(changed, "additional_fields");
    if (tooMany.length > 0) throw fault("invalid_data", tooMany);

    await saveProduct(tx, changed, now);
    return true;
  },

  async update(call) {
    const { args, tx, fault, now } = call;
    const { product, option } = await requireOption(call, args.optionId);
    const place = pricePlace(call);
    const { data } = call.check("data");
    const type = (data.type ?? null) === null ? option.type : customOptionType(data);
    if (!type) throw fault("invalid_type", unknownType);
    const problems: Problem[] = [];
    const input = readCustomOption(data, problems);
    const isGiven = (data.additional_fields ?? null) !== null;
    const entries = (isGiven && readAdditionalFieldEntries(data.additional_fields, problems)) || [];
    const rows = (isSelect({ type }) ? entries : entries.slice(0, 1)).map((entry, at) =>
      readOptionFields(entry, entryPlace(at), problems),
    );
    if (isSelect({ type })) requireKnown(rows, option.values, problems);
    append(
      problems,
      withoutEffect(call, "data.", () => idleOptionFields(entries, type)),
    );
    if (problems.length > 0) throw fault("invalid_data", problems);
    if (isSelect({ type }) && (!isSelect(option) || !isGiven)) {
      throw fault(
        "save_option_error",
        isSelect(option) ? rowsNeeded : `An option of the type ${option.type} ${noValues}`,
      );
    }

    const values = isSelect({ type }) ? await changedValues(tx, option.values, rows, place) : [];
    const fields = isSelect({ type }) ? undefined : rows[0];
    const changed = withCustomOption(product, changedOption(option, { type, input, fields, values }, place));
    const tooMany = optionProblems(changed, "additional_fields");
    if (tooMany.length > 0) throw fault("invalid_data", tooMany);

    await saveProduct(tx, changed, now);
    return true;
  },

  async remove(call) {
    const { args, tx, now } = call;
    const { product, option } = await requireOption(call, args.optionId);

    await saveProduct(tx, withoutCustomOption(product, option.option_id), now);
    return true;
  },
};

const rowsNeeded = "An option with values needs them in additional_fields, each with its value_id.";
const noValues = "cannot get a type with values: remove it and add another one.";

const unknownType = `The type must be one of ${optionTypes.map(({ value }) => value).join(", ")}.`;

function requireTitles(rows: readonly FieldsInput[], problems: Problem[]): void {
  for (const [at, { title }] of rows.entries()) {
    const field = `${entryPlace(at)}title`;
    if (title === undefined && problems.every((one) => one.field !== field))
      problems.push({ field, message: titleForm });
  }
}

/** Rows without value_id are new values and need a title; the others must name values of this option. */
function requireKnown(
  rows: readonly FieldsInput[],
  values: readonly OptionValue[],
  problems: Problem[],
): void {
  for (const [at, { value_id, title }] of rows.entries()) {
    const place = entryPlace(at);
    if (problems.some(({ field }) => field.startsWith(place))) continue;
    if (value_id === undefined && title === undefined)
      problems.push({ field: `${place}title`, message: titleForm });
    if (value_id !== undefined && values.every((value) => value.value_id !== value_id))
      problems.push({ field: `${place}value_id`, message: "must be the ID of a value of this option" });
  }
}

/** @param rows each with a title */
export async function newValues(
  tx: Tx,
  rows: readonly FieldsInput[],
  place: PricePlace,
): Promise<OptionValue[]> {
  const values: OptionValue[] = [];
  await forEachInSlices(rows, async (row) => {
    values.push(newValue(await tx.next("product_option_value"), row, place));
  });
  return values;
}

async function changedValues(
  tx: Tx,
  values: readonly OptionValue[],
  rows: readonly FieldsInput[],
  place: PricePlace,
): Promise<OptionValue[]> {
  const changes = new Map(rows.map((row) => [row.value_id, row]));
  const changed = values.map((value) => {
    const row = changes.get(value.value_id);
    return row ? changedValue(value, row, place) : value;
  });
  const added = rows.filter(({ value_id }) => value_id === undefined);
  return [...changed, ...(await newValues(tx, added, place))];
}
