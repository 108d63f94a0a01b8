/**
 * Which operations the tests of the whole contract are about: all of them, or those whose names begin as
 * TEST_OPERATIONS says (`TEST_OPERATIONS="sales_order_invoice. customer."`).
 */
const beginnings = process.env.TEST_OPERATIONS?.split(" ") ?? [""];

export function isWanted(operation: string): boolean {
  return beginnings.some((beginning) => operation.startsWith(beginning));
}
