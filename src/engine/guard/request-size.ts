/**
 * Limits the amount of JSON or XML in one request (conventions 11.1). Files in base64 may be large. The rest is
 * parsed value by value, so it must be small, so that no request blocks the event loop for long.
 */

/** The maximum number of bytes outside of files. */
export const maxStructureBytes = 1024 * 1024;

/**
 * The shortest run of base64 that counts as part of a file. Programs break base64 into lines of 60 to 76 characters.
 */
const shortestRun = 60;

const isBase64 = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") {
  isBase64[character.charCodeAt(0)] = 1;
}
const [slash, backslash] = [0x2f, 0x5c];

/** Counts the bytes of a body outside of base64 as they arrive. */
export class StructureMeter {
  private outside = 0;
  /** The number of base64 characters since the last other byte. */
  private run = 0;

  /** Counts further bytes. Returns whether the limit is exceeded. */
  add(bytes: Uint8Array): boolean {
    let { outside, run } = this;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      // JSON may escape a slash.
      if (isBase64[byte] === 1 || (byte === backslash && bytes[at + 1] === slash)) {
        run += 1;
        continue;
      }
      outside += run < shortestRun ? run + 1 : 1;
      run = 0;
    }
    this.outside = outside;
    this.run = run;
    return outside > maxStructureBytes;
  }
}
