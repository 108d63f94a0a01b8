/** Reads product data: aliases, additional attributes, and members that are not attribute values (catalog 9.4, 9.5). */
import type { Website } from "../../data/entities/shop.js";
import { isAbsent } from "../../../engine/contract/inputs.js";
import { isSame } from "../../../engine/contract/members.js";
import type { Problem } from "../../../engine/values/problem.js";
import { cleanText, toData, toId, toText, type DataObject } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import { pairsOf } from "../attribute-values/key-value-pairs.js";
import { aliasesOf, inputs, membersOf } from "../../inputs.js";
import { isLonger } from "../../../engine/values/text.js";
import { readCommaList, readList, tooLong } from "../../../engine/values/lists.js";

const aliases = aliasesOf("ProductChanges");

/** Product data with aliases resolved, `additional_attributes` merged and null members left out. */
export function productMembers(data: DataObject, problems: Problem[]): DataObject {
  const members = Object.create(null) as Record<string, unknown>;
  const additional = data.additional_attributes;
  if (!isAbsent(additional)) Object.assign(members, additionalMembers(additional, problems));
  for (const name of Object.keys(data)) {
    if (!isAbsent(data[name])) members[name] = data[name];
  }
  for (const [alias, name] of aliases) if (!isAbsent(members[alias])) members[name] ??= members[alias];
  return members;
}

/**
 * The given members that `productMembers` leaves out, since another one with another value wins; for strict handling.
 * @param stored the stored IDs, which may be sent back
 */
export function overriddenMembers(
  data: DataObject,
  members: DataObject,
  stored: Readonly<Partial<Record<"websites" | "categories", readonly number[]>>>,
): Problem[] {
  const problems: Problem[] = [];
  const judge = (field: string, value: unknown, winner: string) => {
    if (isAbsent(value) || isSame(value, members[winner])) return;
    problems.push({ field, message: `has no effect together with ${winner}` });
  };
  for (const [alias, name] of aliases) {
    if (isAbsent(data[alias])) continue;
    const ids = stored[alias as keyof typeof stored];
    if (ids === undefined || !isSameList(data[alias], ids)) judge(alias, data[alias], name);
  }
  const { additional_attributes } = data;
  if (isAbsent(additional_attributes)) return problems;
  for (const group of additionalGroups) {
    for (const [code, value] of pairsOf(toData(additional_attributes)?.[group] ?? []) ?? [])
      judge(`additional_attributes.${group}.${code}`, value, code);
  }
  return problems;
}

/** Whether a list, a single ID or a text with commas holds these IDs. */
function isSameList(given: unknown, ids: readonly number[]): boolean {
  const sent = readCommaList(given)
    ?.map(toId)
    .sort((a, b) => a - b);
  return isSame(sent, ids);
}

/** The name by which a member was sent. */
export function sentName(members: DataObject, name: "website_ids" | "category_ids"): string {
  const [alias] = aliases.find(([, documented]) => documented === name) ?? [name];
  return !isAbsent(members[alias]) && members[name] === members[alias] ? alias : name;
}

const additionalGroups = membersOf("AdditionalAttributes");

/** `{single_data, multi_data}`, each a map from code to value or a list of `{key, value}`. */
function additionalMembers(given: unknown, problems: Problem[]): DataObject {
  const members = Object.create(null) as Record<string, unknown>;
  const groups = toData(given);
  if (!groups) problems.push({ field: "additional_attributes", message: "must be an object" });
  for (const group of additionalGroups) {
    const entries = pairsOf(groups?.[group] ?? []);
    if (!entries) {
      const message = "must be an object of values by attribute code, or a list of {key, value}";
      problems.push({ field: `additional_attributes.${group}`, message });
    }
    for (const [code, value] of entries ?? []) if (!isAbsent(value)) members[code] = value;
  }
  return members;
}

const { min: minSku, max: maxSku } = inputs.ProductChanges.sku;

/** The trimmed SKU; undefined after a problem. */
export function readSku(given: unknown, problems: Problem[]): string | undefined {
  const sku = cleanText((toText(given) ?? "").trim())?.trim();
  if (sku && !/[\t\n\r]/.test(sku) && !isLonger(sku, maxSku)) return sku;
  const message = `must be text of ${minSku} to ${maxSku} characters without control characters`;
  problems.push({ field: "sku", message });
  return undefined;
}

/** Finds websites, and says what an unknown one may mean. */
interface NamedWebsites {
  readonly website: (value: unknown) => Website | undefined;
  readonly meant: (value: unknown) => string;
}

/** Website IDs, ascending, without duplicates, from a list of IDs and codes or a single one. */
export function readWebsiteIds(
  given: unknown,
  field: string,
  { website, meant }: NamedWebsites,
  problems: Problem[],
): readonly number[] {
  const ids = new Set<number>();
  const list = readList(given);
  if (!list) problems.push({ field, message: tooLong });
  for (const value of list ?? []) {
    const id = website(value)?.website_id ?? 0;
    if (id !== 0) ids.add(id);
    else problems.push({ field, message: `${quote(value)} is not a website${meant(value)}` });
  }
  return [...ids].sort((a, b) => a - b);
}

/** Products cannot be assigned to the tree root. */
const treeRootId = 1;

/**
 * Category IDs without duplicates, from a list, a single ID or a text with commas. The caller checks that
 * they exist.
 */
export function readCategoryIds(given: unknown, field: string, problems: Problem[]): readonly number[] {
  const ids = new Set<number>();
  const list = readCommaList(given);
  if (!list) problems.push({ field, message: tooLong });
  for (const value of list ?? []) {
    const id = toId(typeof value === "string" ? value.trim() : value);
    if (id > treeRootId) ids.add(id);
    else problems.push(unknownCategory(field, value));
  }
  return [...ids];
}

export function unknownCategory(field: string, value: unknown): Problem {
  return { field, message: `${quote(value)} is not a category that products can be in` };
}
