/** Bytes in base64. Doors with a type for bytes send them as that type, other doors as text. */
export class BinaryText {
  constructor(readonly base64: string) {}

  /** The form in recordings, so that the replay sends the same type again. */
  toJSON(): { readonly $base64: string } {
    return { $base64: this.base64 };
  }
}

/** Restores a value of a recording: `{$base64}` becomes a `BinaryText`. */
export function withBinary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBinary);
  if (typeof value !== "object" || value === null || value instanceof BinaryText) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === "$base64" && typeof first[1] === "string")
    return new BinaryText(first[1]);
  return Object.fromEntries(entries.map(([name, member]) => [name, withBinary(member)]));
}

/** Converts a value for a door without a type for bytes. */
export function withText(value: unknown): unknown {
  if (value instanceof BinaryText) return value.base64;
  if (Array.isArray(value)) return value.map(withText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withText(member)]));
}
