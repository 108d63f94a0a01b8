/**
 * Values that may be there at once. A storage in memory has its documents at hand, and a call that reads them is answered
 * without a promise, each of which costs a small request more than most of its steps. Where a storage has to ask elsewhere,
 * the same steps follow one another by promises.
 */
export type Awaitable<T> = T | Promise<T>;

/** What is made of a value, now or when it comes. */
export function andThen<T, R>(value: Awaitable<T>, make: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(make) : make(value);
}
