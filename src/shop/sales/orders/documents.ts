/** Common operations of shipments, invoices and credit memos: lists and comments. */
import type { SalesComment } from "../../data/entities/sales.js";
import { badParameter } from "../../../engine/contract/faults.js";
import { listRows, refuseUnknownValues, type Listing, type ListForm } from "../../../engine/calls/listing.js";
import type { Handling } from "../../../engine/contract/members.js";
import type { Check } from "../../namespace.js";
import type { SentRows } from "../../../engine/calls/row-stream.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { FilterFields } from "../../../engine/filters/filter-field.js";
import { parseFilters } from "../../../engine/filters/filters.js";
import type { Condition } from "../../../engine/filters/query.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { updateTime } from "../../../engine/values/dates.js";
import { commentRow, type DocumentKind } from "./orders.js";
import { commentProblem } from "../../data/growth.js";

type SalesCollection = "orders" | "shipments" | "invoices" | "creditmemos";

/** The call of a list operation. The filters are its last check. */
interface FilteredListing extends Listing, Handling {
  readonly check: Check<{ readonly filters: DataObject | undefined }>;
}

/** How a list operation reads its filters and makes its entries. */
interface EntryForm<C extends SalesCollection, Entry> extends Pick<ListForm<C, Entry>, "rowsOf"> {
  readonly fields: FilterFields;
  /** Conditions in addition to the filters. */
  readonly restriction?: readonly Condition[];
}

/** The entries of the documents that match the filters, sorted by ID. Throws `filters_invalid`. */
export async function listEntries<C extends SalesCollection, Entry>(
  call: FilteredListing,
  collection: C,
  { fields, restriction = [], rowsOf }: EntryForm<C, Entry>,
): Promise<Entry[] | SentRows> {
  const { filters = {} } = call.check("filters");
  const parsed = parseFilters(filters, fields);
  if ("problem" in parsed) throw call.fault("filters_invalid", parsed.problem);
  await refuseUnknownValues(call, collection, filters, fields);

  const { where = [], any } = parsed.query;
  return listRows(call, { collection, query: { where: [...where, ...restriction], any }, rowsOf });
}

/** Entries that are made of their documents alone, and remembered for those that stay in memory (values/memo.ts). */
export function remembered<Doc, Entry>(
  entryOf: (document: Doc) => Entry,
  remember: (document: Doc, entryOf: (document: Doc) => Entry) => Entry,
) {
  return (found: readonly Doc[], mayStay: boolean) =>
    found.map(mayStay ? (document) => remember(document, entryOf) : entryOf);
}

/** The call of an `addComment` operation of a document. */
interface Commenting {
  readonly check: Check<{
    readonly comment: string;
    readonly email: boolean;
    readonly includeInEmail: boolean;
  }>;
  readonly tx: Tx;
  readonly now: string;
}

interface Commented {
  readonly id: number;
  readonly comments: readonly SalesComment[];
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * The document with the comment of the caller, and the data of the mail about it. Throws `invalid_request_param` if the
 * document cannot take another comment.
 */
export async function withComment<D extends Commented>(
  { check, tx, now }: Commenting,
  kind: DocumentKind,
  document: D,
): Promise<{ document: D; notify: boolean; comment: string }> {
  const { comment, email, includeInEmail } = check("comment", "email", "includeInEmail");
  const problem = commentProblem(document.comments, comment);
  if (problem !== undefined) throw badParameter("comment", problem);
  const row = await commentRow(tx, kind, document.id, { comment, isCustomerNotified: email }, now);
  return {
    document: { ...document, comments: [...document.comments, row], updated_at: updateTime(document, now) },
    notify: email,
    comment: includeInEmail ? comment : "",
  };
}
