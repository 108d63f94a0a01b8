/**
 * A cache of results of reads. A result is valid as long as the collections that it was read from are the same, so
 * writes, resets, restores and sandboxes need not invalidate anything.
 */
import type { CallSurroundings, Operation } from "./operation.js";
import { isLegacyDoor } from "./door.js";
import { toJson } from "./json.js";
import { BoundedCache } from "../values/bounded-cache.js";
import { isImmutable, markImmutable, memoize } from "../values/memo.js";
import type { ReadTx } from "../storage/storage.js";

interface Kept {
  readonly result: object;
  readonly isValidFor: (tx: ReadTx) => boolean;
}

/**
 * The maximum size of all results of a shop as JSON. The texts for other doors, cached with them, are a few times as
 * long.
 */
const maxBytes = 4 * 1024 * 1024;
/** The maximum size of one result. */
const maxLength = 256 * 1024;
/** Longer lists are serialized in slices, and their rows are kept one by one. */
const maxRows = 200;
/** The maximum number of remembered questions that were asked only once. */
const maxQuestions = 1_000;

export class KeptAnswers {
  private readonly answers = new BoundedCache<string, Kept>(maxBytes);
  private readonly askedOnce = new Set<string>();

  /** The cached result of a question; undefined if it is unknown or no longer valid. */
  find(question: string, tx: ReadTx): object | undefined {
    const kept = this.answers.get(question);
    if (kept?.isValidFor(tx)) return kept.result;
    if (kept) this.answers.delete(question);
    return undefined;
  }

  /** Keeps a result from the second time on that the question is asked. */
  note(question: string, { basis }: ReadTx, result: unknown): void {
    if (!basis || !isPlain(result)) return;
    if (!this.askedOnce.delete(question)) {
      if (this.askedOnce.size >= maxQuestions) this.askedOnce.clear();
      this.askedOnce.add(question);
      return;
    }
    const text = toJson(isImmutable(result) ? result : markImmutable(result));
    if (typeof text !== "string" || text.length > maxLength) return;
    const size = question.length + text.length;
    this.answers.set(question, { result, isValidFor: basis.check() }, size);
  }
}

function isPlain(result: unknown): result is object {
  if (Array.isArray(result)) return result.length <= maxRows;
  return typeof result === "object" && result !== null && Object.getPrototypeOf(result) === Object.prototype;
}

/** Everything that a result depends on besides the documents. */
export function questionOf(
  operation: Operation,
  values: readonly unknown[],
  { principal, request }: Pick<CallSurroundings, "principal" | "request">,
): string {
  const { prefer, door, extraArguments } = request;
  const form = isLegacyDoor(door) ? "legacy" : "";
  const session = memoize(principal.attributes, attributesText);
  const rest = (prefer?.handling ?? extraArguments) ? JSON.stringify([prefer?.handling, extraArguments]) : "";
  return `${operation.name} ${form}${JSON.stringify(values)}${session}${rest}`;
}

function attributesText(attributes: object): string {
  return JSON.stringify(attributes);
}
