/** A problem in a caller's data. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Problems of the members of a value, with its place in front; the field "" stands for the whole value. */
export function withinPlace(place: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ field, message }) => ({
    field: field === "" ? place : `${place}.${field}`,
    message,
  }));
}

/** Maximum number of problems in one answer. */
export const maxReported = 50;
