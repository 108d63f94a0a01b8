/** Compares two JSON Schemas: whether the new one accepts more, fewer or different values. */
import { resolveReference } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import {
  byName,
  canonical,
  change,
  isSame,
  narrower,
  textChanges,
  wider,
  type Change,
  type Direction,
} from "./changes.js";
import { writtenLimits } from "./written-limits.js";

/** The two documents that resolve the references. */
export interface Documents {
  readonly before: object;
  readonly after: object;
}

export class SchemaDiff {
  /** Pairs that were or are being compared: this ends recursion and reports shared components once. */
  private readonly seen = new Set<string>();

  constructor(private readonly documents: Documents) {}

  *changes(at: string, before: Schema, after: Schema, direction: Direction): Iterable<Change> {
    const [one, other] = [resolved(this.documents.before, before), resolved(this.documents.after, after)];
    const place = typeof after.$ref === "string" && after.$ref === before.$ref ? nameOf(after.$ref) : at;
    if (place !== at || typeof after.$ref === "string") {
      const pair = `${direction} ${String(before.$ref)} ${String(after.$ref)}`;
      if (this.seen.has(pair)) return;
      this.seen.add(pair);
      const [was, is] = [nameOf(before.$ref), nameOf(after.$ref)];
      if (was !== is && was !== "" && is !== "") {
        // Generated code has an alias for a text or a number, so its name means nothing.
        const kind = isPlain(one) && isPlain(other) ? "documentation" : "breaking";
        yield change(kind, `${was} → ${is}`, "the type has another name");
      }
    }
    yield* textChanges(place, one, other, ["title", "description", "example", "examples"]);
    const olds = branchesOf(this.documents.before, one);
    const news = branchesOf(this.documents.after, other);
    if (olds.length === 1 && news.length === 1) yield* this.plain(place, one, other, direction);
    else if (kindOf(one) === "anything") yield narrower(direction, place, "no longer anything");
    else if (kindOf(other) === "anything") yield wider(direction, place, "anything");
    else yield* this.unions(place, olds, news, direction);
  }

  /** Compares two schemas that are not unions. */
  private *plain(at: string, before: Schema, after: Schema, direction: Direction): Iterable<Change> {
    yield* typeChanges(at, before, after, direction);
    yield* valueChanges(at, before, after, direction);
    yield* boundChanges(at, before, after, direction);
    yield* this.members(at, before, after, direction);
    if (isSchema(before.items) && isSchema(after.items)) {
      yield* this.changes(`${at}[]`, before.items, after.items, direction);
    }
  }

  /** Removes equal branches, then compares the remaining ones in pairs of the same kind. */
  private *unions(at: string, before: Schema[], after: Schema[], direction: Direction): Iterable<Change> {
    const keyBefore = (branch: Schema) => this.meaning(this.documents.before, branch);
    const keyAfter = (branch: Schema) => this.meaning(this.documents.after, branch);
    const kept = new Set(before.map(keyBefore));
    const stays = new Set(after.map(keyAfter));
    const gone = before.filter((branch) => !stays.has(keyBefore(branch)));
    const come = after.filter((branch) => !kept.has(keyAfter(branch)));
    for (const branch of gone) {
      const kind = kindOf(resolved(this.documents.before, branch));
      const index = come.findIndex((other) => kindOf(resolved(this.documents.after, other)) === kind);
      const [partner] = index < 0 ? [] : come.splice(index, 1);
      if (partner) yield* this.changes(at, branch, partner, direction);
      else yield narrower(direction, at, `no longer ${kind}`);
    }
    for (const branch of come) {
      yield wider(direction, at, `also ${kindOf(resolved(this.documents.after, branch))}`);
    }
  }

  private *members(at: string, before: Schema, after: Schema, direction: Direction): Iterable<Change> {
    const [olds, news] = [propertiesOf(before), propertiesOf(after)];
    const [needed, needs] = [requiredOf(before), requiredOf(after)];
    for (const [name, old, now] of byName(olds, news)) {
      const place = `${at}.${name}`;
      if (!now) {
        yield change("breaking", place, "the member is gone");
      } else if (!old) {
        const isNeeded = direction === "sent" && needs.has(name);
        yield change(
          isNeeded ? "breaking" : "additive",
          place,
          isNeeded ? "a new required member" : "a new member",
        );
      } else {
        if (needs.has(name) && !needed.has(name)) {
          yield narrower(direction, place, direction === "sent" ? "is required" : "is always there");
        }
        if (!needs.has(name) && needed.has(name)) yield wider(direction, place, "may be left out");
        yield* defaultChanges(place, old["x-default"] ?? old.default, now["x-default"] ?? now.default);
        yield* this.changes(place, old, now, direction);
      }
    }
    const [wasOpen, isOpen] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
    if (isSchema(wasOpen) && isSchema(isOpen)) yield* this.changes(`${at}.*`, wasOpen, isOpen, direction);
    else if (wasOpen === false && isOpen !== false) yield wider(direction, at, "takes other members");
    else if (wasOpen !== false && isOpen === false) yield narrower(direction, at, "takes no other members");
    else if (isSchema(isOpen) !== isSchema(wasOpen)) {
      const tell = isSchema(isOpen) ? narrower : wider;
      yield tell(direction, at, "other members of other types");
    }
  }

  /** The constraints of a schema, with references resolved one level deep. */
  private meaning(document: object, schema: Schema): string {
    const { title: _1, description: _2, example: _3, examples: _4, ...rest } = resolved(document, schema);
    return canonical(rest);
  }
}

/** A default that is now documented was there before, so it is a change of documentation. */
export function* defaultChanges(at: string, was: unknown, is: unknown): Iterable<Change> {
  if (isSame(was, is)) return;
  yield was === undefined
    ? change("documentation", at, "a default")
    : change("breaking", at, "another default");
}

function* typeChanges(at: string, before: Schema, after: Schema, direction: Direction): Iterable<Change> {
  const [was, is] = [kindOf(before), kindOf(after)];
  if (was === is) return;
  const what = `${was} became ${is}`;
  if (is === "anything" || (was === "integer" && is === "number")) yield wider(direction, at, what);
  else if (was === "anything" || (was === "number" && is === "integer")) yield narrower(direction, at, what);
  else yield change("breaking", at, what);
}

function* valueChanges(at: string, before: Schema, after: Schema, direction: Direction): Iterable<Change> {
  const [olds, news] = [valuesOf(before), valuesOf(after)];
  if (!olds && !news) return;
  if (!olds) yield narrower(direction, at, "only certain values");
  else if (!news) yield wider(direction, at, "any value");
  else {
    const gone = olds.filter((value) => !news.includes(value));
    const come = news.filter((value) => !olds.includes(value));
    if (gone.length > 0) yield narrower(direction, at, `no longer ${gone.join(", ")}`);
    if (come.length === 0) return;
    const what = `also ${come.join(", ")}`;
    yield after["x-extensible"] === true ? change("additive", at, what) : wider(direction, at, what);
  }
}

const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const forms = ["pattern", "format", "multipleOf", "uniqueItems"];

function* boundChanges(at: string, before: Schema, after: Schema, direction: Direction): Iterable<Change> {
  for (const bound of [...lowerBounds, ...upperBounds]) {
    const [was, is] = [before[bound] as number | undefined, after[bound] as number | undefined];
    if (was === is) continue;
    if (bound === "minProperties" && (isImplied(before, was, is) || isImplied(after, is, was))) continue;
    const isRaised = is !== undefined && (was === undefined || is > was);
    const isTighter =
      is === undefined ? false : was === undefined || isRaised === lowerBounds.includes(bound);
    const what = `${bound} ${was ?? "none"} became ${is ?? "none"}`;
    if (was === undefined && isWritten(at, bound, direction)) yield writtenDown(at, bound, is);
    else yield isTighter ? narrower(direction, at, what) : wider(direction, at, what);
  }
  for (const form of forms) {
    const [was, is] = [before[form], after[form]];
    if (isSame(was, is)) continue;
    if (was === undefined && isWritten(at, form, direction)) yield writtenDown(at, form, is);
    else if (was === undefined) yield narrower(direction, at, `a ${form}`);
    else if (is === undefined) yield wider(direction, at, `no ${form}`);
    else yield change("breaking", at, `another ${form}`);
  }
}

function isWritten(at: string, keyword: string, direction: Direction): boolean {
  return direction === "sent" && (writtenLimits[at] ?? []).includes(keyword);
}

function writtenDown(at: string, keyword: string, limit: unknown): Change {
  return change("documentation", at, `${keyword} ${String(limit)}, which the service enforced before`);
}

/** Resolves a reference and joins the parts of `allOf`. */
function resolved(document: object, schema: Schema): Schema {
  const { $ref, ...beside } = schema;
  const target =
    typeof $ref === "string" ? { ...(resolveReference(document, $ref) as Schema), ...beside } : schema;
  const { allOf, ...rest } = target;
  if (!Array.isArray(allOf)) return target;
  return (allOf as Schema[]).map((part) => resolved(document, part)).reduce(joined, rest);
}

function joined(one: Schema, other: Schema): Schema {
  return {
    ...other,
    ...one,
    properties: { ...propertiesOf(one), ...propertiesOf(other) },
    required: [...requiredOf(one), ...requiredOf(other)],
  };
}

/** The branches of a union, including those of nested unions; `nullable` of OpenAPI 3.0 adds null. */
function branchesOf(document: object, schema: Schema): Schema[] {
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  const { nullable, ...rest } = schema;
  const types = Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...rest, type })) : [rest];
  const all = branches?.flatMap((branch) => {
    const inner = resolved(document, branch);
    return isUnion(inner) ? branchesOf(document, inner) : [branch];
  });
  return [...(all ?? types), ...(nullable === true ? [{ type: "null" }] : [])];
}

function isUnion(schema: Schema): boolean {
  return schema.oneOf !== undefined || schema.anyOf !== undefined;
}

/** Whether a schema is a text, a number or a boolean without a list of values. */
function isPlain(schema: Schema): boolean {
  return ["string", "number", "integer", "boolean"].includes(kindOf(schema)) && !valuesOf(schema);
}

function kindOf(schema: Schema): string {
  if (typeof schema.type === "string") return schema.type;
  if (isUnion(schema) || Array.isArray(schema.type)) return "a union";
  return propertiesOf(schema) && Object.keys(propertiesOf(schema)).length > 0 ? "object" : "anything";
}

function valuesOf(schema: Schema): string[] | undefined {
  const values = (schema.enum ?? ("const" in schema ? [schema.const] : undefined)) as unknown[] | undefined;
  return values?.map((value) => JSON.stringify(value));
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return (schema.properties ?? {}) as Record<string, Schema>;
}

/** Whether a schema without a minimum of members requires as many anyway as the other one says. */
function isImplied(schema: Schema, own: number | undefined, minimum: number | undefined): boolean {
  return own === undefined && minimum !== undefined && minimum <= requiredOf(schema).size;
}

function requiredOf(schema: Schema): Set<string> {
  return new Set((schema.required ?? []) as string[]);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

function nameOf(ref: unknown): string {
  return typeof ref === "string" ? ref.slice(ref.lastIndexOf("/") + 1) : "";
}
