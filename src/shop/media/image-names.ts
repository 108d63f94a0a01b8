/** Paths of images and other files: safe names in two levels of folders, for example `/m/u/mug.jpg` (catalog 7.4). */

export const imageMimes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type ImageMime = (typeof imageMimes)[number];

export function isImageMime(value: unknown): value is ImageMime {
  return imageMimes.includes(value as ImageMime);
}

const extensions: { readonly [M in ImageMime]: { readonly written: string; readonly known: RegExp } } = {
  "image/jpeg": { written: ".jpg", known: /\.jpe?g$/i },
  "image/png": { written: ".png", known: /\.png$/i },
  "image/gif": { written: ".gif", known: /\.gif$/i },
  "image/webp": { written: ".webp", known: /\.webp$/i },
};

/** Without the extension. */
const maxNameLength = 90;

/**
 * The path for an image with this name, if it is free. For any name, the path stays within its two folders and consists
 * of A-Z a-z 0-9 _ . - only.
 */
export function imagePath(name: string, mime: ImageMime): string {
  const { written, known } = extensions[mime];
  return pathOf(safeName(name).replace(known, "").slice(0, maxNameLength) + written);
}

/** The same for a file that keeps its extension: `a.txt` → `/a/_/a.txt`. */
export function downloadPath(name: string): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/.exec(safeName(name)) ?? [];
  return pathOf(stem.slice(0, maxNameLength) + extension);
}

function pathOf(file: string): string {
  return `/${folderOf(file.charAt(0))}/${folderOf(file.charAt(1))}/${file}`;
}

function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const visible = last.replace(/^\.+/, "") || "image";
  const safe = visible.replace(/[^A-Za-z0-9_.-]+/g, "_");
  return /^_+$/.test(safe) ? "file" : safe;
}

/** Replaces ".", which would mean the parent folder. */
function folderOf(character: string): string {
  return character === "." || character === "" ? "_" : character;
}

/** `/m/u/mug.jpg`, 2 → `/m/u/mug_2.jpg`; without an extension, the number is at the end. */
export function numberedPath(path: string, number: number): string {
  const dot = path.includes(".") ? path.lastIndexOf(".") : path.length;
  return `${path.slice(0, dot)}_${number}${path.slice(dot)}`;
}

/** The key of a file record: paths that differ only in case have the same key. */
export function mediaKey(path: string): string {
  return path.toLowerCase();
}

/** Whether a text has the form of a media path, so that it cannot lead out of the folder. */
export function isMediaPath(path: string): boolean {
  return path.length <= 255 && /^\/[\w-]\/[\w-]\/[\w-][\w.-]*$/.test(path);
}
