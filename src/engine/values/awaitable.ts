/**
 * A value or a promise of one. A storage in memory returns values, so a call is answered without promises, each of which
 * costs a small request more than most of its steps. Other storages return promises to the same code (D-96).
 */
export type Awaitable<T> = T | Promise<T>;

/** Applies `make` to a value, at once or when the promise resolves. */
export function andThen<T, R>(value: Awaitable<T>, make: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(make) : make(value);
}

/** `try { then(work()) } catch { failed() }`, where each may return a promise. */
export function attempt<T, R, F>(
  work: () => Awaitable<T>,
  then: (value: T) => Awaitable<R>,
  failed: (error: unknown) => Awaitable<F>,
): Awaitable<R | F> {
  try {
    const result = andThen(work(), then);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
