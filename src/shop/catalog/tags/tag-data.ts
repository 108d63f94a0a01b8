/** Reads the data of tags (beyond 14). */
import type { TagDoc, TagUseDoc } from "../../data/entities/catalog.js";
import { addProblems, readAs, readRaw, refuse, set, type Reading } from "../../../engine/contract/inputs.js";
import { cleanText, toText, type DataObject } from "../../../engine/values/coercion.js";
import { maxListed } from "../../../engine/values/lists.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isLonger } from "../../../engine/values/text.js";
import { inputs, readerOf } from "../../inputs.js";

const rows = inputs.ProductTagMembers;
const { max: longestName } = rows.name;

/** As many as the longest text of valid names has. The limit bounds the work for a long text. */
const maxWords = (maxListed * (longestName + 1)) / 2;

/** The names in a text: single words, or several words in single quotes. Apostrophes inside a name stay. */
export function tagNames(text: string): string[] {
  const words: { word: string; index: number }[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) if (words.push({ word, index }) > maxWords) break;
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

interface GivenTags {
  readonly tag: readonly string[];
  readonly product_id: unknown;
  readonly customer_id: unknown;
  readonly store: unknown;
}

const newMembers = readerOf<"NewProductTags", GivenTags>(["NewProductTags"], {
  tag: readNames,
  product_id: readRaw,
  customer_id: readRaw,
  store: readRaw,
});

/** Reads the data of `add`; all members are required. Adds invalid members to `problems`. */
export function readGivenTags(data: DataObject, problems: Problem[]): GivenTags {
  const { given, problems: found } = newMembers.read(data, undefined);
  addProblems(problems, found, "data.");
  return { tag: [], ...given } as GivenTags;
}

function readNames(tag: unknown): Reading<readonly string[]> {
  const text = toText(tag);
  const names = text === undefined ? undefined : tagNames(text);
  if (!names || names.some((name) => cleanText(name) === undefined))
    return refuse("must be text without control characters");
  if (names.some((name) => isLonger(name, longestName)))
    return refuse(`must hold names of at most ${longestName} characters`);
  return names.length > maxListed ? refuse(`must have at most ${maxListed} names`) : set(names);
}

type TagFields = Pick<TagDoc, "name" | "status"> & { readonly base_popularity: number };

const tagMembers = readerOf<"ProductTagMembers", TagFields>(["ProductTagMembers"], {
  name: readAs(rows.name, `must be text of ${rows.name.min} to ${longestName} characters`),
  status: readAs(rows.status, "must be 1, 0 or -1"),
});

/** Whether the data changes anything. */
export function isTagChange(data: DataObject): boolean {
  return tagMembers.names.some((member) => (data[member] ?? null) !== null);
}

/** Reads the data of `update`. Adds invalid members to `problems`. */
export function readTagChanges(data: DataObject, problems: Problem[]): Partial<TagFields> {
  const { given, problems: found } = tagMembers.read(data, undefined);
  addProblems(problems, found, "data.");
  return given;
}

export type TagUse = Pick<TagUseDoc, "tag_id" | "product_id" | "customer_id" | "store_id">;

/** The ID of the use of a tag. */
export function tagUseKey({ tag_id, product_id, customer_id, store_id }: TagUse): string {
  return `${tag_id}:${product_id}:${customer_id}:${store_id}`;
}
