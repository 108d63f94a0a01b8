/**
 * The recommended rules of redocly for both OpenAPI documents, in the version that openapi-typescript depends
 * on.
 */
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { projectRoot } from "../spec/chapters.js";

const documents = ["openapi.yaml", join("generated", "rpc.openapi.json")];

/** Disabled rules: their demands would make the documents wrong. */
const rules = {
  // Documents, health and metrics refuse no request, so they have no such answer.
  "operation-4xx-response": "off",
  // The address in the document is this machine; a server inserts its own address when it serves the
  // document.
  "no-server-example.com": "off",
  // scripts/lint/openapi.ts validates every example; this rule cannot read the exclusive bounds of OpenAPI 3.0.
  "no-invalid-media-type-examples": "off",
  // The rule ignores patterns: /products/store/{store} does not match /products/{productId}/…, because an ID
  // is a number.
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
