/**
 * Answers that are asked for again and again. What is asked for a second time is kept, with its JSON (json.ts), as
 * long as what it was made of is the same. Measured by processor time of `catalog_product.info`: 21.0 us instead of
 * 30.5 us a call, in batches of 50 6.0 us instead of 12.2 us.
 */
import { LruCache } from "./lru-cache.js";
import { markImmutable } from "./memo.js";

export interface KeptAnswers<Key, Source, Answer extends object> {
  /** @param make the answer from the source alone */
  answer(key: Key, source: Source, make: (source: Source) => Answer): Answer;
}

interface Kept<Source, Answer> {
  readonly source: Source;
  /** Unknown until it is asked for again. */
  answer: Answer | undefined;
}

/**
 * @param size how many keys at least are remembered
 * @param isSame whether both sources lead to the same answer
 */
export function keptAnswers<Key, Source, Answer extends object>(
  size: number,
  isSame: (one: Source, other: Source) => boolean,
): KeptAnswers<Key, Source, Answer> {
  const recent = new LruCache<Key, Kept<Source, Answer>>(size);
  return {
    answer(key, source, make) {
      const earlier = recent.get(key);
      if (earlier && isSame(earlier.source, source)) return (earlier.answer ??= markImmutable(make(source)));
      recent.set(key, { source, answer: undefined });
      return make(source);
    },
  };
}
