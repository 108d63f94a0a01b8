import type { CallOptions, Connection } from "./connection.js";
import type { PagedOperation } from "./contract.js";
import type { ParamsOf, ResultOf } from "./errors.js";

// ---- Long lists ---------------------------------------------------------------------------------------------------

/** Options of `pages`: the parameters of the operation, and those of each call. */
export type PageOptions<O extends PagedOperation> = ParamsOf<O> & {
  /** IDs per window, which is the maximum number of records in a page. Default: 1,000. */
  size?: number | undefined;
  /** Options of each call. */
  options?: CallOptions | undefined;
};

/** A wider window has no end, so that a list ends. */
const widestWindow = 2 ** 20;

async function* pages<O extends PagedOperation>(
  connection: Connection,
  operation: O,
  { size = 1000, options, ...given }: PageOptions<O>,
): AsyncGenerator<ResultOf<O>, void, undefined> {
  if (!(Number.isInteger(size) && size >= 1))
    throw new RangeError(`${operation}: the size of a page is 1 or more, not ${size}`);
  const params = given as { filters?: object };
  if (params.filters && "entity_id" in params.filters)
    throw new RangeError(`${operation}: pages sets the filter entity_id; use the other name of the ID`);
  let width = size;
  let isEnd = false;
  for (let last = 0; !isEnd;) {
    isEnd = width > widestWindow;
    const window = isEnd ? { gt: last } : { gt: last, lteq: last + width };
    const filters = { ...params.filters, entity_id: window };
    const found = (await connection.call(operation, { ...params, filters }, options)) as unknown[];
    // After a gap in the IDs, a window is wider than a page.
    for (let at = 0; at < found.length; at += size) yield found.slice(at, at + size) as ResultOf<O>;
    last += width;
    width = found.length === 0 ? width * 4 : size;
  }
}

export { pages };
