/** What a caller says about an image (catalog 7.4, rows 2, 3 and 5). */
import type { ImageTexts } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import {
  cleanText,
  toData,
  toFlag,
  toInt,
  toText,
  type DataObject,
} from "../../../engine/values/coercion.js";
import { imageMimes, isImageMime, type ImageMime } from "../../media/image-names.js";
import { isLonger } from "../../../engine/values/text.js";

/** What an image can be used for, in the order in which results name them. Codes of product attributes. */
export const imageRoles = ["image", "small_image", "thumbnail"] as const;
export type ImageRole = (typeof imageRoles)[number];

export interface ImageUpload {
  /** Base64, not looked at yet. */
  readonly content: string;
  /** Picks the extension of a new file. */
  readonly mime: ImageMime;
  readonly name: string;
}

/** The usable members of the data; undefined, or absent among the texts, for those that were not given. */
export interface ImageInput {
  readonly upload: ImageUpload | undefined;
  readonly texts: ImageTexts;
  readonly roles: readonly ImageRole[] | undefined;
}

const defaultName = "image";
const maxLabel = 255;
/** Far more than is kept of it; what goes through it takes time. */
const maxName = 100_000;

/**
 * Reads the data of a new image, or of a change where the file is optional. Adds to `problems` what is not
 * usable.
 */
export function readImageData(data: DataObject, mode: "create" | "update", problems: Problem[]): ImageInput {
  const { file, label, position, exclude, types } = data;
  return {
    upload: isGiven(file) || mode === "create" ? readUpload(file, problems) : undefined,
    texts: {
      ...member("label", readLabel(label), label, `must be text of at most ${maxLabel} characters`, problems),
      ...member("position", readPosition(position), position, "must be a whole number, 0 or more", problems),
      ...member("exclude", toFlag(exclude), exclude, "must be true or false", problems),
    },
    roles: isGiven(types) ? readRoles(types, problems) : undefined,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** One text with its key when it was given and can be used. */
function member<Field extends keyof ImageTexts>(
  field: Field,
  value: ImageTexts[Field] | undefined,
  given: unknown,
  expectation: string,
  problems: Problem[],
): Pick<ImageTexts, Field> | undefined {
  if (!isGiven(given)) return undefined;
  if (value !== undefined) return { [field]: value } as Pick<ImageTexts, Field>;
  problems.push({ field, message: expectation });
  return undefined;
}

function readLabel(label: unknown): string | undefined {
  const given = toText(label);
  const text = given === undefined ? undefined : cleanText(given);
  return text !== undefined && !isLonger(text, maxLabel) ? text : undefined;
}

function readPosition(position: unknown): number | undefined {
  const number = toInt(position);
  return number !== undefined && number >= 0 ? number : undefined;
}

/** A list of roles, or one alone. */
function readRoles(types: unknown, problems: Problem[]): ImageRole[] {
  if (typeof types !== "string" && !Array.isArray(types)) {
    problems.push({ field: "types", message: "must be a list of roles" });
    return [];
  }
  const listed = new Set<unknown>(typeof types === "string" ? [types] : types);
  const roles = imageRoles.filter((role) => listed.has(role));
  if (roles.length < listed.size) {
    problems.push({ field: "types", message: `may hold ${imageRoles.join(", ")} only` });
  }
  return roles;
}

function readUpload(file: unknown, problems: Problem[]): ImageUpload | undefined {
  const members = toData(file);
  if (!members) {
    problems.push({ field: "file", message: "must be an object with content and mime" });
    return undefined;
  }
  const { content, mime } = members;
  const name = isGiven(members.name) ? toText(members.name) : defaultName;
  if (typeof content !== "string") problems.push({ field: "file.content", message: "must be base64 text" });
  if (!isImageMime(mime)) {
    problems.push({ field: "file.mime", message: `must be one of ${imageMimes.join(", ")}` });
  }
  if (name === undefined) problems.push({ field: "file.name", message: "must be text" });
  else if (isLonger(name, maxName)) {
    problems.push({ field: "file.name", message: `must have at most ${maxName} characters` });
  }
  if (typeof content !== "string" || !isImageMime(mime) || name === undefined) return undefined;
  return { content, mime, name };
}
