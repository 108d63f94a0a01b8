/** A problem in a caller's data. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Maximum number of problems in one answer. */
export const maxReported = 50;
