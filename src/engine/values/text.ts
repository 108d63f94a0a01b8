/** Text as people see it. */

/** Whether text has more than `max` characters, as people count them. Cheap for text of any length. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** At most the first `max` characters, as a text of its own: a part of a long one would keep all of it in memory. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${Buffer.from(text.slice(0, max)).toString()}…`;
}

/** What is the same in upper and lower case becomes the same text. Accents stay; final sigma is sigma. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}
