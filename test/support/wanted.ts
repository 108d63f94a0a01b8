/**
 * The operations for the tests of the whole contract: all, or those with the prefixes in TEST_OPERATIONS
 * (`TEST_OPERATIONS="sales_order_invoice. customer."`).
 */
const beginnings = process.env.TEST_OPERATIONS?.split(" ") ?? [""];

export function isWanted(operation: string): boolean {
  return beginnings.some((beginning) => operation.startsWith(beginning));
}
