/** Reads the data of an image (catalog 7.4, rows 2, 3 and 5). */
import type { ImageTexts } from "../../data/entities/catalog.js";
import { quote } from "../../../engine/values/messages.js";
import { maxReported, type Problem } from "../../../engine/values/problem.js";
import {
  addProblems,
  givenMembers,
  isAbsent,
  readAs,
  readElsewhere,
  refuse,
  set,
  unreadable,
} from "../../../engine/contract/inputs.js";
import { toData, toText, type DataObject } from "../../../engine/values/coercion.js";
import { inputs, readerOf } from "../../inputs.js";
import type { ImageMime } from "../../media/image-names.js";
import { isLonger } from "../../../engine/values/text.js";

/** The roles of images, in the order of results. They are codes of product attributes. */
export const imageRoles = ["image", "small_image", "thumbnail"] as const;
export type ImageRole = (typeof imageRoles)[number];

interface ImageUpload {
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
/** Far more than is stored. Bounds the time for reading the name. */
const maxName = 100_000;

type Texts = Required<ImageTexts>;

/** The file and the roles have several problems each, so they are read below. */
const imageMembers = readerOf<"ImageChanges" | "NewImage", Texts>(["ImageChanges", "NewImage"], {
  file: readElsewhere,
  types: readElsewhere,
});

/**
 * Reads the data of a new image, or of a change, in which the file is optional. Adds invalid members to
 * `problems`.
 */
export function readImageData(data: DataObject, mode: "create" | "update", problems: Problem[]): ImageInput {
  const { file, types } = data;
  const upload = !isAbsent(file) || mode === "create" ? readUpload(file, problems) : undefined;
  const { given: texts, problems: found } = imageMembers.read(data, undefined);
  addProblems(problems, found);
  return { upload, texts, roles: isAbsent(types) ? undefined : readRoles(types, problems) };
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

const fileMembers = readerOf<"ImageFile", ImageUpload>(["ImageFile"], {
  content: (value) => (typeof value === "string" ? set(value) : unreadable("must be base64 text")),
  mime: readAs(inputs.ImageFile.mime, `must be one of ${inputs.ImageFile.mime.of.join(", ")}`),
  name: (value) => {
    const name = toText(value);
    if (name === undefined) return unreadable("must be text");
    return isLonger(name, maxName) ? refuse(`must have at most ${maxName} characters`) : set(name);
  },
});

function readUpload(file: unknown, problems: Problem[]): ImageUpload | undefined {
  const members = toData(file);
  if (!members) {
    problems.push({ field: "file", message: "must be an object with content and mime" });
    return undefined;
  }
  const { content = 0, mime = 0, name = defaultName } = givenMembers(members);
  const { given, problems: found } = fileMembers.read({ ...members, content, mime, name }, undefined);
  addProblems(problems, found, "file.");
  return found.length === 0 ? (given as ImageUpload) : undefined;
}
