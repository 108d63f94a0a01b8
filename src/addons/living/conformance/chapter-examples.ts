/** The examples of chapters as golden exchanges; each must pass on a fresh sample shop. */
import type { Extension } from "../../../engine/extension/extension.js";
import type { GoldenFile } from "./golden.js";

export function exampleFiles({ document, operations }: Extension): GoldenFile[] {
  return document.methods
    .filter(({ name }) => operations.includes(name))
    .flatMap(({ name, examples }) =>
      examples.map((example, index): GoldenFile => {
        const params = ["$session", name, example.params.map(({ value }) => value)];
        const head = { jsonrpc: "2.0", id: 1 };
        return {
          ...{ path: `${name}, example ${index + 1}`, operation: name, title: example.name },
          dataset: "sample",
          version: undefined,
          clock: undefined,
          exchanges: [
            {
              kind: "rpc",
              line: 1,
              request: { ...head, method: "call", params },
              expected: { ...head, result: example.result.value },
            },
          ],
        };
      }),
    );
}
