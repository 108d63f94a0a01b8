/** `catalog_product_custom_option_value`: the values of custom options that buyers choose from. beyond 5. */
import type { OptionValue } from "../../data/entities/options.js";
import { growthBounds } from "../../data/growth.js";
import type { CallRaising, Namespace } from "../../namespace.js";
import type { Problem } from "../../../engine/values/problem.js";
import { readOptionFields, isTitle, titleForm } from "./option-data.js";
import { isSelect } from "./option-types.js";
import { pricePlace, requireOption, requireValue, saveProduct, type FoundOption } from "./options.js";
import { newValues } from "./product-custom-option.js";
import { changedValue, optionProblems, valueEntry, valueInfo, withCustomOption } from "./product-options.js";

export const productCustomOptionValue: Namespace<"catalog_product_custom_option_value"> = {
  async list(call) {
    const place = pricePlace(call);
    const { option } = await requireSelectOption(call, call.args.optionId);

    return option.values.map((value) => valueEntry(value, place));
  },

  async info(call) {
    const { option, value } = await requireValue(call, call.args.valueId);

    return valueInfo(option.option_id, value, pricePlace(call));
  },

  async add(call) {
    const { args, tx, fault, now } = call;
    const place = pricePlace(call);
    const { product, option } = await requireSelectOption(call, args.optionId);
    const { rows, problems } = readRows(args.data);
    if (problems.length > 0) throw fault("add_option_value_error", problems);
    if (rows.length === 0) return true;

    const values = [...option.values, ...(await newValues(tx, rows, place))];
    const changed = withCustomOption(product, { ...option, values });
    const tooMany = optionProblems(changed, "data");
    if (tooMany.length > 0) throw fault("add_option_value_error", tooMany);

    await saveProduct(tx, changed, now);
    return true;
  },

  async update(call) {
    const { args, tx, fault, now } = call;
    const { product, option, value } = await requireValue(call, args.valueId);
    const place = pricePlace(call);
    const { data } = call.check("data");
    if (!isTitle(data.title))
      throw fault("option_value_title_required", [{ field: "title", message: titleForm }]);
    const problems: Problem[] = [];
    const fields = readOptionFields(data, "", problems);
    if (problems.length > 0) throw fault("update_option_value_error", problems);

    const changed = changedValue(value, fields, place);
    await saveProduct(
      tx,
      withCustomOption(product, { ...option, values: replaced(option.values, changed) }),
      now,
    );
    return true;
  },

  async remove(call) {
    const { args, tx, fault, now } = call;
    const { product, option, value } = await requireValue(call, args.valueId);
    if (option.values.length === 1) throw fault("cant_delete_last_value");

    const values = option.values.filter((one) => one !== value);
    await saveProduct(tx, withCustomOption(product, { ...option, values }), now);
    return true;
  },
};

/** Throws `option_not_exists` and `invalid_option_type`. */
async function requireSelectOption(
  call: CallRaising<"option_not_exists" | "invalid_option_type">,
  id: number,
): Promise<FoundOption> {
  const found = await requireOption(call, id);
  if (isSelect(found.option)) return found;
  throw call.fault("invalid_option_type", `An option of the type ${found.option.type} has no values.`);
}

function replaced(values: readonly OptionValue[], changed: OptionValue): OptionValue[] {
  return values.map((value) => (value.value_id === changed.value_id ? changed : value));
}

function readRows(given: unknown) {
  const problems: Problem[] = [];
  const { productOptionValues: most } = growthBounds;
  if (!Array.isArray(given)) problems.push({ field: "data", message: "must be a list of objects" });
  else if (given.length > most)
    problems.push({ field: "data", message: `must have at most ${most} objects` });
  const list: readonly unknown[] = problems.length > 0 ? [] : (given as readonly unknown[]);
  const rows = list.map((entry, at) => {
    const place = `data[${at}].`;
    const before = problems.length;
    const row = readOptionFields(entry, place, problems);
    if (row.title === undefined && problems.length === before)
      problems.push({ field: `${place}title`, message: titleForm });
    return row;
  });
  return { rows, problems };
}
