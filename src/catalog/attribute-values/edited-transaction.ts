/** Transactions in which products read as if all value edits had been carried out (value-edits.ts). */
import type { ProductDoc, ValueEdit } from "../../entities/catalog.js";
import { markEdited, withEdits } from "./edited-values.js";
import type { UniqueName } from "../../storage/collections.js";
import { matcher } from "../../storage/match.js";
import type { Condition, Query } from "../../filters/query.js";
import type { Key } from "../../entities/documents.js";
import type { CollectionName, Doc, DocOf, ReadTx, Tx } from "../../storage/storage.js";
import { pendingEdits } from "./value-edits.js";

export class EditedReader implements ReadTx {
  private pending: Promise<readonly ValueEdit[]> | undefined;

  constructor(private readonly reader: ReadTx) {}

  get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    return this.edited(collection, this.reader.get(collection, id));
  }

  by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    return this.edited(collection, this.reader.by(collection, unique, values));
  }

  find<C extends CollectionName>(collection: C, query: Query = {}): Promise<DocOf<C>[]> {
    if (collection !== "products") return this.reader.find(collection, query);
    return this.findProducts(query) as Promise<DocOf<C>[]>;
  }

  async count(collection: CollectionName, query: Query = {}): Promise<number> {
    if (collection !== "products" || !asksFor(query, await this.edits())) {
      return this.reader.count(collection, query);
    }
    return (await this.find(collection, query)).length;
  }

  protected edits(): Promise<readonly ValueEdit[]> {
    return (this.pending ??= pendingEdits(this.reader));
  }

  protected editsChanged(): void {
    this.pending = undefined;
  }

  private async findProducts(query: Query): Promise<ProductDoc[]> {
    const edits = await this.edits();
    if (edits.length === 0) return this.reader.find("products", query);

    const { candidates, accept } = editedQuery(query, edits);
    return accept(await this.reader.find("products", candidates));
  }

  /** Other documents than products pass without another turn of the event queue: this is on every path. */
  private edited<D extends Doc>(
    collection: CollectionName,
    doc: Promise<D | undefined>,
  ): Promise<D | undefined> {
    return collection === "products" ? (this.editedProduct(doc as never) as Promise<never>) : doc;
  }

  private async editedProduct(doc: Promise<ProductDoc | undefined>): Promise<ProductDoc | undefined> {
    const product = await doc;
    return product && withEdits(product, await this.edits());
  }
}

export class EditedWriter extends EditedReader implements Tx {
  /** True once this transaction has noted an edit. */
  hasNewEdits = false;

  constructor(private readonly writer: Tx) {
    super(writer);
  }

  async put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void> {
    if (collection === "products") {
      // What is stored from now on is meant as it is: an earlier edit must not find it again.
      return this.writer.put("products", markEdited(doc as ProductDoc, await this.edits()));
    }
    if (collection === "settings" && doc.id === "value_edits") {
      this.hasNewEdits = true;
      this.editsChanged();
    }
    return this.writer.put(collection, doc);
  }

  del(collection: CollectionName, id: Key): Promise<boolean> {
    return this.writer.del(collection, id);
  }

  next(sequence: string): Promise<number> {
    return this.writer.next(sequence);
  }
}

interface EditedQuery {
  /** Asks the storage only for what the edits do not change. */
  readonly candidates: Query;
  /** Picks from the candidates, edited, those that the query means. */
  readonly accept: (candidates: readonly ProductDoc[]) => ProductDoc[];
}

/** A query for products while there are edits that the stored products have not been through. */
export function editedQuery(query: Query, edits: readonly ValueEdit[]): EditedQuery {
  const edited = (docs: readonly ProductDoc[]) => docs.map((doc) => withEdits(doc, edits));
  if (!asksFor(query, edits)) return { candidates: query, accept: edited };

  const isUntouched = (condition: Condition) => !touches(condition, edits);
  const candidates: Query = {
    where: query.where?.filter(isUntouched),
    any: query.any?.filter((group) => group.every(isUntouched)),
    after: query.after,
  };
  const meets = matcher(query);
  return { candidates, accept: (docs) => page(edited(docs).filter(meets), query) };
}

/** Does a query look at values that the edits change? */
function asksFor({ where = [], any = [] }: Query, edits: readonly ValueEdit[]): boolean {
  return edits.length > 0 && [where, ...any].some((group) => group.some((one) => touches(one, edits)));
}

function touches({ path }: Condition, edits: readonly ValueEdit[]): boolean {
  const paths = typeof path === "string" ? [path] : path;
  return paths.some(
    (one) =>
      one.startsWith("values.") && edits.some(({ attribute_code }) => one.endsWith(`.${attribute_code}`)),
  );
}

function page<D>(docs: D[], { offset = 0, limit = Infinity }: Query): D[] {
  return docs.slice(offset, offset + limit);
}
