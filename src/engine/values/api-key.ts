/** What an API key may look like. */

/** Characters. A longer secret is treated as wrong: hashing must not be a way to burn the server's time. */
export const maxSecretLength = 256;

/** At least 7 characters with a letter and a digit. */
export function isUsableKey(key: string): boolean {
  return [...key].length >= 7 && key.length <= maxSecretLength && /\p{L}/u.test(key) && /\d/.test(key);
}
