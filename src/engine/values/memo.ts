/**
 * Caches a value computed from a document, once per document. Stored documents never change (a change stores a new
 * document), so the value stays valid, and it is garbage-collected with the document.
 */
type Computation = (document: never) => unknown;

const results = new WeakMap<Computation, WeakMap<object, unknown>>();

/** `compute(document)`, remembered. `compute` must be a pure function that is declared once, not made per call. */
export function memoize<Document extends object, Result>(
  document: Document,
  compute: (document: Document) => Result,
): Result {
  let known = results.get(compute);
  if (!known) results.set(compute, (known = new WeakMap()));
  const earlier = known.get(document) as Result | undefined;
  // Nearly all results are something, so a second look is seldom needed: every call asks a dozen times.
  if (earlier !== undefined || known.has(document)) return earlier as Result;
  const result = compute(document);
  known.set(document, result);
  return result;
}

const weakResults = new WeakMap<Computation, WeakMap<object, WeakRef<object>>>();
const immutable = new WeakSet<object>();

/** As `memoize`, for results that are large: they are forgotten when memory is cleaned up, and computed anew. */
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

/** Marks a result that is answered again and again. */
export function markImmutable<Result extends object>(result: Result): Result {
  immutable.add(result);
  return result;
}

/** Whether a value was marked so: nobody changes it, so what is made of it may be kept with it. */
export function isImmutable(value: object): boolean {
  return immutable.has(value);
}
