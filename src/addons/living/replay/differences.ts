/** Compares a recorded answer with the received one. */
import { isObject } from "../../../engine/values/coercion.js";
import type { CallAnswer, CallOutcome } from "../doors/outcome.js";
import { stars, type ExchangeLine } from "../recording/exchange-line.js";
import { createdIn, subCalls } from "./created.js";
import { answeredIdKind, Identities, idKindOf } from "./identities.js";

export const differenceKinds = ["outcome", "missing", "further", "type", "value", "length"] as const;

export interface AnswerDifference {
  readonly kind: (typeof differenceKinds)[number];
  /** For example `result.items[].qty_ordered`; empty for the outcome. */
  readonly path: string;
  /** For outcomes `result`, `fault 101`, `fault`, `http 500`, `broken`; for types their names; otherwise the shortened value. */
  readonly recorded: string;
  readonly received: string;
}

interface AnswerComparison {
  readonly operation: string;
  readonly identities: Identities;
  /** Whether values are compared, not only presence and types. */
  readonly withValues: boolean;
  /** Members whose values are not compared. */
  readonly ignores?: ((member: string) => boolean) | undefined;
}

/** Whether a difference is one of values alone: presence, members and types are the same. */
export function isOfValues({ kind, path }: AnswerDifference): boolean {
  return kind === "value" || kind === "length" || (kind === "missing" && path.endsWith("[]"));
}

/** The name of an outcome in reports and rules. */
export function outcomeName(outcome: CallOutcome): string {
  switch (outcome.outcome) {
    case "result":
      return "result";
    case "fault":
      return outcome.fault.code === undefined ? "fault" : `fault ${outcome.fault.code}`;
    case "http":
      return `http ${outcome.status}`;
    case "broken":
      return "broken";
  }
}

export function recordedOutcome({ outcome, fault, status }: ExchangeLine): string {
  if (outcome === "fault") return fault?.code === undefined ? "fault" : `fault ${fault.code}`;
  return outcome === "http" ? `http ${status ?? 0}` : outcome;
}

export function differencesOf(
  line: ExchangeLine,
  received: CallAnswer,
  comparison: AnswerComparison,
): AnswerDifference[] {
  const [recordedAs, receivedAs] = [recordedOutcome(line), outcomeName(received)];
  if (!isSameOutcome(recordedAs, receivedAs))
    return [{ kind: "outcome", path: "", recorded: recordedAs, received: receivedAs }];
  if (received.outcome !== "result" || line.result === stars) return [];
  const found: AnswerDifference[] = [];
  const { operation, identities } = comparison;
  const made = createdIn(line, received.value, received.http?.headers.location);
  for (const { kind, id, place } of createdIn(line, line.result, line.answer?.location))
    identities.bind(kind, id, made.find((one) => one.place === place)?.id);
  compareHeaders(line, received, found);
  const walk = { ...comparison, found };
  const [was, is] = [line.result, received.value];
  if (operation === "multiCall" && Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    subCalls(line.args).forEach((path, index) =>
      compare(was[index], is[index], "result[]", answeredIdKind(path), { ...walk, operation: path }),
    );
  else compare(was, is, "result", answeredIdKind(operation), walk);
  return firstPerPlace(found);
}

/** Headers that the recorded server sent. Ours are allowed to send more. */
function compareHeaders(
  { answer = {} }: ExchangeLine,
  { http }: CallAnswer,
  found: AnswerDifference[],
): void {
  for (const [name, was] of [
    ["location", answer.location],
    ["x-total-count", answer.total_count],
  ] as const) {
    const is = http?.headers[name];
    if (was === undefined) continue;
    if (is === undefined) found.push(valueDifference("missing", `headers.${name}`, was, is));
    else if (name !== "location" && was !== is)
      found.push(valueDifference("value", `headers.${name}`, was, is));
  }
}

/** Some doors do not send the code of a fault; then every fault counts as the same. */
function isSameOutcome(recorded: string, received: string): boolean {
  if (recorded === received) return true;
  return (
    [recorded, received].includes("fault") && recorded.startsWith("fault") && received.startsWith("fault")
  );
}

interface Walk extends AnswerComparison {
  readonly found: AnswerDifference[];
}

/** @param kind of ID, if both values are IDs */
function compare(
  recorded: unknown,
  received: unknown,
  path: string,
  kind: string | undefined,
  walk: Walk,
): void {
  // The living system does not distinguish an empty list from an empty object.
  if (isEmpty(recorded) && isEmpty(received)) return;
  // Of what is masked or empty, only whether there is a value.
  if ([recorded, received].some((one) => one === stars || isBlank(one))) {
    if (isBlank(received) !== isBlank(recorded) && walk.withValues)
      walk.found.push(valueDifference("value", path, recorded, received));
    return;
  }
  if (Array.isArray(recorded) && Array.isArray(received)) {
    compareLists(recorded, received, path, kind, walk);
    return;
  }
  if (isObject(recorded) && isObject(received)) {
    // REST lists records by their IDs.
    if (isKeyedById(recorded) && isKeyedById(received))
      compareLists(Object.values(recorded), Object.values(received), path, kind, walk);
    else compareMembers(recorded, received, path, walk);
    return;
  }
  const [was, is] = [typeName(recorded), typeName(received)];
  if (was !== is && !(isPlain(was) && was.split(" ")[0] === is.split(" ")[0]))
    walk.found.push({ kind: "type", path, recorded: was, received: is });
  if (isObject(recorded) || isObject(received) || Array.isArray(recorded) || Array.isArray(received)) return;
  compareValues(recorded, received, path, kind, walk);
}

function compareValues(
  recorded: unknown,
  received: unknown,
  path: string,
  kind: string | undefined,
  walk: Walk,
) {
  if (kind !== undefined) {
    const isMatch = walk.identities.match(kind, recorded, received);
    if (!isMatch && walk.withValues) walk.found.push(valueDifference("value", path, recorded, received));
    return;
  }
  if (!walk.withValues || isSameValue(recorded, received)) return;
  walk.found.push(valueDifference("value", path, recorded, received));
}

function compareMembers(
  recorded: Readonly<Record<string, unknown>>,
  received: Readonly<Record<string, unknown>>,
  path: string,
  walk: Walk,
): void {
  for (const [name, value] of Object.entries(recorded)) {
    const place = `${path}.${name}`;
    if (!Object.hasOwn(received, name)) walk.found.push(valueDifference("missing", place, value, undefined));
    else
      compare(
        value,
        received[name],
        place,
        idKindOf(walk.operation, name),
        walk.ignores?.(name) ? { ...walk, withValues: false } : walk,
      );
  }
  for (const [name, value] of Object.entries(received)) {
    if (!Object.hasOwn(recorded, name))
      walk.found.push(valueDifference("further", `${path}.${name}`, undefined, value));
  }
}

/** Matches elements by a unique key if there is one, otherwise by position. */
function compareLists(
  recorded: readonly unknown[],
  received: readonly unknown[],
  path: string,
  kind: string | undefined,
  walk: Walk,
): void {
  if (walk.withValues && recorded.length !== received.length)
    walk.found.push({ kind: "length", path, recorded: `${recorded.length}`, received: `${received.length}` });
  const key = keyOf(recorded, received, walk.ignores);
  const id = key === undefined ? rowIds.find((one) => haveIds(one, [recorded, received])) : undefined;
  if (id !== undefined) [recorded, received] = [orderedBy(id, recorded), orderedBy(id, received)];
  const byKey = key === undefined ? undefined : new Map(received.map((one) => [textAt(one, key), one]));
  const keyKind = key === undefined ? undefined : idKindOf(walk.operation, key);
  recorded.forEach((element, index) => {
    const named = key === undefined ? undefined : textAt(element, key);
    const own = keyKind === undefined ? named : String(walk.identities.translated(keyKind, named));
    const like = byKey ? byKey.get(own) : received[index];
    if (like !== undefined) compare(element, like, `${path}[]`, kind, walk);
    else if (received.length > 0 && walk.withValues && byKey)
      walk.found.push(valueDifference("missing", `${path}[]`, { [key as string]: named }, undefined));
    // Without a match, the members of the first element are compared with any element.
    if (like === undefined && received.length > 0 && byKey && index === 0)
      compare(element, received[0], `${path}[]`, kind, {
        ...walk,
        // They are different objects: no ID of one is that of the other.
        withValues: false,
        identities: new Identities(),
      });
  });
}

/**
 * IDs of rows whose order says nothing: the database of Magento orders comments of the same second, and it sends the newest
 * address of a customer first (sales 15.4, customers 3.1).
 */
const rowIds = ["comment_id", "customer_address_id"];

function haveIds(name: string, lists: readonly (readonly unknown[])[]): boolean {
  return lists.every((list) => list.length > 1 && list.every((one) => /^\d+$/.test(textAt(one, name) ?? "")));
}

function orderedBy(name: string, list: readonly unknown[]): readonly unknown[] {
  return [...list].sort((one, other) => Number(textAt(one, name)) - Number(textAt(other, name)));
}

/** Members that identify an element on every server. */
const keys = [
  "sku",
  "code",
  "attribute_code",
  "email",
  "increment_id",
  "value",
  "file",
  "type",
  "name",
  "fault",
  "key",
  "title",
  "product_id",
];

function keyOf(
  recorded: readonly unknown[],
  received: readonly unknown[],
  ignores: AnswerComparison["ignores"],
): string | undefined {
  const offered = ignores ? keys.filter((key) => !ignores(key)) : keys;
  return offered.find((key) =>
    [recorded, received].every(
      (list) =>
        list.length > 0 &&
        list.every((one) => textAt(one, key) !== undefined) &&
        new Set(list.map((one) => textAt(one, key))).size === list.length,
    ),
  );
}

function textAt(element: unknown, key: string): string | undefined {
  const value = isObject(element) ? element[key] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The type's name in reports and rules; a text that contains a number has a name of its own. */
function typeName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "string") return value === null ? "null" : typeof value;
  return /^-?\d+(\.\d+)?$/.test(value) ? "text of a number" : "text";
}

/** Whether the type is one of the two text types. */
function isPlain(type: string): boolean {
  return type.startsWith("text");
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function isKeyedById(value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(value).every(([key, one]) => /^\d+$/.test(key) && isObject(one));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** The origin of the server in the addresses of images. */
const address = /^https?:\/\/[^/]+/;

const time = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/;

/** Ignores differences of representation (`"1"` and `1`, `true` and `1`), of times, and of the server's address. */
function isSameValue(recorded: unknown, received: unknown): boolean {
  if (recorded === received) return true;
  const [was, is] = [plain(recorded), plain(received)];
  if (was === is) return true;
  if (time.test(was) && time.test(is)) return true;
  if (address.test(was) && address.test(is)) return was.replace(address, "") === is.replace(address, "");
  return was.trim() !== "" && is.trim() !== "" && Number(was) === Number(is);
}

function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

const maxShownLength = 120;

function valueDifference(
  kind: AnswerDifference["kind"],
  path: string,
  recorded: unknown,
  received: unknown,
): AnswerDifference {
  return { kind, path, recorded: shown(recorded), received: shown(received) };
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/** Keeps one difference per kind and path, so that a list does not repeat it for every element. */
function firstPerPlace(found: readonly AnswerDifference[]): AnswerDifference[] {
  const byPlace = new Map<string, AnswerDifference>();
  for (const one of found) {
    const place = `${one.kind} ${one.path}`;
    if (!byPlace.has(place)) byPlace.set(place, one);
  }
  return [...byPlace.values()];
}
