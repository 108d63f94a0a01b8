/** Texts for a shell. Also used in browsers. */

/** Quotes a text as one argument for a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
