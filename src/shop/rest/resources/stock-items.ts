/** `/api/rest/stockitems`: stock items, by the operations of products and stock (beyond 22.5). */
import { requiredMessage } from "../../../engine/contract/inputs.js";
import type { FilterField } from "../../../engine/filters/filter-field.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { textOrJson } from "../../../engine/values/text.js";
import { isSeveral } from "../forms/body.js";
import type { RestHandlers } from "../forms/call.js";
import { readPage } from "../forms/page.js";
import { fieldProblem } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import { readQuery } from "../forms/rest-query.js";
import type { RecordOf } from "../forms/rest-operations.js";
import { pageHeaders, textMembers, selectMembers, type RestRecord } from "./collections.js";
import type { OperationContext, OperationRunner, ResourceParts } from "./operations.js";
import { runSeveral, sentKey } from "./several.js";

type StockOperation = "listStockItems" | "getStockItem" | "updateStockItem" | "updateStockItems";

/** The members of a record, in order. */
const members = [
  ...([
    "item_id",
    "product_id",
    "stock_id",
    "qty",
    "min_qty",
    "use_config_min_qty",
    "is_qty_decimal",
  ] as const),
  ...(["backorders", "use_config_backorders", "min_sale_qty", "use_config_min_sale_qty"] as const),
  ...(["max_sale_qty", "use_config_max_sale_qty", "is_in_stock", "low_stock_date"] as const),
  ...([
    "notify_stock_qty",
    "use_config_notify_stock_qty",
    "manage_stock",
    "use_config_manage_stock",
  ] as const),
  ...(["stock_status_changed_auto", "use_config_qty_increments", "qty_increments"] as const),
  ...(["use_config_enable_qty_inc", "enable_qty_increments", "is_decimal_divided"] as const),
] satisfies readonly (keyof RecordOf<"getStockItem">)[];

/** There is only one stock. */
const stock_id = "1";

const keys: readonly string[] = ["item_id", "product_id"];

/** The fields for sorting and filters. The ID of an item is the ID of its product. */
const fields = {
  get(name: string): FilterField | undefined {
    if (keys.includes(name) || name === "entity_id") return { path: "id", type: "number" };
    if (!(members as readonly string[]).includes(name) || name === "stock_id") return undefined;
    return { path: name, type: name === "low_stock_date" ? "datetime" : "number" };
  },
  names: () => members.filter((name) => name !== "stock_id"),
};

export function stockItemHandlers(parts: ResourceParts): RestHandlers<StockOperation> {
  const { storage, operations, contract, basePath } = parts;
  const reader = { admin: "cataloginventory_stock_item.list" };
  const writer = { admin: "cataloginventory_stock_item.update" };
  return {
    listStockItems: {
      ...reader,
      async run(call) {
        const asked = readQuery(call.search, fields);
        const { records, total } = await readPage({ storage, collection: "stock_items" }, asked);
        const result = await Promise.all(records.map(({ id }) => recordOf(call, id)));
        return { headers: pageHeaders(call, asked, { total, basePath }), result };
      },
    },
    getStockItem: {
      ...reader,
      async run(call) {
        const { stockItemId } = call.path;
        await requireItem(stockItemId, "stockItemId");
        return { result: await recordOf(call, stockItemId) };
      },
    },
    updateStockItem: {
      ...writer,
      body: "one",
      find: ({ path }) => requireItem(path.stockItemId, "stockItemId"),
      async run(call) {
        await store(call, call.path.stockItemId, call.fields);
        return {};
      },
    },
    updateStockItems: {
      ...writer,
      body: "several",
      async run(call) {
        const { content: items = {} } = call;
        if (!isSeveral(items))
          throw refused<"updateStockItems">(400, "The body must be a list of stock items.");
        return runSeveral<"updateStockItems">(
          items,
          ({ item_id }) => ({ item_id: sentKey(item_id) }),
          async (item) => {
            const id = numberOf(item.item_id);
            await requireItem(id, "item_id");
            const { item_id: _, ...data } = await contract.validate(call, item);
            await store(call, id, data);
          },
        );
      },
    },
  };

  async function store(context: OperationContext, productId: number, data: DataObject): Promise<void> {
    await operations.run(context, "cataloginventory_stock_item.update", { productId, data });
  }

  async function requireItem(id: number, field: "stockItemId" | "item_id"): Promise<void> {
    const found = await storage.read((tx) => tx.get("stock_items", id));
    if (!found) throw refused<"getStockItem">(404, { field, message: `There is no stock item ${id}.` });
  }

  async function recordOf(
    call: OperationContext & { readonly search: string },
    id: number,
  ): Promise<RecordOf<"getStockItem">> {
    const stock = await stockData(operations, call, id);
    const item = { ...stock, item_id: String(id), product_id: String(id), stock_id };
    return selectMembers(textMembers(item, members), call.search);
  }
}

function numberOf(sent: unknown): number {
  const field = "item_id";
  if (sent === undefined) throw refused<"updateStockItems">(400, fieldProblem(field, requiredMessage));
  if (!/^[1-9][0-9]{0,9}$/.test(textOrJson(sent)))
    throw refused<"updateStockItems">(400, fieldProblem(field, "must be a whole number from 1 on", sent));
  return Number(sent);
}

/** The stock data of a product, as text. */
export async function stockData(
  operations: OperationRunner,
  context: OperationContext,
  productId: number,
): Promise<RestRecord> {
  const asked = { productId, attributes: ["stock_data"], identifierType: "id" };
  const info = (await operations.text(context, "catalog_product.info", asked)) as { stock_data?: RestRecord };
  return info.stock_data ?? {};
}
