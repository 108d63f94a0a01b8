/** One thing that is wrong with a caller's data. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}
