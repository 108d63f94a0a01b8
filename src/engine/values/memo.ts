/**
 * Caches a value computed from a document, once per document. Stored documents never change (a change stores a new
 * document), so the value stays valid, and it is garbage-collected with the document.
 */
type Computation = (document: never) => unknown;

const results = new WeakMap<Computation, WeakMap<object, unknown>>();

/** `compute(document)`, cached. `compute` must be a pure function declared once, not created per call. */
export function memoize<Document extends object, Result>(
  document: Document,
  compute: (document: Document) => Result,
): Result {
  let known = results.get(compute);
  if (!known) results.set(compute, (known = new WeakMap()));
  const earlier = known.get(document) as Result | undefined;
  // Results are rarely undefined, so the second lookup is seldom needed.
  if (earlier !== undefined || known.has(document)) return earlier as Result;
  const result = compute(document);
  known.set(document, result);
  return result;
}

const weakResults = new WeakMap<Computation, WeakMap<object, WeakRef<object>>>();
const immutable = new WeakSet<object>();

/** As `memoize`, for large results: they may be garbage-collected and computed again. */
export function memoizeWeakly<Document extends object, Result extends object>(
  document: Document,
  compute: (document: Document) => Result,
): Result {
  let known = weakResults.get(compute);
  if (!known) weakResults.set(compute, (known = new WeakMap()));
  const earlier = known.get(document)?.deref();
  if (earlier) return earlier as Result;
  const result = compute(document);
  known.set(document, new WeakRef(result));
  return markImmutable(result);
}

/** Marks a result that is returned repeatedly and never changed. */
export function markImmutable<Result extends object>(result: Result): Result {
  immutable.add(result);
  return result;
}

declare const isMarked: unique symbol;

type Immutable = object & { readonly [isMarked]: true };

/** Whether a value was marked as immutable, so that values derived from it may be cached. */
export function isImmutable(value: unknown): value is Immutable {
  return immutable.has(value as object);
}
