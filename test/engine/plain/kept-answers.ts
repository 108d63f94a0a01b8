/** Answers that are asked for again and again: made anew each time. */
import type { KeptAnswers } from "../../../src/engine/values/kept-answers.js";

export function keptAnswers<Key, Source, Answer extends object>(): KeptAnswers<Key, Source, Answer> {
  return { answer: (_key, source, make) => make(source) };
}
