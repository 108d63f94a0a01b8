/** Replays a file of test/golden, or writes what the service answers into it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import {
  withActualTexts,
  withSession,
  type GoldenExchange,
  type GoldenFile,
} from "../../src/addons/living/conformance/golden.js";
import { packageRoot } from "../../src/engine/config/package.js";
import { asExpected } from "./golden.js";
import type { Shop } from "./shop.js";

/**
 * Replays the exchanges of a file in order on a fresh state; each answer must be exactly the expected one.
 * @param settled waits for work in the background after each exchange
 */
export async function replay(shop: Shop, file: GoldenFile, settled = async () => {}): Promise<void> {
  for await (const { exchange, answer } of answersTo(shop, file)) {
    await settled();
    const place = `${file.path}:${exchange.line}`;
    if (exchange.kind === "http") expect(answer.status, `${place}: ${answer.text}`).toBe(exchange.status);
    if (exchange.kind === "http" && exchange.expected === undefined) continue;
    expect(answer.json, place).toEqual(withActualTexts(exchange.expected, answer.json));
  }
}

/** Replays a file, and replaces those of its expectations that differ from the answers. */
export async function rewrite(shop: Shop, file: GoldenFile): Promise<void> {
  const path = join(packageRoot, file.path);
  const lines = readFileSync(path, "utf8").split("\n");
  const differing: { line: number; text: string }[] = [];
  for await (const { exchange, answer } of answersTo(shop, file)) {
    const { kind, line, expected } = exchange;
    const isCompared = kind === "rpc" || expected !== undefined;
    if (kind === "rpc" || exchange.status === answer.status)
      if (!isCompared || isDeepStrictEqual(withActualTexts(expected, answer.json), answer.json)) continue;
    const body = isCompared ? JSON.stringify(asExpected(answer.json, expected)) : undefined;
    const parts = ["<<", kind === "http" ? answer.status : undefined, body];
    differing.push({ line, text: parts.filter(Boolean).join(" ") });
  }
  if (differing.length === 0) return;
  // From the last to the first, since an expectation may have had several lines.
  for (const { line, text } of differing.reverse()) {
    const start = lines.findIndex((one, index) => index >= line && one.startsWith("<<"));
    const end = lines.findIndex((one, index) => index > start && /^(>>|<<|\/\/|$)/.test(one));
    lines.splice(start, end - start, text);
  }
  writeFileSync(path, lines.join("\n"));
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

async function* answersTo(
  shop: Shop,
  { dataset, clock, exchanges }: GoldenFile,
): AsyncGenerator<{ exchange: GoldenExchange; answer: Answer }> {
  await shop.reset(dataset);
  if (clock !== undefined) shop.clock.freeze(clock);
  for (const exchange of exchanges) yield { exchange, answer: await answerTo(shop, exchange) };
}

async function answerTo(shop: Shop, exchange: GoldenExchange): Promise<Answer> {
  const session = await shop.session();
  if (exchange.kind === "rpc") {
    const json: unknown = await shop.send(withSession(exchange.request, session));
    return { status: 200, text: "", json };
  }
  const { method, path, body } = exchange;
  return shop.http(method, path, body === undefined ? {} : { body: withSession(body, session) });
}
