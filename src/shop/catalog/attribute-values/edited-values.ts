/** Applies value edits to a product: removed attributes, options and memberships, and changed scopes. */
import type { AttributeValue, ProductDoc, ScopedValues, ValueEdit } from "../../data/entities/catalog.js";
import { withChanges, type ValueChange } from "./scoped-values.js";

/** The product after all edits that were not applied to it yet; the same object if none of them changes it. */
export function withEdits(product: ProductDoc, edits: readonly ValueEdit[]): ProductDoc {
  const applied = product.edits_applied ?? 0;
  let { values } = product;
  for (const edit of edits) {
    if (edit.number > applied && concerns(edit, product))
      values = withChanges(values, changesOf(edit, values));
  }
  return values === product.values ? product : markEdited({ ...product, values }, edits);
}

/** Records in the product that these edits were applied. */
export function markEdited(product: ProductDoc, edits: readonly ValueEdit[]): ProductDoc {
  const last = edits.at(-1);
  return last ? { ...product, edits_applied: last.number } : product;
}

function concerns(edit: ValueEdit, { set }: ProductDoc): boolean {
  return edit.kind !== "remove_in_set" || edit.set === set;
}

/** catalog 4.6, 4.7, 4.9, 5.6. */
function changesOf(edit: ValueEdit, values: ScopedValues): ValueChange[] {
  const code = edit.attribute_code;
  const held = Object.entries(values).flatMap(([key, row]): Held[] => {
    const value = row[code];
    return value === undefined ? [] : [{ key, value }];
  });
  const change = (key: string, value: AttributeValue | undefined): ValueChange => ({ code, key, value });
  switch (edit.kind) {
    case "remove":
    case "remove_in_set":
      return held.map(({ key }) => change(key, undefined));
    case "remove_option":
      return held.flatMap(({ key, value }) => {
        const left = withoutOption(value, edit.option_id);
        return left === value ? [] : [change(key, left)];
      });
    case "rescope": {
      const scoped = held.filter(({ key }) => key !== "0");
      const kept =
        edit.scope === "global"
          ? []
          : rescopedValues(edit, new Map(scoped.map(({ key, value }) => [key, value])));
      return [
        ...scoped.map(({ key }) => change(key, undefined)),
        ...kept.map(({ key, value }) => change(key, value)),
      ];
    }
  }
}

interface Held {
  readonly key: string;
  readonly value: AttributeValue;
}

/** Removes an option from the value of a select or multiselect; undefined if no option is left. */
function withoutOption(value: AttributeValue, option: number): AttributeValue | undefined {
  if (typeof value === "number") return value === option ? undefined : value;
  const options = value?.split(",");
  if (!options?.includes(String(option))) return value;
  return options.filter((one) => one !== String(option)).join(",") || undefined;
}

/** To website scope: the value of the first view counts. To store scope: every view gets the value of its website. */
function rescopedValues(
  { scope, views }: Extract<ValueEdit, { kind: "rescope" }>,
  values: ReadonlyMap<string, AttributeValue>,
): Held[] {
  return Object.entries(views).flatMap(([website, stores]) =>
    scope === "website"
      ? heldAt([`w${website}`], values.get(`s${stores[0]}`))
      : heldAt(
          stores.map((store) => `s${store}`),
          values.get(`w${website}`),
        ),
  );
}

function heldAt(keys: readonly string[], value: AttributeValue | undefined): Held[] {
  return value === undefined ? [] : keys.map((key) => ({ key, value }));
}
