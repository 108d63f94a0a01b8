/** Checks that the bytes of a file match its record. */
import { createHash } from "node:crypto";
import type { StateProblem } from "../../engine/states/problem.js";
import { pictureHeader } from "../catalog/images/image-content.js";

/** @param row record with the bytes or base64 in `content`; without these, there is nothing to check */
export function* contentProblems(row: object, place: string): Generator<StateProblem> {
  const { content, type, size, etag } = row as Readonly<Record<string, unknown>>;
  const bytes = typeof content === "string" ? Buffer.from(content, "base64") : content;
  if (!(bytes instanceof Uint8Array)) return;
  const found =
    type === undefined
      ? undefined
      : pictureHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))?.type;
  if (found !== type) {
    const what = found === undefined ? "not an image" : `an image of the type ${found}`;
    yield { place: `${place}.type`, message: `is ${String(type)}, but content is ${what}` };
  }
  if (bytes.length !== size)
    yield { place: `${place}.size`, message: `is ${String(size)}, but content has ${bytes.length} bytes` };
  else if (createHash("sha256").update(bytes).digest("base64url") !== etag)
    yield { place: `${place}.etag`, message: "is not the SHA-256 of content" };
}
