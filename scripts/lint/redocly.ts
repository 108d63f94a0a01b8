/** The recommended rules of redocly for both OpenAPI documents, at the version that openapi-typescript brings. */
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { projectRoot } from "../spec/chapters.js";

const documents = ["openapi.yaml", join("generated", "rpc.openapi.json")];

/** Rules that would ask for something untrue. */
const rules = {
  // The documents, health and metrics refuse no request of theirs: there is no such answer to describe.
  "operation-4xx-response": "off",
  // The written address is this machine: a server puts its own in when it serves the document.
  "no-server-example.com": "off",
  // scripts/lint/openapi.ts validates every example; this rule cannot read the exclusive bounds of OpenAPI 3.0.
  "no-invalid-media-type-examples": "off",
  // The rule does not look at patterns: /products/store/{store} is no /products/{productId}/…, as an ID is a number.
  "no-ambiguous-paths": "off",
} as const;

export async function redoclyProblems(): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"], rules });
  const found = await Promise.all(
    documents.map(async (path) => {
      const problems = await lint({ ref: join(projectRoot, path), config });
      return problems.map(({ ruleId, message, location }) => {
        const at = location[0]?.pointer ?? "";
        return `${path} ${at}: ${message} (${ruleId})`;
      });
    }),
  );
  return found.flat();
}
