/** The length of text in characters, as people count them: one outside of the basic plane counts once. */

/** Whether text has more than `max` characters. Cheap for text of any length. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** At most the first `max` characters, as a text of its own: a part of a long one would keep all of it in memory. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${Buffer.from(text.slice(0, max)).toString()}…`;
}
