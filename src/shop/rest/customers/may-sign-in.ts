import type { CustomerDoc } from "../../data/entities/customer.js";

/** Customers 6.4. */
export function maySignIn({ is_active, confirmation }: CustomerDoc): boolean {
  return is_active === 1 && confirmation === null;
}
