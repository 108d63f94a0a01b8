/** Changes between two states of openapi.yaml. */
import { resolveReference } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { byName, change, isSame, textChanges, type Change } from "./changes.js";
import { SchemaDiff, type Documents } from "./schemas.js";

const verbs = ["get", "head", "post", "put", "delete", "patch", "options"];

type Operations = Record<string, Schema>;

export function* openApiChanges(before: Schema, after: Schema): Iterable<Change> {
  yield* textChanges("info", before.info as Schema, after.info as Schema, ["title", "description"]);
  const diff = new OpenApiDiff({ before, after });
  for (const [name, old, now] of byName(operationsOf(before), operationsOf(after))) {
    if (!now) yield change("breaking", name, "the operation is gone");
    else if (!old) yield change("additive", name, "a new operation");
    else yield* diff.operation(name, old, now);
  }
}

class OpenApiDiff {
  private readonly schemas: SchemaDiff;

  constructor(private readonly documents: Documents) {
    this.schemas = new SchemaDiff(documents);
  }

  *operation(name: string, before: Schema, after: Schema): Iterable<Change> {
    yield* textChanges(name, before, after, ["summary", "description", "tags"]);
    if (before.operationId !== after.operationId) yield change("breaking", name, "another operationId");
    if (!isSame(before.security, after.security)) yield change("breaking", name, "other credentials");
    yield* this.parameters(name, before, after);
    yield* this.bodies(name, this.old(before.requestBody), this.now(after.requestBody));
    const [olds, news] = [before, after].map(({ responses }) => responses as Record<string, Schema>) as [
      Record<string, Schema>,
      Record<string, Schema>,
    ];
    for (const [status, old, listed] of byName(olds, news)) {
      const at = `${name} ${status}`;
      const now = listed ?? news.default;
      if (!now) yield change("breaking", at, "the answer is gone");
      else if (!old) yield change("additive", at, "a new answer");
      else yield* this.answer(at, this.old(old), this.now(now));
    }
  }

  private *parameters(name: string, before: Schema, after: Schema): Iterable<Change> {
    const listed = (list: unknown, follow: (schema: unknown) => Schema) =>
      Object.fromEntries(
        ((list ?? []) as unknown[])
          .map(follow)
          .map((param) => [`${String(param.in)} ${String(param.name)}`, param]),
      );
    const olds = listed(before.parameters, (param) => this.old(param));
    const news = listed(after.parameters, (param) => this.now(param));
    for (const [param, old, now] of byName(olds, news)) {
      const at = `${name} ${param}`;
      if (!now) yield change("breaking", at, "the parameter is gone");
      else if (!old) {
        yield change(now.required === true ? "breaking" : "additive", at, "a new parameter");
      } else {
        yield* textChanges(at, old, now, ["description", "example", "examples"]);
        if (now.required === true && old.required !== true) yield change("breaking", at, "is required");
        if (now.required !== true && old.required === true) yield change("additive", at, "may be left out");
        if (old.style !== now.style || old.explode !== now.explode)
          yield change("breaking", at, "another style");
        yield* this.schemas.changes(at, (old.schema ?? {}) as Schema, (now.schema ?? {}) as Schema, "sent");
      }
    }
  }

  private *bodies(name: string, before: Schema, after: Schema): Iterable<Change> {
    if (after.required === true && before.required !== true)
      yield change("breaking", `${name} body`, "is required");
    for (const [type, old, now] of byName(contentOf(before), contentOf(after))) {
      const at = `${name} body ${type}`;
      if (!now) yield change("breaking", at, "the type is no longer taken");
      else if (!old) yield change("additive", at, "a new type");
      else yield* this.schemas.changes(at, old.schema as Schema, now.schema as Schema, "sent");
    }
  }

  private *answer(at: string, before: Schema, after: Schema): Iterable<Change> {
    yield* textChanges(at, before, after, ["description"]);
    for (const [type, old, now] of byName(contentOf(before), contentOf(after))) {
      if (!now) yield change("breaking", `${at} ${type}`, "the type is no longer sent");
      else if (!old) yield change("additive", `${at} ${type}`, "a new type");
      else {
        yield* textChanges(`${at} ${type}`, old, now, ["example", "examples"]);
        yield* this.schemas.changes(`${at} ${type}`, old.schema as Schema, now.schema as Schema, "answered");
      }
    }
    const headers = ({ headers }: Schema) => (headers ?? {}) as Record<string, Schema>;
    for (const [header, old, now] of byName(headers(before), headers(after))) {
      if (!now) yield change("breaking", at, `the header ${header} is gone`);
      else if (!old) yield change("additive", at, `the header ${header}`);
    }
  }

  private old(node: unknown): Schema {
    return followed(this.documents.before, node);
  }

  private now(node: unknown): Schema {
    return followed(this.documents.after, node);
  }
}

function followed(document: object, node: unknown): Schema {
  const { $ref } = (node ?? {}) as Schema;
  return typeof $ref === "string" ? (resolveReference(document, $ref) as Schema) : ((node ?? {}) as Schema);
}

function contentOf({ content }: Schema): Record<string, Schema> {
  return (content ?? {}) as Record<string, Schema>;
}

/** Operations by method and path; parameters of a path are added to its operations. */
function operationsOf({ paths }: Schema): Operations {
  return Object.fromEntries(
    Object.entries(paths as Record<string, Record<string, Schema>>).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([verb]) => verbs.includes(verb))
        .map(([verb, operation]) => [
          `${verb.toUpperCase()} ${path}`,
          { ...operation, parameters: [...listOf(item.parameters), ...listOf(operation.parameters)] },
        ]),
    ),
  );
}

function listOf(value: unknown): unknown[] {
  return (value ?? []) as unknown[];
}
