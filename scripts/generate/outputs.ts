/** Every generated file as text; generate.ts writes them, and a test compares them. */
import { clientOutputs } from "../../src/addons/clients/outputs.js";
import { bundle } from "../../src/engine/chapters/bundle.js";
import { plainDescription, rpcOpenApi } from "../../src/engine/chapters/rpc-openapi.js";
import { withEmptyText } from "../../src/engine/chapters/views.js";
import { readChapters, readOpenApi, readPlainIntroduction } from "../spec/chapters.js";
import { consumersSchema, datasetSchema } from "./dataset-schema.js";
import { documentChecks, documentCheckTypes } from "./documents.js";
import { soapV2 } from "./doors/soap-v2.js";
import { doorValues } from "./doors/values.js";
import { inputTypes } from "./inputs.js";
import { llmsText } from "./llms.js";
import { orderStates } from "./order-states.js";
import { operationTypes, restTypes } from "./types.js";
import { conventionTables, operationMethods, tables } from "./tables.js";
import { typedOpenApi } from "./typed-openapi.js";
import { resultCheckTypes, resultValidators, validators, validatorTypes } from "./validators.js";

/** Files by path relative to the project root; each function makes the text of one. */
export type Outputs = Readonly<Record<string, () => string | Promise<string>>>;

/** The texts of all files of all steps, as the files on disk make them. */
export async function allTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const step of steps) Object.assign(texts, await textsOf(step()));
  return texts;
}

/** The paths of all files. */
export function allPaths(): readonly string[] {
  return steps.flatMap((step) => Object.keys(step()));
}

/** The texts of all files, by path. */
export async function textsOf(outputs: Outputs): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [path, make] of Object.entries(outputs)) texts[path] = await make();
  return texts;
}

/**
 * Files that are not in git, because nobody reads or installs them from there: scripts/build.mjs makes them (D-181). A test compares
 * .gitignore.
 */
export const builtFiles = [
  ...["convention.ts", "dataset.schema.json", "documents.d.ts", "documents.js", "doors/soap-v2.ts"],
  ...[
    "doors/values.ts",
    "inputs.ts",
    "llms.txt",
    "methods.ts",
    "openapi.json",
    "results.d.ts",
    "results.js",
    "tables.ts",
    "validators.d.ts",
    "validators.js",
  ],
].map((name) => `generated/${name}`);

/**
 * The files in the order in which they are written. A function of a later step reads files of earlier ones, so it is only called
 * when they are there.
 */
export const steps: readonly (() => Outputs)[] = [contractOutputs, documentOutputs];

/** The files that depend only on the contracts. */
function contractOutputs(): Outputs {
  const document = bundle(readChapters());
  const ours = withEmptyText(document);
  const openapi = readOpenApi();
  const typed = typedOpenApi(openapi);
  const clients = Object.entries(clientOutputs(document, openapi));
  return {
    "openrpc.json": () => `${JSON.stringify(document, null, 2)}\n`,
    "generated/operations.ts": () => operationTypes(ours),
    "generated/convention.ts": () => conventionTables(document, openapi),
    "generated/tables.ts": () => tables(document, openapi),
    "generated/inputs.ts": () => inputTypes(document, openapi),
    "generated/methods.ts": () => operationMethods(document),
    "generated/validators.js": () => validators(document),
    "generated/validators.d.ts": () => validatorTypes,
    "generated/results.js": () => resultValidators(document),
    "generated/results.d.ts": () => resultCheckTypes,
    "generated/openapi.json": () => `${JSON.stringify(typed, null, 2)}\n`,
    "generated/rest.ts": () => restTypes(typed),
    "generated/rpc.openapi.json": () =>
      rpcOpenApi(document, openapi, plainDescription(readPlainIntroduction(), document)),
    "generated/llms.txt": () => llmsText(document),
    "generated/doors/values.ts": () => doorValues(document),
    "generated/doors/soap-v2.ts": () => soapV2(document),
    ...Object.fromEntries(clients.map(([path, text]) => [path, () => text])),
    "docs/order-states.md": () => orderStates(),
  };
}

/** The files that depend also on the types of stored documents, some of which come from generated/operations.ts. */
function documentOutputs(): Outputs {
  return {
    "generated/documents.js": () => documentChecks(consumersSchema(readOpenApi())),
    "generated/documents.d.ts": () => documentCheckTypes,
    "generated/dataset.schema.json": () => datasetSchema(bundle(readChapters()), readOpenApi()),
  };
}
