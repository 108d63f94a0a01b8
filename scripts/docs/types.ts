/** Describes types for readers: a type in one line, and a table of all its members. */
import { htmlTable } from "../../src/addons/pages/table.js";
import { html, type Html } from "../../src/addons/pages/html.js";
import type { Prose } from "./prose.js";
import { isOperation, resolved, type RpcContract, type Schema } from "./sources.js";

const mostBranches = 8;

/** Filter types, which hundreds of members share; the guide explains them once. */
export const conditionTypes = ["NumberFilter", "TextFilter", "DateTimeFilter", "MembershipFilter"] as const;

function conditionType(contract: object, schema: Schema): string | undefined {
  const { title } = resolved(contract, schema);
  return conditionTypes.find((name) => name === title);
}

/** A type in a cell of a table. */
export function typeCell(contract: object, schema: Schema): Html {
  const name = conditionType(contract, schema);
  return name === undefined
    ? html`${typeText(contract, schema)}`
    : html`<a href="~/docs/guide/filters#${name}">${name}</a>`;
}

/** `text`, `whole number`, `list of OrderItem`, … in the words of JSON Schema. */
export function typeText(contract: object, schema: Schema, depth = 0): string {
  const { type, const: constant, enum: values, items, oneOf, anyOf, nullable } = resolved(contract, schema);
  const or = nullable === true ? " or null" : "";
  if (constant !== undefined) return JSON.stringify(constant) + or;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ") + or;
  const branches = oneOf ?? anyOf;
  if (branches) {
    // The name of a large union is more helpful than its branches.
    if (branches.length > mostBranches) return resolved(contract, schema).title ?? "anything";
    const texts = branches.map((branch) => typeText(contract, branch, depth + 1));
    return [...new Set(texts)].join(" or ") + or;
  }
  if (type === "array") {
    const title = items === undefined ? undefined : resolved(contract, items).title;
    const element = items === undefined || depth > 2 ? "anything" : typeText(contract, items, depth + 1);
    return `list of ${element === "object" ? (title ?? "object") : element}${or}`;
  }
  return (type ?? "anything") + or;
}

/** Whether all branches are texts, so that typed digits are sent as text too. */
export function isText(contract: object, schema: Schema): boolean {
  const { type, oneOf, anyOf } = resolved(contract, schema);
  const branches = oneOf ?? anyOf;
  return branches ? branches.every((branch) => isText(contract, branch)) : type === "string";
}

/** The constraints of a value besides its type. */
function boundsText(contract: object, schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = resolved(
    contract,
    schema,
  );
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    format === undefined ? "" : `format ${format}`,
    pattern === undefined ? "" : `pattern ${pattern}`,
  ]
    .filter((text) => text !== "")
    .join("; ");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return "";
  if (to === undefined) return `at least ${from}${unit}`;
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`;
}

export interface Member {
  /** `items[].sku` */
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The named component that has this member, if any. */
  readonly owner: string | undefined;
}

const deepest = 5;

/** All members of a type, including nested ones. */
export function membersOf(contract: object, schema: Schema): readonly Member[] {
  const members: Member[] = [];
  collect(contract, schema, "", [], members);
  return members;
}

const noReferences: ReadonlySet<string | undefined> = new Set();

/** Result types of operations, which the page of `call` does not repeat. */
function resultsOf(contract: object): ReadonlySet<string | undefined> {
  const { methods = [] } = contract as Partial<RpcContract>;
  return new Set(methods.filter(isOperation).map(({ result }) => result.schema.$ref));
}

function collect(
  contract: object,
  schema: Schema,
  prefix: string,
  above: readonly Schema[],
  into: Member[],
): void {
  const type = resolved(contract, schema);
  if (above.includes(type) || above.length > deepest || conditionType(contract, schema)) return;
  const inside = [...above, type];
  const told = (type.oneOf ?? type.anyOf ?? []).length > mostBranches ? resultsOf(contract) : noReferences;
  for (const branch of [...(type.oneOf ?? []), ...(type.anyOf ?? []), ...(type.allOf ?? [])]) {
    if (!told.has(branch.$ref)) collect(contract, branch, prefix, inside, into);
  }
  if (type.items) collect(contract, type.items, `${prefix}[]`, inside, into);
  if (typeof type.additionalProperties === "object") {
    collect(contract, type.additionalProperties, `${prefix}{}`, inside, into);
  }
  for (const [name, member] of Object.entries(type.properties ?? {})) {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    // Branches of a union may share members.
    if (into.some((one) => one.path === path)) continue;
    into.push({ path, schema: member, required: type.required?.includes(name) ?? false, owner: type.title });
    collect(contract, member, path, inside, into);
  }
}

/** The description and constraints of a value in a table cell. */
export function meaning(contract: object, prose: Prose, schema: Schema, description?: string): Html {
  const type = resolved(contract, schema);
  const text = description ?? schema.description ?? type.description;
  const bounds = boundsText(contract, schema);
  const fallback = schema["x-default"] ?? type["x-default"];
  return html`${prose.line(text)}${bounds !== "" && html` <span class="bounds">${bounds}</span>`}${
    fallback !== undefined && html` <span class="bounds">default ${JSON.stringify(fallback)}</span>`
  }`;
}

export interface TableOptions {
  readonly contract: object;
  readonly prose: Prose;
  /** Prefix of the anchors of rows. */
  readonly anchor: string;
  readonly label: string;
}

/** The table of a type's members; undefined if it has none. */
export function memberTable(
  schema: Schema,
  { contract, prose, anchor, label }: TableOptions,
): Html | undefined {
  const members = membersOf(contract, schema);
  if (members.length === 0) return undefined;
  const { additionalProperties } = resolved(contract, schema);
  return html`${htmlTable(
    ["Member", "Type", "Meaning"],
    members.map(
      ({ path, schema: member, required }) =>
        html`<tr id="${memberAnchor(anchor, path)}">
          <th scope="row"><code>${path}</code>${required && html` <span class="required">always</span>`}</th>
          <td class="type">${typeCell(contract, member)}</td>
          <td>${meaning(contract, prose, member)}</td>
        </tr> `,
    ),
    { label: label, kind: "members" },
  )}
  ${additionalProperties === true && html`<p>Further members may follow.</p>`}`;
}

export function memberAnchor(anchor: string, path: string): string {
  return `${anchor}-${path
    .replace(/\[\]|\{\}/g, "")
    .replace(/^\./, "")
    .replace(/[^\w-]/g, "-")}`;
}
