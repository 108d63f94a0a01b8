/**
 * The one seed of all random values in tests, so that a test says the same in every run. Vitest runs this module before each test
 * file. `npm run test:all -- --random` sets another one, and prints it; with `TEST_SEED`, a test repeats such a run.
 */
import { createCipheriv } from "node:crypto";
import fc from "fast-check";

export const seed = Number(process.env.TEST_SEED ?? 1);
if (!Number.isSafeInteger(seed))
  throw new Error(`TEST_SEED must be a whole number, not ${process.env.TEST_SEED}`);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** Bytes that no compression shortens. */
export function noise(length: number): Buffer {
  const key = Buffer.alloc(16);
  key.writeDoubleLE(seed);
  return createCipheriv("aes-128-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
