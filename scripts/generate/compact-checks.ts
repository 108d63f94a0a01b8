/**
 * Compiled checks that stay short. Ajv writes out the check of each member anew, and rows of the shop have dozens of
 * members of a few forms. Here each form is compiled once, and an object runs through a table of its members: the same
 * problems in the same order as Ajv's own, in a third of the text. Less fast: for what is not called by every request.
 */
import { _, Ajv, Name, type Code, type CodeKeywordDefinition, type KeywordCxt, type Options } from "ajv";
import { strConcat } from "ajv/dist/compile/codegen/code.js";
import { resolveRef, SchemaEnv } from "ajv/dist/compile/index.js";
import { getValidate } from "ajv/dist/vocabularies/core/ref.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { checkCode, digest, written } from "./check-code.js";

/** What Ajv calls them in every check. */
const [vErrors, errors] = [new Name("vErrors"), new Name("errors")];
const [instancePath, rootData] = [new Name("instancePath"), new Name("rootData")];

/** Checks of schemas by name. */
export class CompactChecks {
  private readonly ajv: Ajv;
  /** The names of forms of members, by their text. */
  private readonly forms = new Map<string, string>();

  /** @param ignored keywords beside `title` and `description` that check nothing */
  constructor(
    options: Options,
    private readonly ignored: readonly string[] = [],
  ) {
    this.ajv = new Ajv({
      ...options,
      code: written,
      loopRequired: 2,
      // The schema of schemas has members that are no references.
      validateSchema: false,
    });
    this.ajv.removeKeyword("properties");
    this.ajv.addKeyword(properties);
  }

  /** References are the names of schemas, added before or after this one. */
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

/** How Ajv notes a problem, wherever it finds one. */
const collecting = /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g;

/** `properties` as JSON Schema means it, of members that are references. */
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
  // One so short that Ajv would write it out.
  const check = self.getSchema(name);
  if (check) return cxt.gen.scopeValue("validate", { ref: check });
  throw new Error(`${name} is no schema that was added`);
}

function placeOf({ it, data }: KeywordCxt, name: Name): Code {
  const path = strConcat(instancePath, _`${it.errorPath} + "/" + ${name}`);
  return _`{instancePath: ${path}, parentData: ${data}, parentDataProperty: ${name}, rootData: ${rootData}}`;
}
