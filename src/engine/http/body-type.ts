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

/** XML of any kind, and no header at all: forms of browsers are something else. */
export function isXmlType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === "text/xml") return true;
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return type === "text/xml" || type === "application/xml" || /^[\w.+-]+\/[\w.-]+\+xml$/.test(type);
}

/** The charset that a header names. */
export function namedCharset(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !contentType.includes(";")) return undefined;
  return /;\s*charset\s*=\s*"?([\w-]+)"?/i.exec(contentType)?.[1];
}

/** False when a charset other than UTF-8 is named. */
export function isUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === "application/json") return true;
  const charset = namedCharset(contentType);
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}

/** False when the body is compressed: what it grows to would not be bounded by what was sent. */
export function isUncompressed(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || /^(identity)?$/i.test(contentEncoding.trim());
}
