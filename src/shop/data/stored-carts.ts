/** Stored carts, for what removes the customers and products in them. */
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";
import type { CartDoc } from "./entities/cart.js";

export function cartsOfCustomer(tx: ReadTx, customerId: number): Promise<CartDoc[]> {
  const where = [{ path: "customer_id", type: "number", op: "eq", value: customerId }] as const;
  return tx.find("carts", { where });
}

/** Removes a deleted customer from their carts; the carts stay. */
export async function removeCustomerFromCarts(tx: Tx, customerId: number): Promise<void> {
  const carts = await cartsOfCustomer(tx, customerId);
  await forEachInSlices(carts, (cart) => tx.put("carts", { ...cart, customer_id: null }));
}

/** Removes all lines that contain a deleted product. */
export async function removeProductFromCarts(tx: Tx, productId: number): Promise<void> {
  const paths = ["lines.product_id", "lines.children.product_id"];
  const holding = paths.map((path) => ({ path, type: "number", op: "eq", value: productId }) as const);
  const carts = await tx.find("carts", { any: [holding] });
  await forEachInSlices(carts, (cart) => {
    const lines = cart.lines.filter(
      ({ product_id, children }) =>
        product_id !== productId && children.every((row) => row.product_id !== productId),
    );
    return tx.put("carts", { ...cart, lines });
  });
}
