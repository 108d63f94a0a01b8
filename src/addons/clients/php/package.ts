/** generated/clients/php/: a package for Composer that only needs the extensions json and curl. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { handWrittenFiles } from "../hand-written.js";
import type { ClientModel } from "../model.js";
import { composerFacts, manifestWith } from "../package-facts.js";
import { controlFiles } from "./control.js";
import { operationFiles } from "./operations.js";

/** @param openapi openapi.yaml */
export function phpPackage(model: ClientModel, openapi: Schema): Record<string, string> {
  const generated = { ...operationFiles(model), ...controlFiles(openapi) };
  const written = handWrittenFiles("php", { $version: model.version });
  const manifest = "generated/clients/php/composer.json";
  return {
    ...Object.fromEntries(
      Object.entries(generated).map(([path, text]) => [`generated/clients/php/src/${path}`, text]),
    ),
    ...written,
    [manifest]: manifestWith(written[manifest] ?? "", composerFacts()),
  };
}
