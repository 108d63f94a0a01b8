/** All checks of the contracts beyond their syntax. One line per problem. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plainDescription, rpcOpenApi } from "../src/engine/chapters/rpc-openapi.js";
import { documentProblems } from "./lint/documents.js";
import { openApiProblems } from "./lint/openapi.js";
import { openRpcProblems } from "./lint/openrpc.js";
import { publishedProblems } from "./lint/published.js";
import { duplicates } from "../src/engine/chapters/schemas.js";
import { bundle } from "../src/engine/chapters/bundle.js";
import { readModel } from "./spec/model.js";
import { projectRoot, readChapters, readOpenApi, readPlainIntroduction } from "./spec/chapters.js";

/** Problems of the JSON-RPC contract, as bundled from its chapters, and of openapi.yaml. */
export function contractProblems(): string[] {
  const chapters = readChapters();
  const document = bundle(chapters);
  const openapi = readOpenApi();
  const plain = JSON.parse(
    rpcOpenApi(document, openapi, plainDescription(readPlainIntroduction(), document)),
  ) as object;
  const twice = duplicates(chapters.schemas.map(([name]) => name));
  return [
    ...twice.map((name) => `${name}: two chapters define a schema of this name`),
    ...openRpcProblems(document),
    ...documentProblems(document, openapi, readModel()),
    ...openApiProblems(openapi),
    ...publishedProblems("openrpc.json", document),
    ...publishedProblems("openapi.yaml", openapi),
    ...publishedProblems("rpc.openapi.json", plain),
  ];
}

/** Generated files that `npm run generate` would change. @param made texts by path */
export function staleFiles(made: Readonly<Record<string, string>>): string[] {
  return Object.entries(made)
    .filter(([path, text]) => {
      const file = join(projectRoot, path);
      return !existsSync(file) || readFileSync(file, "utf8") !== text;
    })
    .map(([path]) => path);
}
