/** generated/clients/php/: a package that Composer installs; json and curl are all it needs. */
import type { Schema } from "../../../spec/chapters.js";
import type { ClientModel } from "../model.js";
import { writtenFiles } from "../written.js";
import { controlFiles } from "./control.js";
import { operationFiles } from "./operations.js";

/** @param openapi openapi.yaml */
export function phpPackage(model: ClientModel, openapi: Schema): Record<string, string> {
  const generated = { ...operationFiles(model), ...controlFiles(openapi) };
  return {
    ...Object.fromEntries(
      Object.entries(generated).map(([path, text]) => [`generated/clients/php/src/${path}`, text]),
    ),
    ...writtenFiles("php", model.version),
  };
}
