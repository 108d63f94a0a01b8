/** The files of generated/clients/: clients in several languages, their READMEs and examples. */
import { readFileSync } from "node:fs";
import { format } from "oxfmt";
import type { OpenRpcDocument } from "../../spec/bundle.js";
import type { Schema } from "../../spec/chapters.js";
import { banner } from "../contract.js";
import { pythonPackage } from "./python/package.js";
import { phpPackage } from "./php/package.js";
import { clientModel } from "./model.js";
import { typescriptClient } from "./typescript/client.js";
import { typescriptControl } from "./typescript/control.js";

/** @param document openrpc.json @param openapi openapi.yaml */
export async function clientOutputs(
  document: OpenRpcDocument,
  openapi: Schema,
): Promise<Record<string, string>> {
  const model = clientModel(document);
  return {
    "generated/clients/typescript/client.ts": await formatted("client.ts", typescriptClient(model)),
    "generated/clients/typescript/control.ts": await formatted("control.ts", typescriptControl(openapi)),
    ...phpPackage(model, openapi),
    ...pythonPackage(model, openapi),
    "generated/clients/typescript/package.json": handWritten("package.json").replace(
      "$version",
      model.version,
    ),
    ...written("examples/day.ts", `// ${banner}`),
    ...written("README.md", `<!-- ${banner} -->`),
  };
}

/** A hand-written file of the TypeScript client, with the line that says where it is edited. */
function written(file: string, head: string): Record<string, string> {
  return { [`generated/clients/typescript/${file}`]: `${head}\n${handWritten(file)}` };
}

const handWritten = (file: string) =>
  readFileSync(new URL(`typescript/files/${file}`, import.meta.url), "utf8");

async function formatted(file: string, source: string): Promise<string> {
  const { code, errors } = await format(file, source, { printWidth: 110 });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(", ")}`);
  return code;
}
