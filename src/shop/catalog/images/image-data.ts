/** Reads the data of an image (catalog 7.4, rows 2, 3 and 5). */
import type { ImageTexts } from "../../data/entities/catalog.js";
import { quote } from "../../../engine/values/messages.js";
import { maxReported, type Problem } from "../../../engine/values/problem.js";
import { cleanText, toData, toFlag, toText, type DataObject } from "../../../engine/values/coercion.js";
import { imageMimes, isImageMime, type ImageMime } from "../../media/image-names.js";
import { isLonger } from "../../../engine/values/text.js";
import { notIn, toIntIn, unsignedInt } from "../../../engine/values/whole-numbers.js";

/** The roles of images, in the order of results. They are codes of product attributes. */
export const imageRoles = ["image", "small_image", "thumbnail"] as const;
export type ImageRole = (typeof imageRoles)[number];

export interface ImageUpload {
  /** Base64, not decoded yet. */
  readonly content: string;
  /** Determines the extension of a new file. */
  readonly mime: ImageMime;
  readonly name: string;
}

/** The valid members of the data. Members that were not given are undefined, or absent in `texts`. */
export interface ImageInput {
  readonly upload: ImageUpload | undefined;
  readonly texts: ImageTexts;
  readonly roles: readonly ImageRole[] | undefined;
}

const defaultName = "image";
const maxLabel = 255;
/** Far more than is stored. Bounds the time for reading the name. */
const maxName = 100_000;

/**
 * Reads the data of a new image, or of a change, in which the file is optional. Adds invalid members to
 * `problems`.
 */
export function readImageData(data: DataObject, mode: "create" | "update", problems: Problem[]): ImageInput {
  const { file, label, position, exclude, types } = data;
  return {
    upload: isGiven(file) || mode === "create" ? readUpload(file, problems) : undefined,
    texts: {
      ...member("label", readLabel(label), label, `must be text of at most ${maxLabel} characters`, problems),
      ...member("position", toIntIn(position, unsignedInt), position, notIn(unsignedInt, position), problems),
      ...member("exclude", toFlag(exclude), exclude, "must be true or false", problems),
    },
    roles: isGiven(types) ? readRoles(types, problems) : undefined,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** An object with one text, if it was given and is valid. */
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

/** Reads a list of roles, or a single role. */
function readRoles(types: unknown, problems: Problem[]): ImageRole[] {
  if (typeof types !== "string" && !Array.isArray(types)) {
    problems.push({ field: "types", message: "must be a list of roles" });
    return [];
  }
  const listed = new Set<unknown>(typeof types === "string" ? [types] : types);
  const roles = imageRoles.filter((role) => listed.has(role));
  for (const role of [...listed].slice(0, maxReported)) {
    if (!roles.includes(role as ImageRole))
      problems.push({ field: "types", message: `${quote(role)} is not one of ${imageRoles.join(", ")}` });
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
