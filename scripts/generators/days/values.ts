/**
 * The values of the typical day, the same for all clients. They have literal types, so that no client needs a
 * cast.
 */
import assert from "node:assert/strict";

export const url = process.argv[2] ?? "http://127.0.0.1:8080";
export const admin = { username: "admin", apiKey: "admin123" };

const stamp = Date.now().toString(36) + process.pid.toString(36);
export const sku = `day-${stamp}`;
export const email = `ada-${stamp}@example.com`;
export const categoryName = `Breakfast ${stamp}`;

/** A minimal PNG. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export function same<Value>(seen: Value, wanted: Value): void {
  assert.deepEqual(seen, wanted);
}

/** A value that must exist. */
export function there<Value>(value: Value | undefined | null): Value {
  assert.ok(value !== undefined && value !== null);
  return value;
}
