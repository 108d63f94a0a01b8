/** The limit of a query for at most `maxRows` rows (LIST_MAX_ROWS; 0 = no limit): one more, to notice that there are too many. */
export function searchLimit(maxRows: number): number | undefined {
  return maxRows > 0 ? maxRows + 1 : undefined;
}

/** The problem if filters match more rows than allowed. */
export function rowCapProblem(found: number, maxRows: number, rows: string): string | undefined {
  if (maxRows === 0 || found <= maxRows) return undefined;
  return `More than ${maxRows} ${rows} match; narrow the filters.`;
}
