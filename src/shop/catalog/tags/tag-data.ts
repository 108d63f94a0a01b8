/** Reads the data of tags (beyond 14). */
import type { TagDoc, TagUseDoc } from "../../data/entities/catalog.js";
import { cleanText, toInt, toText, type DataObject } from "../../../engine/values/coercion.js";
import { maxListed } from "../../../engine/values/lists.js";
import type { Problem } from "../../../engine/values/problem.js";
import { notIn, positiveInt, toIntIn } from "../../../engine/values/whole-numbers.js";

const longestName = 255;

/**
 * The names in a text: single words, or several words in single quotes. Apostrophes inside a name stay.
 */
export function tagNames(text: string): string[] {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }));
  const closing = closingWords(words.map(({ word }) => word));
  const names: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at]?.index ?? 0;
    at = closing[at] ?? at;
    const last = words[at];
    names.push(withoutQuotes(text.slice(first, last && last.index + last.word.length)).trim());
  }
  return names.filter((name) => name !== "");
}

/** For each word that begins with a quote, the index of the next word that ends with one, if any. */
function closingWords(words: readonly string[]): readonly (number | undefined)[] {
  const closing: (number | undefined)[] = [];
  let next: number | undefined;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? "";
    const isClosed = word.length > 1 && word.endsWith("'");
    closing[at] = word.startsWith("'") ? (isClosed ? at : next) : undefined;
    if (word.endsWith("'")) next = at;
  }
  return closing;
}

/** Removes all quotes at both ends. */
function withoutQuotes(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === "'") from += 1;
  while (to > from && text[to - 1] === "'") to -= 1;
  return text.slice(from, to);
}

export interface GivenTags {
  readonly names: readonly string[];
  readonly product_id: unknown;
  readonly customer_id: unknown;
  readonly store: unknown;
}

/** Reads the data of `add`; all members are required. Adds invalid members to `problems`. */
export function readGivenTags(data: DataObject, problems: Problem[]): GivenTags {
  const { tag, product_id, customer_id, store } = data;
  for (const [field, value] of Object.entries({ tag, product_id, customer_id, store }))
    if ((value ?? null) === null) problems.push({ field: `data.${field}`, message: "is required" });
  return { names: readNames(tag, problems), product_id, customer_id, store };
}

function readNames(tag: unknown, problems: Problem[]): readonly string[] {
  if ((tag ?? null) === null) return [];
  const field = "data.tag";
  const text = toText(tag);
  const names = text === undefined ? undefined : tagNames(text);
  if (!names || names.some((name) => cleanText(name) === undefined))
    problems.push({ field, message: "must be text without control characters" });
  else if (names.some((name) => name.length > longestName))
    problems.push({ field, message: `must hold names of at most ${longestName} characters` });
  else if (names.length > maxListed)
    problems.push({ field, message: `must hold at most ${maxListed} names` });
  else return names;
  return [];
}

type TagChanges = Partial<Pick<TagDoc, "name" | "status">> & { readonly popularity?: number };

const changeable = ["name", "status", "base_popularity"] as const;

/** Whether the data changes anything. */
export function isTagChange(data: DataObject): boolean {
  return changeable.some((member) => (data[member] ?? null) !== null);
}

/** Reads the data of `update`. Adds invalid members to `problems`. */
export function readTagChanges(data: DataObject, problems: Problem[]): TagChanges {
  const name = readMember(data, "name", problems, nameOf, `must be text of 1 to ${longestName} characters`);
  const status = readMember(data, "status", problems, statusOf, "must be 1, 0 or -1");
  const range = notIn(positiveInt, data.base_popularity);
  const popularity = readMember(data, "base_popularity", problems, popularityOf, range);
  return {
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
    ...(popularity !== undefined && { popularity }),
  };
}

/** The member; undefined if it is absent or invalid. */
function readMember<Value>(
  data: DataObject,
  member: (typeof changeable)[number],
  problems: Problem[],
  read: (value: unknown) => Value | undefined,
  message: string,
): Value | undefined {
  if ((data[member] ?? null) === null) return undefined;
  const value = read(data[member]);
  if (value === undefined) problems.push({ field: `data.${member}`, message });
  return value;
}

function nameOf(value: unknown): string | undefined {
  const name = cleanText(toText(value)?.trim() ?? "");
  return name && name.length <= longestName ? name : undefined;
}

function statusOf(value: unknown): TagDoc["status"] | undefined {
  const status = toInt(value);
  return status === -1 || status === 0 || status === 1 ? status : undefined;
}

function popularityOf(value: unknown): number | undefined {
  return toIntIn(value, positiveInt);
}

export type TagUse = Pick<TagUseDoc, "tag_id" | "product_id" | "customer_id" | "store_id">;

/** The ID of the use of a tag. */
export function tagUseKey({ tag_id, product_id, customer_id, store_id }: TagUse): string {
  return `${tag_id}:${product_id}:${customer_id}:${store_id}`;
}
