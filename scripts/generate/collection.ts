/**
 * Writes generated/postman.json with Postman's converter. The converter has 40 MB, so `npm run generate` does
 * not include it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { projectRoot } from "../spec/chapters.js";

export const collectionFile = "generated/postman.json";

interface Converter {
  convertV2(
    source: { type: "string"; data: string },
    options: object,
    done: (error: Error | null, outcome: Outcome) => void,
  ): void;
}

interface Outcome {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: Item }[];
}

interface Item {
  readonly [member: string]: unknown;
  readonly name?: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly url: { readonly path: readonly string[] };
    readonly header?: readonly Header[];
  };
}

interface Header {
  readonly key: string;
  readonly value: string;
}

const options = { folderStrategy: "Tags", parametersResolution: "Example", optimizeConversion: true };

export async function collectionText(): Promise<string> {
  const load = createRequire(join(projectRoot, "test", "outside", "package.json"));
  const converter = load("openapi-to-postmanv2") as Converter;
  const data = readFileSync(join(projectRoot, "generated", "rpc.openapi.json"), "utf8");
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    converter.convertV2({ type: "string", data }, options, (error, found) =>
      error ? reject(error) : resolve(found),
    );
  });
  const [converted] = outcome.output ?? [];
  if (!outcome.result || converted === undefined) throw new Error(outcome.reason ?? "nothing was converted");
  return `${JSON.stringify(stableItem(converted.data), null, 1)}\n`;
}

/** Removes random IDs, the responses and descriptions of headers of each operation, and names items after their operations. */
function stableItem({ id: _, _postman_id: __, response: ___, ...item }: Item): object {
  const { item: items, request, info } = item;
  return {
    ...item,
    ...(info === undefined ? {} : { info: stableItem(info as Item) }),
    ...(request === undefined
      ? {}
      : { name: request.url.path.at(-1), request: { ...request, header: request.header?.map(sentHeader) } }),
    ...(items === undefined ? {} : { item: items.map((one) => stableItem(one)) }),
  };
}

/** The example of a key is the same everywhere, so a second write with it would be refused: off until a user enters another. */
function sentHeader({ key, value }: Header): object {
  return { key, value, ...(key === "Idempotency-Key" ? { disabled: true } : {}) };
}
