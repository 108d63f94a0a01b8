/**
 * Values that may be there at once. A storage in memory has its documents at hand, and a call that reads them is answered
 * without a promise, each of which costs a small request more than most of its steps. Where a storage has to ask elsewhere,
 * the same steps follow one another by promises (D-96).
 */
export type Awaitable<T> = T | Promise<T>;

/** What is made of a value, now or when it comes. */
export function andThen<T, R>(value: Awaitable<T>, make: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(make) : make(value);
}

/** `try … catch` around work that may take time. */
export function orElse<T, R>(
  work: () => Awaitable<T>,
  failed: (error: unknown) => Awaitable<R>,
): Awaitable<T | R> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}

/** `try … finally` around work that may take time. */
export function andFinally<T>(work: () => Awaitable<T>, ended: () => void): Awaitable<T> {
  let value: Awaitable<T> | undefined;
  try {
    value = work();
    return value instanceof Promise ? value.finally(ended) : value;
  } finally {
    if (!(value instanceof Promise)) ended();
  }
}
