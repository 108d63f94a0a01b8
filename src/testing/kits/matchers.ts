/**
 * The matchers for vitest, jest and Playwright: `expect.extend(matchers)`. This file has no imports because it is also
 * built for `require`. The failure message comes from the server: the nearest calls and how they differ.
 */
type Checked = { readonly pass: boolean; readonly message: () => string };

/** A StoreServer, or its control. */
interface Received {
  readonly control?: Verifying;
}

interface Verifying {
  readonly verifyCalls: (expected: never) => Promise<void>;
}

interface Refusal {
  readonly status?: unknown;
  readonly errors?: readonly { readonly field?: string; readonly message: string }[];
}

/**
 * Expects a call: `await expect(server).toHaveReceived("catalog_product.update", { productId: 1 })`.
 * @param count `{times}`, `{at_least}`, `{at_most}`; default: at least once
 */
export async function toHaveReceived(
  received: unknown,
  operation: string,
  match?: object,
  count: object = {},
): Promise<Checked> {
  const { control = received as Verifying } = (received ?? {}) as Received;
  if (typeof (control as Partial<Verifying> | undefined)?.verifyCalls !== "function") {
    throw new TypeError("toHaveReceived expects a server: expect(server).toHaveReceived(…)");
  }
  const expected = { operation, ...(match === undefined ? {} : { match }), ...count };
  try {
    await control.verifyCalls(expected as never);
  } catch (error) {
    const { status, errors = [] } = error as Refusal;
    // An unknown operation or member is an error in the test, also with `.not`.
    if (status !== 422 || errors.some(({ field }) => field !== undefined)) throw error;
    return { pass: false, message: () => errors.map(({ message }) => message).join("\n") };
  }
  const wanted = `${JSON.stringify(expected)}`;
  return { pass: true, message: () => `${operation} was called, but should not have been: ${wanted}` };
}
