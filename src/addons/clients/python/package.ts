/** generated/clients/python/: a package for pip that only needs the standard library, also to be packed. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { handWrittenFiles } from "../hand-written.js";
import type { ClientModel } from "../model.js";
import { pythonFacts } from "../package-facts.js";
import { controlModules } from "./control.js";
import { operationModules } from "./operations.js";

/** @param openapi openapi.yaml */
export function pythonPackage(model: ClientModel, openapi: Schema): Record<string, string> {
  const modules = { ...operationModules(model), ...controlModules(openapi) };
  return {
    ...Object.fromEntries(
      Object.entries(modules).map(([name, text]) => [`generated/clients/python/store_api/${name}.py`, text]),
    ),
    ...handWrittenFiles("python", { $version: model.version, ...pythonFacts() }),
  };
}
