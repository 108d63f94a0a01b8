/** `/api/rest/stockitems`: stock items, by the operations of products and stock (beyond 22.5). */
import { requiredMessage } from "../../../engine/contract/inputs.js";
import type { FilterField } from "../../../engine/filters/filter-field.js";
import type { Storage } from "../../../engine/storage/storage.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { textOrJson } from "../../../engine/values/text.js";
import { isSeveral } from "../forms/body.js";
import type { RestCall, RestHandlers, RestResult } from "../forms/call.js";
import type { RestContract } from "../forms/contract.js";
import { readPage } from "../forms/page.js";
import { fieldProblem } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import type { RecordOf } from "../forms/rest-operations.js";
import { readQuery, pageHeaders, textMembers, selectMembers, type RestRecord } from "./collections.js";
import type { OperationRunner, OperationContext } from "./operations.js";
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

interface StockItemsResourceParts {
  readonly storage: Storage;
  readonly operations: OperationRunner;
  readonly contract: RestContract;
  readonly basePath: string;
}

export class StockItemsResource {
  readonly handlers: RestHandlers<StockOperation> = {
    listStockItems: { admin: "cataloginventory_stock_item.list", run: (call) => this.list(call) },
    getStockItem: { admin: "cataloginventory_stock_item.list", run: (call) => this.read(call) },
    updateStockItem: {
      ...writers,
      body: "one",
      find: ({ path }) => this.require(path.stockItemId, "stockItemId"),
      run: (call) => this.update(call),
    },
    updateStockItems: { ...writers, body: "several", run: (call) => this.updateSeveral(call) },
  };

  constructor(private readonly parts: StockItemsResourceParts) {}

  private async list(call: RestCall<"listStockItems">): Promise<RestResult<"listStockItems">> {
    const { storage, basePath } = this.parts;
    const asked = readQuery(call.search, fields);
    const { records, total } = await readPage({ storage, collection: "stock_items" }, asked);
    const result = await Promise.all(records.map(({ id }) => this.record(call, id)));
    return { headers: pageHeaders(call, asked, { total, basePath }), result };
  }

  private async read(call: RestCall<"getStockItem">): Promise<RestResult<"getStockItem">> {
    const { stockItemId } = call.path;
    await this.require(stockItemId, "stockItemId");
    return { result: await this.record(call, stockItemId) };
  }

  private async update(call: RestCall<"updateStockItem">): Promise<RestResult<"updateStockItem">> {
    await this.store(call, call.path.stockItemId, call.fields);
    return {};
  }

  private async updateSeveral(call: RestCall<"updateStockItems">): Promise<RestResult<"updateStockItems">> {
    const { content: items = {} } = call;
    if (!isSeveral(items)) throw refused<"updateStockItems">(400, "The body must be a list of stock items.");
    return runSeveral<"updateStockItems">(
      items,
      ({ item_id }) => ({ item_id: sentKey(item_id) }),
      async (item) => {
        const id = numberOf(item.item_id);
        await this.require(id, "item_id");
        const { item_id: _, ...data } = await this.parts.contract.validate(call, item);
        await this.store(call, id, data);
      },
    );
  }

  private async store(context: OperationContext, productId: number, data: DataObject): Promise<void> {
    await this.parts.operations.run(context, "cataloginventory_stock_item.update", { productId, data });
  }

  private async require(id: number, field: "stockItemId" | "item_id"): Promise<void> {
    const found = await this.parts.storage.read((tx) => tx.get("stock_items", id));
    if (!found) throw refused<"getStockItem">(404, { field, message: `There is no stock item ${id}.` });
  }

  private async record(
    call: OperationContext & { readonly search: string },
    id: number,
  ): Promise<RecordOf<"getStockItem">> {
    const stock = await stockData(this.parts.operations, call, id);
    const item = { ...stock, item_id: String(id), product_id: String(id), stock_id };
    return selectMembers(textMembers(item, members), call.search);
  }
}

const writers = { admin: "cataloginventory_stock_item.update" } as const;

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
