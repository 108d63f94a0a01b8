/** Limits of what handlers of chapters return and store. */

/** Serializing and checking so much takes less than 100 ms. */
export const maxResultCharacters = 4 * 1024 * 1024;

/** As for the largest documents of the shop. */
export const maxStoredCharacters = 2 * 1024 * 1024;

/** A value as JSON (undefined as null); undefined if the text is longer than `max`, which is noticed before it is written. */
export function boundedJson(value: unknown, max: number): string | undefined {
  let left = max;
  // Counts less than is written: the exact length is checked at the end.
  function counted(this: unknown, name: string, member: unknown): unknown {
    if (!Array.isArray(this)) left -= name.length;
    left -= typeof member === "string" ? member.length : 1;
    if (left < 0) throw tooLong;
    return member;
  }
  try {
    const text = JSON.stringify(value, counted) ?? "null";
    return text.length > max ? undefined : text;
  } catch (error) {
    if (error === tooLong) return undefined;
    throw error;
  }
}

const tooLong = new Error("more JSON than allowed");
