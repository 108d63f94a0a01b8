/** Maximum length in characters. A longer secret counts as wrong without hashing it, which would cost too much time. */
export const maxSecretLength = 256;

/** At least 7 characters with a letter and a digit. */
export function isUsableKey(key: string): boolean {
  return [...key].length >= 7 && key.length <= maxSecretLength && /\p{L}/u.test(key) && /\d/.test(key);
}
