/** Reads golden exchanges, test/golden/<operation>/<case>.io, and compares answers with them (test/golden/README.md). */
import { packagedFile, packagedPaths } from "../../../engine/config/package.js";
import type { Extension } from "../../../engine/extension/extension.js";

/** The source folder in a checkout, the output folder of the build in the package. */
const folders = ["test/golden", "dist/golden"];

export interface GoldenFile {
  /** Relative to the project root. */
  readonly path: string;
  /** The name of the folder: an operation or a built-in method. */
  readonly operation: string;
  readonly title: string;
  readonly dataset: "minimal" | "sample";
  /** The version of the installed data; undefined = the first release. */
  readonly version: number | undefined;
  /** `YYYY-MM-DD HH:MM:SS` if the file sets the clock. */
  readonly clock: string | undefined;
  readonly exchanges: readonly GoldenExchange[];
}

export type GoldenExchange = RpcExchange | HttpExchange;

/** A body for POST /api/jsonrpc and its answer; `expected` undefined = 204, no body. */
interface RpcExchange {
  readonly kind: "rpc";
  readonly line: number;
  readonly request: unknown;
  readonly expected: unknown;
}

interface HttpExchange {
  readonly kind: "http";
  readonly line: number;
  readonly method: string;
  readonly path: string;
  /** Undefined = no body. */
  readonly body: unknown;
  readonly status: number;
  /** Undefined = not compared. */
  readonly expected: unknown;
}

/** Matches any text in an expectation. */
export const anyText = "…";

export function readGoldenFiles(): GoldenFile[] {
  const folder = folders.find((one) => packagedPaths(one).length > 0) ?? "";
  return packagedPaths(folder)
    .filter((path) => path.endsWith(".io"))
    .map((path) => parseGolden(packagedFile(`${folder}/${path}`).toString(), path));
}

/** @param path relative to test/golden */
export function parseGolden(text: string, path: string): GoldenFile {
  const blocks = blocksOf(text, path);
  const header = (name: string) => new RegExp(`^//\\s*@${name}\\s+(.+?)\\s*$`, "m").exec(text)?.[1];
  const dataset = header("dataset") ?? "minimal";
  if (dataset !== "minimal" && dataset !== "sample")
    throw new Error(`${path}: there is no dataset ${dataset}`);
  const version = Number(header("version") ?? 0) || undefined;
  const clock = header("clock");
  if (clock !== undefined && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(clock)) {
    throw new Error(`${path}: @clock is YYYY-MM-DD HH:MM:SS, not ${clock}`);
  }
  const exchanges: GoldenExchange[] = [];
  for (let index = 0; index < blocks.length; index += 2) {
    const [request, expectation] = [blocks[index] as Block, blocks[index + 1]];
    if (request.sign !== ">>" || expectation?.sign !== "<<") {
      throw new Error(`${path}:${request.line}: every >> must be followed by one <<`);
    }
    exchanges.push(exchangeOf(request, expectation, path));
  }
  const operation = path.split("/")[0] ?? "";
  const title = /^\/\/\s*(?!@)(.+?)\s*$/m.exec(text)?.[1] ?? path;
  return { path: `test/golden/${path}`, operation, title, dataset, version, clock, exchanges };
}

interface Block {
  readonly sign: ">>" | "<<";
  readonly line: number;
  readonly text: string;
}

/** A request or expectation continues on lines that start with neither sign. */
function blocksOf(text: string, path: string): Block[] {
  const blocks: { sign: ">>" | "<<"; line: number; text: string }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const sign = line.slice(0, 2);
    if (sign === "//") continue;
    if (sign === ">>" || sign === "<<") blocks.push({ sign, line: index + 1, text: line.slice(2).trim() });
    else if (blocks.length > 0) blocks[blocks.length - 1]!.text += `\n${line}`;
    else if (line.trim() !== "")
      throw new Error(`${path}:${index + 1}: only comments may stand before the first >>`);
  }
  return blocks.map((block) => ({ ...block, text: block.text.trim() }));
}

function exchangeOf(request: Block, expectation: Block, path: string): GoldenExchange {
  const http = /^(GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS) (\/\S*)\s*([^]*)$/.exec(request.text);
  if (!http) {
    return {
      kind: "rpc",
      line: request.line,
      request: json(request, request.text, path),
      expected: optionalJson(expectation, expectation.text, path),
    };
  }
  const answer = /^(\d{3})\s*([^]*)$/.exec(expectation.text);
  if (!answer)
    throw new Error(`${path}:${expectation.line}: the response to an HTTP call is << STATUS and a body`);
  return {
    kind: "http",
    line: request.line,
    method: http[1] as string,
    path: http[2] as string,
    body: optionalJson(request, http[3] ?? "", path),
    status: Number(answer[1]),
    expected: optionalJson(expectation, answer[2] ?? "", path),
  };
}

function optionalJson(block: Block, text: string, path: string): unknown {
  return text === "" ? undefined : json(block, text, path);
}

function json({ line }: Block, text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${path}:${line}: ${(error as Error).message}`, { cause: error });
  }
}

/** The examples of chapters; each must pass on a fresh sample shop. */
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

/** Replaces "$session" by the session of the first API user. */
export function withSession(value: unknown, session: string): unknown {
  if (value === "$session") return session;
  return mapValues(value, (inner) => withSession(inner, session));
}

/** The expectation with every "…" replaced by the actual text, so that a diff shows real differences only. */
export function withActualTexts(expected: unknown, actual: unknown): unknown {
  if (expected === anyText) return typeof actual === "string" ? actual : expected;
  return mapValues(expected, (inner, key) =>
    withActualTexts(inner, (actual as Record<string, unknown> | undefined)?.[key]),
  );
}

function mapValues(value: unknown, map: (inner: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner, index) => map(inner, String(index)));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]));
}
