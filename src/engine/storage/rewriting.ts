import { andThen, type Awaitable } from "../values/awaitable.js";
import type { Key } from "./documents.js";
import type { Condition, Query } from "../filters/query.js";
import { matcher } from "./match.js";
import type { UniqueName } from "./collections.js";
import type { CollectionName, DocOf, Each, ReadTx, Tx } from "./storage.js";

/**
 * Changes to all documents of one collection that are noted in a document and carried out later. Whoever uses them
 * says what they are; the storage knows only when they count. All but the two transactions is pure.
 */
export interface Rewrites<C extends CollectionName, Note> {
  readonly collection: C;
  /** What is noted, in its order: not all documents have been through it yet. */
  noted(tx: ReadTx): Awaitable<readonly Note[]>;
  /** All documents have been through these. */
  forget(tx: Tx, notes: readonly Note[]): Promise<void>;
  /** The document after all changes; the same object when none concerns it. */
  rewrite(doc: DocOf<C>, notes: readonly Note[]): DocOf<C>;
  /** The document, marked as having been through all of them: what is stored now is meant as it is. */
  mark(doc: DocOf<C>, notes: readonly Note[]): DocOf<C>;
  /** Do they change what a path leads to? */
  touches(path: string, notes: readonly Note[]): boolean;
}

/** Of applications that change no whole collections. */
export const noRewrites: Rewrites<CollectionName, unknown> = {
  // No collection has this name.
  collection: "" as CollectionName,
  noted: () => [],
  forget: () => Promise.resolve(),
  rewrite: (doc) => doc,
  mark: (doc) => doc,
  touches: () => false,
};

/** Reads as if everything that is noted had been carried out. */
export class RewritingReader<C extends CollectionName, Note> implements ReadTx {
  protected pending: Awaitable<readonly Note[]> | undefined;

  constructor(
    private readonly reader: ReadTx,
    protected readonly rewrites: Rewrites<C, Note>,
  ) {}

  get<D extends CollectionName>(collection: D, id: Key): Awaitable<DocOf<D> | undefined> {
    return this.rewritten(collection, this.reader.get(collection, id));
  }

  by<D extends CollectionName>(
    collection: D,
    unique: UniqueName<D>,
    values: readonly Key[],
  ): Awaitable<DocOf<D> | undefined> {
    return this.rewritten(collection, this.reader.by(collection, unique, values));
  }

  find<D extends CollectionName>(collection: D, query: Query = {}): Awaitable<DocOf<D>[]> {
    if (!this.isConcerned(collection)) return this.reader.find(collection, query);
    return this.findRewritten(query) as unknown as Promise<DocOf<D>[]>;
  }

  /** Only where the reader has it. */
  get each(): Each | undefined {
    const { each } = this.reader;
    return (
      each &&
      ((collection, query = {}) =>
        this.isConcerned(collection)
          ? (this.eachRewritten(each, query) as AsyncIterable<never[]>)
          : each(collection, query))
    );
  }

  private async *eachRewritten(each: NonNullable<ReadTx["each"]>, query: Query): AsyncGenerator<DocOf<C>[]> {
    const { collection } = this.rewrites;
    const { candidates, accept } = rewritingQuery(query, this.rewrites, await this.notes());
    for await (const batch of each(collection, candidates)) yield accept(batch);
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    if (!this.isConcerned(collection) || !asksFor(query, this.rewrites, await this.notes())) {
      return this.reader.count(collection, query);
    }
    return (await this.find(collection, query)).length;
  }

  protected notes(): Awaitable<readonly Note[]> {
    return (this.pending ??= this.rewrites.noted(this.reader));
  }

  protected isConcerned(collection: CollectionName): boolean {
    return collection === this.rewrites.collection;
  }

  private async findRewritten(query: Query): Promise<DocOf<C>[]> {
    const { collection } = this.rewrites;
    const notes = await this.notes();
    if (notes.length === 0) return this.reader.find(collection, query);
    const { candidates, accept } = rewritingQuery(query, this.rewrites, notes);
    return accept(await this.reader.find(collection, candidates));
  }

  private rewritten<D>(
    collection: CollectionName,
    found: Awaitable<D | undefined>,
  ): Awaitable<D | undefined> {
    if (!this.isConcerned(collection)) return found;
    const rewrite = (doc: D | undefined) =>
      doc && andThen(this.notes(), (notes) => this.rewrites.rewrite(doc as never, notes) as D);
    return andThen(found, rewrite);
  }
}

export class RewritingWriter<C extends CollectionName, Note> extends RewritingReader<C, Note> implements Tx {
  /** True once this transaction has noted something. */
  hasNoted = false;

  constructor(
    private readonly writer: Tx,
    rewrites: Rewrites<C, Note>,
  ) {
    super(writer, rewrites);
  }

  async put<D extends CollectionName>(collection: D, doc: DocOf<D>): Promise<void> {
    if (!this.isConcerned(collection)) return this.writer.put(collection, doc);
    const marked = this.rewrites.mark(doc as unknown as DocOf<C>, await this.notes());
    return this.writer.put(this.rewrites.collection, marked);
  }

  del(collection: CollectionName, id: Key): Awaitable<boolean> {
    return this.writer.del(collection, id);
  }

  next(sequence: string, numbering?: "gapless"): Awaitable<number> {
    return this.writer.next(sequence, numbering);
  }

  claim(name: string): Awaitable<void> {
    return this.writer.claim(name);
  }

  /** More is noted from here on than was read before. */
  beginNoting(): void {
    this.hasNoted = true;
    this.pending = undefined;
  }
}

/**
 * To be called by whoever notes a change, right before the document with the notes is stored. Where the transaction does not
 * look for notes, since there were none, it ends here, and the storage runs it again as one that does.
 */
export function beginNoting(tx: Tx): void {
  if (!(tx instanceof RewritingWriter)) throw new NotingBegins();
  tx.beginNoting();
}

/** Caught by the storage (rewriting-storage.ts). */
export class NotingBegins extends Error {}

interface RewritingQuery<D> {
  /** Asks the storage only for what the notes do not change. */
  readonly candidates: Query;
  /** Picks from the candidates, rewritten, those that the query means. */
  readonly accept: (candidates: readonly D[]) => D[];
}

/** A query for documents that may not have been through all that is noted. */
export function rewritingQuery<C extends CollectionName, Note>(
  query: Query,
  rewrites: Rewrites<C, Note>,
  notes: readonly Note[],
): RewritingQuery<DocOf<C>> {
  const rewrite = (docs: readonly DocOf<C>[]) => docs.map((doc) => rewrites.rewrite(doc, notes));
  if (!asksFor(query, rewrites, notes)) return { candidates: query, accept: rewrite };

  const isUntouched = (condition: Condition) => !touches(condition, rewrites, notes);
  const candidates: Query = {
    where: query.where?.filter(isUntouched),
    any: query.any?.filter((group) => group.every(isUntouched)),
    after: query.after,
  };
  const meets = matcher(query);
  const { offset = 0, limit = Infinity } = query;
  return {
    candidates,
    accept: (docs) =>
      rewrite(docs)
        .filter(meets)
        .slice(offset, offset + limit),
  };
}

/** Does a query look at values that the notes change? */
function asksFor<C extends CollectionName, Note>(
  { where = [], any = [] }: Query,
  rewrites: Rewrites<C, Note>,
  notes: readonly Note[],
): boolean {
  if (notes.length === 0) return false;
  return [where, ...any].some((group) => group.some((one) => touches(one, rewrites, notes)));
}

function touches<C extends CollectionName, Note>(
  { path }: Condition,
  rewrites: Rewrites<C, Note>,
  notes: readonly Note[],
): boolean {
  const paths = typeof path === "string" ? [path] : path;
  return paths.some((one) => rewrites.touches(one, notes));
}
