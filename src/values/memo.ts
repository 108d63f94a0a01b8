/**
 * What follows from a document alone, computed once per document. Stored documents never change (a change stores a new
 * one), so the result holds as long as the document lives, and goes with it.
 */
type Derivation = (source: never) => unknown;

const results = new WeakMap<Derivation, WeakMap<object, unknown>>();

/** `derive(source)`, remembered. `derive` must be a pure function that is declared once, not made per call. */
export function memo<Source extends object, Result>(
  source: Source,
  derive: (source: Source) => Result,
): Result {
  let known = results.get(derive);
  if (!known) results.set(derive, (known = new WeakMap()));
  if (known.has(source)) return known.get(source) as Result;
  const result = derive(source);
  known.set(source, result);
  return result;
}

const passing = new WeakMap<Derivation, WeakMap<object, WeakRef<object>>>();
const lasting = new WeakSet<object>();

/** As `memo`, for results that are large: they are forgotten when memory is cleaned up, and derived anew. */
export function weakMemo<Source extends object, Result extends object>(
  source: Source,
  derive: (source: Source) => Result,
): Result {
  let known = passing.get(derive);
  if (!known) passing.set(derive, (known = new WeakMap()));
  const earlier = known.get(source)?.deref();
  if (earlier) return earlier as Result;
  const result = derive(source);
  known.set(source, new WeakRef(result));
  return asLasting(result);
}

/** Marks a result that is answered again and again. */
export function asLasting<Result extends object>(result: Result): Result {
  lasting.add(result);
  return result;
}

/** Whether a value was marked so: nobody changes it, so what is made of it may be kept with it. */
export function isLasting(value: object): boolean {
  return lasting.has(value);
}
