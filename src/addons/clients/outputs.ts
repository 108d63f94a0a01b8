/** The files of generated/clients/: clients in several languages, their READMEs and examples. */
import type { OpenRpcDocument } from "../../engine/chapters/bundle.js";
import type { Schema } from "../../engine/chapters/chapter.js";
import { banner, withEmptyText } from "../../engine/chapters/views.js";
import { handWritten } from "./hand-written.js";
import { clientModel } from "./model.js";
import { manifestWith, npmFacts } from "./package-facts.js";
import { phpPackage } from "./php/package.js";
import { pythonPackage } from "./python/package.js";
import { typescriptClient } from "./typescript/client.js";
import { typescriptControl } from "./typescript/control.js";

/** @param document openrpc.json @param openapi openapi.yaml @returns files by path */
export function clientOutputs(document: OpenRpcDocument, openapi: Schema): Record<string, string> {
  const model = clientModel(withEmptyText(document));
  const written = (path: string) => handWritten("typescript", path);
  const folder = "generated/clients/typescript";
  return {
    [`${folder}/client.ts`]: typescriptClient(model),
    [`${folder}/control.ts`]: typescriptControl(openapi),
    ...phpPackage(model, openapi),
    ...pythonPackage(model, openapi),
    [`${folder}/package.json`]: manifestWith(
      written("package.template.json").replace("$version", model.version),
      npmFacts(folder),
    ),
    [`${folder}/examples/day.ts`]: `// ${banner}\n${written("examples/day.ts")}`,
    [`${folder}/README.md`]: `<!-- ${banner} -->\n${written("README.md")}`,
  };
}
