/** Bytes that came as base64, or are to be sent so where a door has a type for it. Elsewhere they are the text. */
export class BinaryText {
  constructor(readonly base64: string) {}

  /** In recordings, so that replay sends the same type again. */
  toJSON(): { readonly $base64: string } {
    return { $base64: this.base64 };
  }
}

/** A value of a recording: what stands for bytes is bytes again. */
export function withBinary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBinary);
  if (typeof value !== "object" || value === null || value instanceof BinaryText) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === "$base64" && typeof first[1] === "string")
    return new BinaryText(first[1]);
  return Object.fromEntries(entries.map(([name, member]) => [name, withBinary(member)]));
}

/** A value for a door without a type for bytes. */
export function withText(value: unknown): unknown {
  if (value instanceof BinaryText) return value.base64;
  if (Array.isArray(value)) return value.map(withText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withText(member)]));
}
