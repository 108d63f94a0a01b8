/** generated/clients/python/: a package that pip installs, of the standard library only. */
import type { Schema } from "../../../spec/chapters.js";
import type { ClientModel } from "../model.js";
import { writtenFiles } from "../written.js";
import { controlModules } from "./control.js";
import { operationModules } from "./operations.js";

/** @param openapi openapi.yaml */
export function pythonPackage(model: ClientModel, openapi: Schema): Record<string, string> {
  const modules = { ...operationModules(model), ...controlModules(openapi) };
  return {
    ...Object.fromEntries(
      Object.entries(modules).map(([name, text]) => [`generated/clients/python/store_api/${name}.py`, text]),
    ),
    ...writtenFiles("python", model.version),
  };
}
