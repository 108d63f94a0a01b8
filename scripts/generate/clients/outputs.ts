/** The files of generated/clients/: clients in several languages, their READMEs and examples. */
import { readFileSync } from "node:fs";
import { format, type Options } from "prettier";
import type { OpenRpcDocument } from "../../spec/bundle.js";
import type { Schema } from "../../spec/chapters.js";
import { banner } from "../contract.js";
import { pythonClient } from "./python/client.js";
import { pythonControl } from "./python/control.js";
import { phpClient } from "./php/client.js";
import { phpControl } from "./php/control.js";
import { clientModel } from "./model.js";
import { typescriptClient } from "./typescript/client.js";
import { typescriptControl } from "./typescript/control.js";

const typescript: Options = { parser: "typescript", printWidth: 110 };

/** @param document openrpc.json @param openapi openapi.yaml */
export async function clientOutputs(
  document: OpenRpcDocument,
  openapi: Schema,
): Promise<Record<string, string>> {
  const model = clientModel(document);
  return {
    "generated/clients/typescript/client.ts": await format(typescriptClient(model), typescript),
    "generated/clients/typescript/control.ts": await format(typescriptControl(openapi), typescript),
    "generated/clients/php/StoreApi.php": phpClient(model),
    "generated/clients/php/StoreControl.php": phpControl(openapi),
    ...written("php", "examples/day.php", "<?php", `// ${banner}`),
    ...written("php", "README.md", `<!-- ${banner} -->`),
    "generated/clients/python/store_api.py": pythonClient(model),
    "generated/clients/python/store_api_control.py": pythonControl(openapi),
    ...written("python", "examples/day.py", `# ${banner}`),
    ...written("python", "README.md", `<!-- ${banner} -->`),
    ...written("typescript", "examples/day.ts", `// ${banner}`),
    ...written("typescript", "README.md", `<!-- ${banner} -->`),
  };
}

/** A hand-written file of a client's folder, with the line that says where it is edited. */
function written(language: string, file: string, ...head: string[]): Record<string, string> {
  const text = readFileSync(new URL(`${language}/files/${file}`, import.meta.url), "utf8");
  return { [`generated/clients/${language}/${file}`]: [...head, text].join("\n") };
}
