/**
 * How much JSON or XML one request may hold (interface 13, Sizes). Files come as base64 inside of it and make it large;
 * what has to be parsed value by value stays small, so that no request holds the event loop for long.
 */

/** Bytes outside of files. */
export const maxStructureBytes = 1024 * 1024;

/** The shortest run of base64 that counts as part of a file: programs that break its lines do so after 60 to 76 characters. */
const shortestRun = 60;

const isBase64 = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") {
  isBase64[character.charCodeAt(0)] = 1;
}
const [slash, backslash] = [0x2f, 0x5c];

/** Counts the bytes of a body that stand outside of base64, as they arrive. */
export class StructureMeter {
  private outside = 0;
  /** Characters of base64 since the latest other byte. */
  private run = 0;

  /** Whether there are too many of them by now. */
  add(bytes: Uint8Array): boolean {
    let { outside, run } = this;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      // JSON may have a slash escaped.
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
