/** Prepares values of calls for display: arguments by name, without secrets, truncated. */
import { positionalArguments, type ArgumentForm } from "../../engine/contract/arguments.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { ExchangeSecrets } from "../secrets/exchange-secrets.js";
import { secretKind, stars } from "../secrets/names.js";

export const maxTextLength = 2000;
const maxRows = 100;
const maxDepth = 12;

/** The arguments of a call by parameter name, if the operation is known and the arguments fit it. */
export function argumentsOf(row: OperationRow | undefined, args: ArgumentForm | undefined): unknown {
  if (!args || args.form === "unusable") return {};
  const given = givenValue(args);
  if (!row) return given ?? {};
  try {
    const values = positionalArguments(row, args);
    return Object.fromEntries(
      row.params.flatMap(({ name }, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
    );
  } catch {
    return given ?? {};
  }
}

function givenValue(args: Exclude<ArgumentForm, { form: "unusable" }>): unknown {
  switch (args.form) {
    case "wrapped":
      return args.args;
    case "positional":
      return args.values;
    case "named":
      return args.members;
  }
}

/** The value after conversion to JSON and back, with stars in place of secrets and with truncated texts. */
export function withoutSecrets(value: unknown, secrets: ExchangeSecrets): unknown {
  const masked = secrets.value(withoutNamedSecrets(value));
  return JSON.parse(JSON.stringify(masked, (_name, member: unknown) => truncateText(member))) as unknown;
}

/** The value after conversion to JSON and back, with stars in place of members whose names are those of secrets. */
export function withoutNamedSecrets(value: unknown): unknown {
  const text = JSON.stringify(value, (name, member: unknown) =>
    secretKind(name) !== undefined && member !== null && member !== "" ? stars : member,
  ) as string | undefined;
  return JSON.parse(text ?? "null") as unknown;
}

/** A truncated copy of a large value. A copy, so that the original can be garbage-collected. */
export function truncatedValue<T>(value: T): T {
  return truncate(value, 0) as T;
}

function truncate(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return truncateText(value);
  if (depth > maxDepth) return "…";
  if (Array.isArray(value)) {
    const rows = value.slice(0, maxRows).map((row) => truncate(row, depth + 1));
    return value.length > maxRows ? [...rows, `… (${value.length - maxRows} more)`] : rows;
  }
  if ("toJSON" in value) return truncate((value as { toJSON(): unknown }).toJSON(), depth);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxRows)
      .map(([key, member]) => [key, truncate(member, depth + 1)]),
  );
}

/** Values other than texts stay as they are. */
function truncateText(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= maxTextLength) return value;
  return `${value.slice(0, maxTextLength)}… (${value.length} characters)`;
}
