/** Changes of an order's state and the rows of its history that tell of them (sales 4.1). */
import type { HistoryEntity, OrderDoc, OrderState, StatusHistoryRow } from "../../data/entities/sales.js";

/** What a history row says besides the status; what is unset is as in a row that an operation adds by itself. */
export interface HistoryNote {
  /** Default "order". */
  readonly entity_name?: HistoryEntity;
  /** Default "". */
  readonly comment?: string;
  /** Default 2: not applicable. */
  readonly is_customer_notified?: 0 | 1 | 2;
}

/** The order with one more history row; its own status stays. */
export function withHistory(order: OrderDoc, status: string, note: HistoryNote, now: string): OrderDoc {
  const row: StatusHistoryRow = {
    created_at: now,
    status,
    comment: note.comment ?? "",
    is_customer_notified: note.is_customer_notified ?? 2,
    is_visible_on_front: 0,
    entity_name: note.entity_name ?? "order",
    parent_id: order.id,
  };
  return { ...order, status_history: [...order.status_history, row] };
}

/** The order in another state and status, with the row that says so. */
export function withStanding(
  order: OrderDoc,
  { state, status }: { readonly state: OrderState; readonly status: string },
  note: HistoryNote,
  now: string,
): OrderDoc {
  return withHistory({ ...order, state, status }, status, note, now);
}

/** Rows by time, the latest first; of one second, the one written last first. `rows` are in order of writing. */
export function newestFirst<Row extends { readonly created_at: string }>(rows: readonly Row[]): Row[] {
  return [...rows]
    .reverse()
    .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}
