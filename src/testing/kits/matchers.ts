/**
 * The matchers for vitest, jest and Playwright: `expect.extend(matchers)`. Without imports, since they are made for
 * `require` too. What is wrong the server says itself: the nearest calls, and how they differ.
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
 * The server was called so: `await expect(server).toHaveReceived("catalog_product.update", { productId: 1 })`.
 * @param count `{times}`, `{at_least}`, `{at_most}`; without it at least once
 */
export async function toHaveReceived(
  received: unknown,
  operation: string,
  match?: object,
  count: object = {},
): Promise<Checked> {
  const { control = received as Verifying } = (received ?? {}) as Received;
  if (typeof (control as Partial<Verifying> | undefined)?.verifyCalls !== "function") {
    throw new TypeError("toHaveReceived looks at a server: expect(server).toHaveReceived(…)");
  }
  const expected = { operation, ...(match === undefined ? {} : { match }), ...count };
  try {
    await control.verifyCalls(expected as never);
  } catch (error) {
    const { status, errors = [] } = error as Refusal;
    // A name that does not exist is a mistake of the test, whatever it expects.
    if (status !== 422 || errors.some(({ field }) => field !== undefined)) throw error;
    return { pass: false, message: () => errors.map(({ message }) => message).join("\n") };
  }
  const wanted = `${JSON.stringify(expected)}`;
  return { pass: true, message: () => `${operation} was called so, and should not have been: ${wanted}` };
}
