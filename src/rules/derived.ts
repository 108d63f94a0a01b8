/**
 * What follows from a document alone, computed once per document. Stored documents never change (a change stores a new
 * one), so the result holds as long as the document lives, and goes with it.
 */
type Derivation = (source: never) => unknown;

const results = new WeakMap<Derivation, WeakMap<object, unknown>>();

/** `derive(source)`, remembered. `derive` must be a pure function that is declared once, not made per call. */
export function derived<Source extends object, Result>(
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
