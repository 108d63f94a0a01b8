/** Checks of `expect(shop)` that a test has started: one without `await` would not fail its test. */
const pending = new WeakMap<object, Set<Promise<unknown>>>();

/** Remembers a check until it ends. @param shop what `expect` was given */
export function trackCheck<Result>(shop: unknown, check: Promise<Result>): Promise<Result> {
  if (typeof shop !== "object" || shop === null) return check;
  const checks = pending.get(shop) ?? new Set();
  pending.set(shop, checks.add(check));
  const forget = () => checks.delete(check);
  check.then(forget, forget);
  return check;
}

/** Called at the end of a test. Throws if a check is still running, after it has ended. */
export async function requireAwaited(shop: object): Promise<void> {
  const checks = [...(pending.get(shop) ?? [])];
  if (checks.length === 0) return;
  await Promise.allSettled(checks);
  throw new Error("toHaveReceived was not awaited; write: await expect(shop).toHaveReceived(…)");
}
