/** Is everything that the API documents name in the contract, and only what is beyond them marked so? Their tables in short form: spec/documents.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faultNames } from "../generate/contract.js";
import type { OpenRpcDocument } from "../spec/bundle.js";
import { projectRoot } from "../spec/chapters.js";

/** By operation: its parameters in order, optional ones with "?", and the faults of the error tables. */
export type Documents = Record<
  string,
  { readonly params: readonly string[]; readonly errors: readonly string[] }
>;

export function readDocuments(): Documents {
  return JSON.parse(readFileSync(join(projectRoot, "spec", "documents.json"), "utf8")) as Documents;
}

export function* documentProblems(document: OpenRpcDocument, documents: Documents): Iterable<string> {
  const methods = new Map(document.methods.map((method) => [method.name, method]));
  for (const [name, { params, errors }] of Object.entries(documents)) {
    const method = methods.get(name);
    if (!method) {
      yield `${name}: the operation of the documents is missing`;
      continue;
    }
    const given = method.params.map((param) => (param.required ? param.name : `${param.name}?`));
    for (const [index, param] of params.entries()) {
      if (given[index] === param) continue;
      yield `${name}: parameter ${index + 1} is ${given[index] ?? "missing"}, in the documents ${param}`;
    }
    // More parameters may follow only when callers can leave them out.
    for (const param of given.slice(params.length).filter((one) => !one.endsWith("?"))) {
      yield `${name}: ${param} is required, but the documents do not know it`;
    }
    for (const fault of errors.filter((one) => !faultNames(method).includes(one))) {
      yield `${name}: the fault ${fault} of the documents is not declared`;
    }
  }
  for (const { name, "x-source": source } of document.methods) {
    if (source === "observed" && Object.hasOwn(documents, name))
      yield `${name}: x-source: observed marks what the documents do not have`;
  }
}
