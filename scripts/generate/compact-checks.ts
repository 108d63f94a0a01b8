/**
 * Compact compiled checks. Ajv repeats the check of each member, and rows of the shop have dozens of members of a few
 * types. Here each type is compiled once, and the check of an object is a loop over a table of its members: the same problems
 * in the same order as with Ajv, in a third of the text. This is slower, so it is for checks outside of normal calls.
 */
import { _, Ajv, Name, type Code, type CodeKeywordDefinition, type KeywordCxt, type Options } from "ajv";
import { strConcat } from "ajv/dist/compile/codegen/code.js";
import { resolveRef, SchemaEnv } from "ajv/dist/compile/index.js";
import { getValidate } from "ajv/dist/vocabularies/core/ref.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { checkCode, digest, written } from "./check-code.js";

/** Ajv's variable names in every check. */
const [vErrors, errors] = [new Name("vErrors"), new Name("errors")];
const [instancePath, rootData] = [new Name("instancePath"), new Name("rootData")];

/** Compiles schemas by name. */
export class CompactChecks {
  private readonly ajv: Ajv;
  /** The names of member schemas, by their text. */
  private readonly forms = new Map<string, string>();

  /** @param ignored further keywords without a check, besides `title` and `description` */
  constructor(
    options: Options,
    private readonly ignored: readonly string[] = [],
  ) {
    this.ajv = new Ajv({
      ...options,
      code: written,
      loopRequired: 2,
      // The meta-schema has members that are not references.
      validateSchema: false,
    });
    this.ajv.removeKeyword("properties");
    this.ajv.addKeyword(properties);
  }

  /** Adds a schema. References are names of schemas, which may be added later. */
  add(name: string, schema: Schema): void {
    this.ajv.addSchema(this.withNamedMembers(schema) as Schema, name);
  }

  /** `exports` = name of the export → name of the schema. */
  code(exports: Readonly<Record<string, string>>): string {
    return [
      "const withProblem = (found, problem) => (found === null ? [problem] : (found.push(problem), found));",
      checkCode(this.ajv, exports).replace(collecting, "vErrors = withProblem(vErrors, $1);"),
    ].join("\n");
  }

  private withNamedMembers(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.withNamedMembers(one));
    if (typeof schema !== "object" || schema === null) return schema;
    const entries = Object.entries(schema)
      .filter(([key]) => key !== "title" && key !== "description" && !this.ignored.includes(key))
      .map(([key, value]): [string, unknown] => [
        key,
        key === "properties" ? this.named(value as Record<string, Schema>) : this.withNamedMembers(value),
      ]);
    return Object.fromEntries(entries);
  }

  private named(members: Readonly<Record<string, Schema>>): object {
    const named = Object.entries(members).map(([name, form]) => [name, { $ref: this.nameOf(form) }]);
    return Object.fromEntries(named) as object;
  }

  private nameOf(form: Schema): string {
    const compact = this.withNamedMembers(form) as Schema;
    const text = JSON.stringify(compact);
    let name = this.forms.get(text);
    if (name === undefined) {
      name = `form-${digest(text)}`;
      this.forms.set(text, name);
      this.ajv.addSchema(compact, name);
    }
    return name;
  }
}

/** The code by which Ajv collects a problem. */
const collecting = /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g;

/** The keyword `properties` for members that are references. */
const properties: CodeKeywordDefinition = {
  keyword: "properties",
  type: "object",
  schemaType: "object",
  code(cxt: KeywordCxt) {
    const { gen, data, allErrors } = cxt;
    const members = Object.entries(cxt.schema as Readonly<Record<string, { readonly $ref: string }>>);
    const checks = gen.const(
      "checks",
      gen.object(...members.map(([name, { $ref }]): [string, Code] => [`"${name}"`, checkOf(cxt, $ref)])),
    );
    const valid = gen.let("valid", true);
    gen.forIn("name", checks, (name) => {
      const value = _`${data}[${name}]`;
      const check = _`${checks}[${name}]`;
      gen.if(_`${value} !== undefined && !${check}(${value}, ${placeOf(cxt, name)})`, () => {
        gen.assign(vErrors, _`${vErrors} === null ? ${check}.errors : ${vErrors}.concat(${check}.errors)`);
        gen.assign(errors, _`${vErrors}.length`);
        if (allErrors) return;
        gen.assign(valid, false);
        gen.break();
      });
    });
    cxt.ok(valid);
  },
};

function checkOf(cxt: KeywordCxt, name: string): Code {
  const { self, schemaEnv, baseId } = cxt.it;
  const found = resolveRef.call(self, schemaEnv.root, baseId, name);
  if (found instanceof SchemaEnv) return getValidate(cxt, found);
  // A schema so short that Ajv would inline its check.
  const check = self.getSchema(name);
  if (check) return cxt.gen.scopeValue("validate", { ref: check });
  throw new Error(`the schema ${name} was not added`);
}

function placeOf({ it, data }: KeywordCxt, name: Name): Code {
  const path = strConcat(instancePath, _`${it.errorPath} + "/" + ${name}`);
  return _`{instancePath: ${path}, parentData: ${data}, parentDataProperty: ${name}, rootData: ${rootData}}`;
}
