import type { Key } from "./documents.js";
import type { Condition, Query } from "../filters/query.js";
import { matcher } from "./match.js";
import type { UniqueName } from "./collections.js";
import type { CollectionName, DocOf, Each, ReadTx, Tx } from "./storage.js";

/**
 * Changes to all documents of one collection that are noted in a document and carried out later. The application defines
 * the notes and applies them; the storage decides when. Only `noted` and `forget` access the storage.
 */
export interface DeferredRewrites<C extends CollectionName, Note> {
  readonly collection: C;
  /** The pending notes in order: at least one document has not been rewritten by each of them. */
  noted(tx: ReadTx): Promise<readonly Note[]>;
  /** Removes notes by which all documents have been rewritten. */
  forget(tx: Tx, notes: readonly Note[]): Promise<void>;
  /** The document after all notes; the same object if no note changes it. */
  rewrite(doc: DocOf<C>, notes: readonly Note[]): DocOf<C>;
  /** The document, marked as rewritten by all notes: a caller who stores it now means these values. */
  mark(doc: DocOf<C>, notes: readonly Note[]): DocOf<C>;
  /** Whether the notes change the value at a path. */
  touches(path: string, notes: readonly Note[]): boolean;
}

/** For applications without deferred changes. */
export const noRewrites: DeferredRewrites<CollectionName, unknown> = {
  // Matches no collection.
  collection: "" as CollectionName,
  noted: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
  rewrite: (doc) => doc,
  mark: (doc) => doc,
  touches: () => false,
};

/** Reads as if all notes had been carried out. */
export class RewritingReader<C extends CollectionName, Note> implements ReadTx {
  protected pending: Promise<readonly Note[]> | undefined;

  constructor(
    private readonly reader: ReadTx,
    protected readonly rewrites: DeferredRewrites<C, Note>,
  ) {}

  get<D extends CollectionName>(collection: D, id: Key): Promise<DocOf<D> | undefined> {
    return this.rewritten(collection, this.reader.get(collection, id));
  }

  by<D extends CollectionName>(
    collection: D,
    unique: UniqueName<D>,
    values: readonly Key[],
  ): Promise<DocOf<D> | undefined> {
    return this.rewritten(collection, this.reader.by(collection, unique, values));
  }

  find<D extends CollectionName>(collection: D, query: Query = {}): Promise<DocOf<D>[]> {
    if (!this.isConcerned(collection)) return this.reader.find(collection, query);
    return this.findRewritten(query) as unknown as Promise<DocOf<D>[]>;
  }

  get each(): Each | undefined {
    const each = this.reader.each?.bind(this.reader);
    return (
      each &&
      ((collection, query = {}) =>
        this.isConcerned(collection)
          ? (this.eachRewritten(each, query) as AsyncIterable<never[]>)
          : each(collection, query))
    );
  }

  get isInMemory(): true | undefined {
    return this.reader.isInMemory;
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

  protected notes(): Promise<readonly Note[]> {
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

  private async rewritten<D>(
    collection: CollectionName,
    found: Promise<D | undefined>,
  ): Promise<D | undefined> {
    const doc = await found;
    if (!doc || !this.isConcerned(collection)) return doc;
    return this.rewrites.rewrite(doc as never, await this.notes()) as D;
  }
}

export class RewritingWriter<C extends CollectionName, Note> extends RewritingReader<C, Note> implements Tx {
  /** True once this transaction has noted something. */
  hasNoted = false;

  /** @param pending the notes, if they are known */
  constructor(
    private readonly writer: Tx,
    rewrites: DeferredRewrites<C, Note>,
    pending?: Promise<readonly Note[]>,
  ) {
    super(writer, rewrites);
    this.pending = pending;
  }

  async put<D extends CollectionName>(collection: D, doc: DocOf<D>): Promise<void> {
    if (!this.isConcerned(collection)) return this.writer.put(collection, doc);
    const marked = this.rewrites.mark(doc as unknown as DocOf<C>, await this.notes());
    return this.writer.put(this.rewrites.collection, marked);
  }

  del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.writer.del(collection, id);
  }

  next(sequence: string, numbering?: "gapless"): Promise<number> {
    return this.writer.next(sequence, numbering);
  }

  claim(name: string): Promise<void> {
    return this.writer.claim(name);
  }

  /** Drops the notes read so far: the transaction is about to add one. */
  prepareForNote(): void {
    this.hasNoted = true;
    this.pending = undefined;
  }
}

/** Call it before storing a note. */
export function prepareForNote(tx: Tx): void {
  if (!(tx instanceof RewritingWriter)) throw new TypeError("notes need a RewritingStorage");
  tx.prepareForNote();
}

interface RewritingQuery<D> {
  /** The query without conditions on values that the notes change. */
  readonly candidates: Query;
  /** Rewrites the candidates and selects those that meet the whole query. */
  readonly accept: (candidates: readonly D[]) => D[];
}

/** Splits a query into one over documents as stored and a filter over documents as rewritten. */
export function rewritingQuery<C extends CollectionName, Note>(
  query: Query,
  rewrites: DeferredRewrites<C, Note>,
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

/** Whether a query has conditions on values that the notes change. */
function asksFor<C extends CollectionName, Note>(
  { where = [], any = [] }: Query,
  rewrites: DeferredRewrites<C, Note>,
  notes: readonly Note[],
): boolean {
  if (notes.length === 0) return false;
  return [where, ...any].some((group) => group.some((one) => touches(one, rewrites, notes)));
}

function touches<C extends CollectionName, Note>(
  { path }: Condition,
  rewrites: DeferredRewrites<C, Note>,
  notes: readonly Note[],
): boolean {
  const paths = typeof path === "string" ? [path] : path;
  return paths.some((one) => rewrites.touches(one, notes));
}
