/** The type of a body that does not go through Express (conventions 1). */

const jsonTypes = new Set([
  "application/json",
  "application/json-rpc",
  "application/jsonrequest",
  "text/json",
]);

/** Content types that browsers cannot send across sites without asking first, and no header at all. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === "application/json") return true;
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return jsonTypes.has(type) || /^[\w.+-]+\/[\w.-]+\+json$/.test(type);
}

/** False when a charset other than UTF-8 is named. */
export function isUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === "application/json") return true;
  const charset = /;\s*charset\s*=\s*"?([\w-]+)"?/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}
