/** The maximum number of rows in the answer of a list operation (LIST_MAX_ROWS); 0 = no limit. */

/** How many rows to look for: one more than may be answered shows that there are too many. */
export function searchLimit(maxRows: number): number | undefined {
  return maxRows > 0 ? maxRows + 1 : undefined;
}

/** What is wrong with the filters when they find more rows than may be answered. */
export function rowCapProblem(found: number, maxRows: number, rows: string): string | undefined {
  if (maxRows === 0 || found <= maxRows) return undefined;
  return `More than ${maxRows} ${rows} match; narrow the filters.`;
}
