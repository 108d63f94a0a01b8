/** Values of calls as the journal shows them: by name, without secrets, cut to a bearable size. */
import { positionalArguments, type ArgumentForm } from "../../engine/contract/arguments.js";
import type { OperationRow } from "../../../generated/tables.js";
import { hasSecretName } from "./secrets.js";

const maxTextLength = 2000;
const maxRows = 100;
const maxDepth = 12;

/** The arguments of a call by the names of the parameters, where they have any. */
export function argumentsOf(row: OperationRow | undefined, args: ArgumentForm | undefined): unknown {
  if (!args || args.form === "unusable") return {};
  const given = givenBy(args);
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

function givenBy(args: Exclude<ArgumentForm, { form: "unusable" }>): unknown {
  switch (args.form) {
    case "wrapped":
      return args.args;
    case "positional":
      return args.values;
    case "named":
      return args.members;
  }
}

/** The value as JSON gives it, with stars for what must not be shown. */
export function withoutSecrets(value: unknown): unknown {
  if (value === undefined) return null;
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      hasSecretName(name) && member !== null && member !== "" ? "***" : cutText(member),
    ) ?? "null",
  ) as unknown;
}

/** As much of a large value as the journal keeps; a copy, so that the rest can go. */
export function truncatedValue<T>(value: T): T {
  return shorten(value, 0) as T;
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return cutText(value);
  if (depth > maxDepth) return "…";
  if (Array.isArray(value)) {
    const rows = value.slice(0, maxRows).map((row) => shorten(row, depth + 1));
    return value.length > maxRows ? [...rows, `… (${value.length - maxRows} more)`] : rows;
  }
  if ("toJSON" in value) return shorten((value as { toJSON(): unknown }).toJSON(), depth);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxRows)
      .map(([key, member]) => [key, shorten(member, depth + 1)]),
  );
}

function cutText(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= maxTextLength) return value;
  return `${value.slice(0, maxTextLength)}… (${value.length} characters)`;
}
