/** Reads the data of a link or a sample of a downloadable product (beyond 13). */
import type { DownloadLink } from "../../data/entities/options.js";
import {
  cleanText,
  isObject,
  round4,
  toDecimal,
  toFlag,
  toInt,
  toText,
  type DataObject,
} from "../../../engine/values/coercion.js";
import { idleMembers } from "../../../engine/contract/members.js";
import { quote } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isLonger } from "../../../engine/values/text.js";
import { isIn, notIn, positiveInt, unsignedInt, type Range } from "../../../engine/values/whole-numbers.js";

export const resourceTypes = ["link", "sample"] as const;
export type ResourceType = (typeof resourceTypes)[number];

export function isResourceType(value: unknown): value is ResourceType {
  return resourceTypes.includes(value as ResourceType);
}

/** What a sample does not have. */
const linkMembers = ["price", "number_of_downloads", "is_unlimited", "is_shareable", "sample", "link_url"];

/** An uploaded file that is not decoded yet. */
export interface FileUpload {
  readonly name: string;
  readonly base64: string;
  /** The path of the content in the data, for problems. */
  readonly field: string;
}

export type SourceInput =
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "file"; readonly upload: FileUpload }
  | { readonly type: null };

export interface DownloadInput {
  readonly title: string;
  readonly sort_order: number;
  readonly source: SourceInput;
  /** The following members belong to links only. */
  readonly price: number;
  readonly number_of_downloads: number;
  readonly is_shareable: DownloadLink["is_shareable"];
  readonly sample: SourceInput;
}

const none: SourceInput = { type: null };
const maxText = 255;
const priceBound = 100_000_000;

/** The given members of a link or a sample that `readDownload` does not read, for strict handling. */
export function unreadMembers(data: DataObject, kind: ResourceType): Problem[] {
  const isLink = kind === "link";
  const sample = isObject(data.sample) ? data.sample : {};
  const others = isLink ? ["sample_url"] : linkMembers;
  return [
    ...idleMembers(data, others, `does not apply to a ${kind}`),
    ...unreadSource(data, isLink ? "link_url" : "sample_url", ""),
    ...(isLink && toFlag(data.is_unlimited) === true
      ? idleMembers(data, ["number_of_downloads"], "has no effect beside is_unlimited")
      : []),
    ...(isLink && Object.keys(sample).length > 0 ? unreadSource(sample, "url", "sample.") : []),
  ];
}

function unreadSource(data: DataObject, url: string, place: string): Problem[] {
  const { type } = data;
  if ((type ?? null) !== null && type !== "url" && type !== "file")
    return [{ field: `${place}type`, message: `must be url or file, not ${quote(type)}` }];
  const isUrl = isFromUrl(data, url);
  return idleMembers(
    data,
    [isUrl ? "file" : url],
    `has no effect with the type ${isUrl ? "url" : "file"}`,
    place,
  );
}

/** Reads a link or a sample. Adds invalid members to `problems`; the messages begin with the code of Magento 1. */
export function readDownload(data: DataObject, kind: ResourceType, problems: Problem[]): DownloadInput {
  const title = textOf(data.title);
  if (title === undefined || title.trim() === "")
    problems.push({ field: "title", message: `no_title: must be text of 1 to ${maxText} characters` });
  const isLink = kind === "link";
  const url = isLink ? "link_url" : "sample_url";
  return {
    title: title ?? "",
    sort_order: readWhole("sort_order", data.sort_order, unsignedInt, problems),
    source: readSource(data, url, "", problems),
    price: isLink ? readPrice(data.price, problems) : 0,
    number_of_downloads: isLink ? readNumber(data, problems) : 0,
    is_shareable: shareableOf(data.is_shareable),
    sample: isLink ? readLinkSample(data.sample, problems) : none,
  };
}

function readNumber({ is_unlimited, number_of_downloads }: DataObject, problems: Problem[]): number {
  if (toFlag(is_unlimited) === true) return 0;
  return readWhole("number_of_downloads", number_of_downloads, positiveInt, problems);
}

/** What is no number counts as 0 (beyond 13). */
function readWhole(field: string, given: unknown, range: Range, problems: Problem[]): number {
  const number = toInt(given) ?? 0;
  if (!isIn(number, range)) problems.push({ field, message: notIn(range, given) });
  return number;
}

function readPrice(given: unknown, problems: Problem[]): number {
  const price = round4(toDecimal(given) ?? 0);
  const message = `must be a number from 0 to below ${priceBound}, not ${quote(given)}`;
  if (price < 0 || price >= priceBound) problems.push({ field: "price", message });
  return price;
}

function shareableOf(value: unknown): DownloadLink["is_shareable"] {
  const number = toInt(value);
  return number === 0 || number === 1 ? number : 2;
}

function readLinkSample(sample: unknown, problems: Problem[]): SourceInput {
  if (sample === undefined || sample === null || (Array.isArray(sample) && sample.length === 0)) return none;
  if (!isObject(sample)) {
    problems.push({ field: "sample", message: "must be an object with type, and url or file" });
    return none;
  }
  return Object.keys(sample).length === 0 ? none : readSource(sample, "url", "sample.", problems);
}

/** @param url the member with the URL @param place path of the members, for example `sample.` */
function readSource(data: DataObject, url: string, place: string, problems: Problem[]): SourceInput {
  return isFromUrl(data, url)
    ? readUrl(data[url], `${place}${url}`, problems)
    : readFile(data.file, `${place}file`, problems);
}

function isFromUrl(data: DataObject, url: string): boolean {
  return (data.type ?? null) === null ? (data[url] ?? null) !== null : data.type === "url";
}

function readUrl(value: unknown, field: string, problems: Problem[]): SourceInput {
  const url = textOf(value)?.trim() ?? "";
  if (url === "") problems.push({ field, message: "empty_url: must be an address" });
  else if (!/^https?:\/\/./i.test(url) || !URL.canParse(url))
    problems.push({
      field,
      message: "url_not_valid: must be an address that begins with http:// or https://",
    });
  return { type: "url", url };
}

function readFile(file: unknown, field: string, problems: Problem[]): SourceInput {
  const { name, base64_content: base64 } = isObject(file) ? file : {};
  const known = textOf(name)?.trim() ?? "";
  if (known === "" || /[/\\]/.test(known) || /^\.+$/.test(known))
    problems.push({ field: `${field}.name`, message: "no_filename: must be a name without folders" });
  if (typeof base64 !== "string" || base64 === "") {
    problems.push({ field: `${field}.base64_content`, message: noContent });
    return none;
  }
  return { type: "file", upload: { name: known, base64, field: `${field}.base64_content` } };
}

export const noContent =
  "no_file_base64_content: must be base64 of at least a byte, without a beginning such as data:…;base64,";

function textOf(value: unknown): string | undefined {
  const given = toText(value);
  const text = given === undefined ? undefined : cleanText(given);
  return text === undefined || isLonger(text, maxText) ? undefined : text;
}
