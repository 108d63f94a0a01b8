/** Answers that are asked for again and again: made anew each time. */
export interface KeptAnswers<Key, Source, Answer extends object> {
  /** @param make the answer from the source alone */
  answer(key: Key, source: Source, make: (source: Source) => Answer): Answer;
}

export function keptAnswers<Key, Source, Answer extends object>(): KeptAnswers<Key, Source, Answer> {
  return { answer: (_key, source, make) => make(source) };
}
