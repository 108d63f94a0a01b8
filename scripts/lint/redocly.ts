/**
 * The recommended rules of redocly for both OpenAPI documents, in the version that openapi-typescript depends
 * on.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { projectRoot } from "../spec/chapters.js";

const documents = ["openapi.yaml", join("generated", "rpc.openapi.json")];

/** Disabled rules: their demands would make the documents wrong. */
const rules = {
  // Documents, health and metrics refuse no request, so they have no such answer.
  "operation-4xx-response": "off",
  // The address in the document is this machine; a server inserts its own address when it serves the
  // document.
  "no-server-example.com": "off",
  // scripts/lint/openapi.ts validates every example, also in XML; this rule resolves no references of a text.
  "no-invalid-media-type-examples": "off",
  // The rule ignores patterns: /products/store/{store} does not match /products/{productId}/…, because an ID
  // is a number.
  "no-ambiguous-paths": "off",
} as const;

export async function redoclyProblems(): Promise<string[]> {
  const found = await Promise.all(
    documents.map((path) => redoclyProblemsIn(readFileSync(join(projectRoot, path), "utf8"), path)),
  );
  return found.flat();
}

/** @param source an OpenAPI document @param path its path from the project root, for messages */
export async function redoclyProblemsIn(source: string, path: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"], rules });
  const problems = await lintFromString({ source, absoluteRef: join(projectRoot, path), config });
  return problems.map(({ ruleId, message, location }) => {
    const at = location[0]?.pointer ?? "";
    return `${path} ${at}: ${message} (${ruleId})`;
  });
}
