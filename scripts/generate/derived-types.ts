/**
 * Converts computed types to schemas by the type checker. (The schema generator only reads syntax and cannot follow
 * computed types.)
 */
import { join } from "node:path";
import ts from "typescript";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { projectRoot } from "../spec/chapters.js";

/** A program of a file and its imports, without the types of packages, which would take most of the time. */
export function programOf(file: string): ts.Program {
  return ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
}

/** The schema of each exported type of a file, which is part of the program. */
export function schemasOf(program: ts.Program, path: string, names: readonly string[]): Schema[] {
  const file = join(projectRoot, path);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  const exported = new Map(
    (symbol ? checker.getExportsOfModule(symbol) : []).map((one) => [one.name, one] as const),
  );
  return names.map((name) => {
    const found = exported.get(name);
    if (!found) throw new Error(`${path} exports no type ${name}`);
    return new Shapes(checker).of(checker.getDeclaredTypeOfSymbol(found), name);
  });
}

class Shapes {
  constructor(private readonly checker: ts.TypeChecker) {}

  of(type: ts.Type, place: string): Schema {
    const { flags } = type;
    if (type.isUnion()) return this.union(type.types, place);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === "true" };
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (flags & ts.TypeFlags.String) return { type: "string" };
    if (flags & ts.TypeFlags.Number) return { type: "number" };
    if (this.checker.isArrayType(type)) {
      const [element] = this.checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: this.of(element as ts.Type, `${place}[]`) };
    }
    if (flags & ts.TypeFlags.Object || type.isIntersection()) return this.object(type, place);
    throw new Error(`${place} is a ${this.checker.typeToString(type)}, which no document holds`);
  }

  private object(type: ts.Type, place: string): Schema {
    const required: string[] = [];
    const properties: Record<string, Schema> = {};
    for (const property of this.checker.getPropertiesOfType(type)) {
      const { name } = property;
      properties[name] = this.of(this.checker.getTypeOfSymbol(property), `${place}.${name}`);
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(name);
    }
    return { type: "object", additionalProperties: false, required, properties };
  }

  /** A union of primitive types becomes a list of types, a union of literals an enum. */
  private union(types: readonly ts.Type[], place: string): Schema {
    const schemas = types
      .filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
      .map((type) => this.of(type, place));
    const [first] = schemas;
    if (schemas.length === 1 && first) return first;
    if (schemas.every((schema) => "const" in schema)) return { enum: schemas.map((schema) => schema.const) };
    const isPlain = schemas.every((schema) => Object.keys(schema).join() === "type");
    return isPlain ? { type: schemas.map((schema) => schema.type) } : { anyOf: schemas };
  }
}
