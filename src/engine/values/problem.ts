/** One thing that is wrong with a caller's data. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Problems that one answer names: enough to work with, whatever was sent. */
export const maxReported = 50;
