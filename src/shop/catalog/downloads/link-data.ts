/** Reads the data of a link or a sample of a downloadable product (beyond 13). */
import type { DownloadLink } from "../../data/entities/options.js";
import {
  inOrder,
  readAs,
  readByRow,
  readElsewhere,
  readRaw,
  refuse,
  set,
  type Reading,
} from "../../../engine/contract/inputs.js";
import { isObject, toDecimal, toFlag, toInt, type DataObject } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import { idleMembers } from "../../../engine/contract/members.js";
import { quote } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isIn, notIn, type Range } from "../../../engine/values/whole-numbers.js";
import { inputs, readerOf } from "../../inputs.js";

export const resourceTypes = ["link", "sample"] as const;
export type ResourceType = (typeof resourceTypes)[number];

export function isResourceType(value: unknown): value is ResourceType {
  return resourceTypes.includes(value as ResourceType);
}

/** What a sample does not have. */
const linkMembers = ["price", "number_of_downloads", "is_unlimited", "is_shareable", "sample", "link_url"];

/** An uploaded file that is not decoded yet. */
interface FileUpload {
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
const rows = inputs.NewDownload;

/** The given members of a link or a sample that `readDownload` does not read, for strict handling. */
export function unreadMembers(data: DataObject, kind: ResourceType): Problem[] {
  const isLink = kind === "link";
  const sample = isObject(data.sample) ? data.sample : {};
  const others = isLink ? ["sample_url"] : linkMembers;
  return [
    ...idleMembers(data, others, `does not apply to a ${kind}`),
    ...unreadSource(data, isLink ? "link_url" : "sample_url", ""),
    ...(isLink && toFlag(data.is_unlimited) === true
      ? idleMembers(data, ["number_of_downloads"], "has no effect together with is_unlimited")
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

/** Anything that is not a number counts as 0 (beyond 13). */
const downloadMembers = readerOf<"NewDownload", Omit<DownloadInput, "source" | "sample">>(
  ["NewDownload"],
  {
    title: readAs(rows.title, `no_title: must be text of 1 to ${rows.title.max} characters`),
    sort_order: readWhole(rows.sort_order),
    price: (value) => {
      const reading = readByRow(rows.price, toDecimal(value) ?? 0);
      const { min, max } = rows.price;
      return reading.kind === "set"
        ? reading
        : refuse(`must be a number from ${min} to below ${Math.ceil(max)}, not ${quote(value)}`);
    },
    number_of_downloads: (value, _, { is_unlimited }) =>
      toFlag(is_unlimited) === true ? set(0) : readWhole(rows.number_of_downloads)(value),
    is_shareable: (value) => {
      const number = toInt(value);
      return set(number === 0 || number === 1 ? number : 2);
    },
    is_unlimited: readElsewhere,
    // The source, and that of the sample of a link.
    type: readElsewhere,
    file: readElsewhere,
    link_url: readElsewhere,
    sample_url: readElsewhere,
    sample: readElsewhere,
  },
  ["title", "sort_order"],
);

/** Reads a link or a sample. Adds invalid members to `problems`; the messages begin with the code of Magento 1. */
export function readDownload(data: DataObject, kind: ResourceType, problems: Problem[]): DownloadInput {
  const isLink = kind === "link";
  const others = isLink ? {} : Object.fromEntries(linkMembers.map((name) => [name, null]));
  const known = { ...data, title: data.title ?? "", ...others };
  const { given, problems: found } = downloadMembers.read(known, undefined);
  const parts: Problem[] = [];
  const source = readSource(data, isLink ? "link_url" : "sample_url", "", parts);
  const sample = isLink ? readLinkSample(data.sample, parts) : none;
  append(problems, inOrder(downloadMembers, [...found, ...parts]));
  return {
    title: "",
    sort_order: 0,
    price: 0,
    number_of_downloads: 0,
    is_shareable: 2,
    ...given,
    source,
    sample,
  };
}

function readWhole(row: Range): (value: unknown) => Reading<number> {
  return (value) => {
    const number = toInt(value) ?? 0;
    return isIn(number, row) ? set(number) : refuse(notIn(row, value));
  };
}

const sampleMembers = readerOf<
  "NewLinkSample",
  { readonly type: unknown; readonly url: unknown; readonly file: unknown }
>(["NewLinkSample"], { type: readRaw, url: readRaw, file: readRaw });

function readLinkSample(sample: unknown, problems: Problem[]): SourceInput {
  if (sample === undefined || sample === null || (Array.isArray(sample) && sample.length === 0)) return none;
  if (!isObject(sample)) {
    problems.push({ field: "sample", message: "must be an object with type, and url or file" });
    return none;
  }
  if (Object.keys(sample).length === 0) return none;
  return readSource(sampleMembers.read(sample, undefined).given, "url", "sample.", problems);
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

const fileMembers = readerOf<"NewDownloadFile", { readonly name: unknown; readonly base64_content: unknown }>(
  ["NewDownloadFile"],
  { name: readRaw, base64_content: readRaw },
);

function readFile(file: unknown, field: string, problems: Problem[]): SourceInput {
  const { name, base64_content: base64 } = fileMembers.read(isObject(file) ? file : {}, undefined, []).given;
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
  "no_file_base64_content: must be base64 of at least one byte, without a prefix such as data:…;base64,";

function textOf(value: unknown): string | undefined {
  const reading = readByRow(rows.link_url, value);
  return reading.kind === "set" ? reading.value : undefined;
}
