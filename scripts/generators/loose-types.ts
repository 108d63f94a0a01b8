/** Finds `any` and `unknown` in the types of a generated file, which a caller would have to cast. */
import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * One line for each place. Ignores additional members of open objects (`[key: string]: unknown`), which the
 * contract intends, and code that belongs to a client rather than to the contract: classes, functions and
 * types with type parameters.
 */
export function looseTypes(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node) || ts.isFunctionLike(node) || ts.isIndexSignatureDeclaration(node)) return;
    const isGeneric = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
    if (isGeneric && node.typeParameters && node.typeParameters.length > 0) return;
    if (
      ts.isInterfaceDeclaration(node) &&
      /^(FullRequestParams|ApiConfig|HttpResponse)$/.test(node.name.text)
    )
      return;
    // The names that @open-rpc/typings gives to the schema `true`, which is the type of additional members of
    // open objects.
    if (ts.isTypeAliasDeclaration(node) && /^(AlwaysTrue|Any\w{8})$/.test(node.name.text)) return;
    if (isOpenRecord(node) || isAnyJson(node) || isWithoutBody(node)) return;
    if (node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${source.text.split("\n")[line]?.trim() ?? ""}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `Record<string, any>`: an open object without declared members. */
function isOpenRecord(node: ts.Node): boolean {
  return ts.isTypeReferenceNode(node) && node.typeName.getText() === "Record";
}

/**
 * Types that the contract intends as any JSON value: results in the general form, and entries of the journal
 * with what they changed.
 */
const anyJson = [
  "JsonValue",
  "OperationResult",
  "StubbedResult",
  "RecordedArguments",
  "RecordedResult",
  "ChangedValue",
];

function isAnyJson(node: ts.Node): boolean {
  const isNamed = ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node);
  return isNamed && anyJson.includes(node.name.getText());
}

/** `404: unknown` of @hey-api/openapi-ts: an answer without a body, for which it has no other type. */
function isWithoutBody(node: ts.Node): boolean {
  return (
    ts.isPropertySignature(node) &&
    /^'?(\d{3}|default)'?$/.test(node.name.getText()) &&
    node.type?.kind === ts.SyntaxKind.UnknownKeyword
  );
}
