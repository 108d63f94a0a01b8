/** Keys of images and other files: safe names in a dispersed folder layout, for example `/m/u/mug.jpg` (catalog 7.4). */

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
 * The key that an image with this wanted name gets if nothing else has it. Whatever the name holds, the key
 * stays within its two folders and is made of A-Z a-z 0-9 _ . - alone.
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

/** A folder named "." would be the folder around it. */
function folderOf(character: string): string {
  return character === "." || character === "" ? "_" : character;
}

/** `/m/u/mug.jpg`, 2 → `/m/u/mug_2.jpg`; without an extension at the end. */
export function numberedPath(path: string, number: number): string {
  const dot = path.includes(".") ? path.lastIndexOf(".") : path.length;
  return `${path.slice(0, dot)}_${number}${path.slice(dot)}`;
}

/** Under which a file is found: keys that differ only in case are the same key. */
export function mediaKey(path: string): string {
  return path.toLowerCase();
}

/** Whether a text has the form of a key, so that it can be a path below the folder of files and nothing else. */
export function isMediaPath(path: string): boolean {
  return path.length <= 255 && /^\/[\w-]\/[\w-]\/[\w-][\w.-]*$/.test(path);
}
