/** Replays a file of test/golden. */
import { expect } from "vitest";
import {
  withActualTexts,
  withSession,
  type GoldenExchange,
  type GoldenFile,
} from "../../src/addons/living/conformance/golden.js";
import type { Shop } from "./shop.js";

/**
 * Replays the exchanges of a file in order on a fresh state; each answer must be exactly the expected one.
 */
export async function replay(shop: Shop, { path, dataset, clock, exchanges }: GoldenFile): Promise<void> {
  await shop.reset(dataset);
  if (clock !== undefined) shop.clock.freeze(clock);
  for (const exchange of exchanges) await exchangeWith(shop, exchange, `${path}:${exchange.line}`);
}

async function exchangeWith(shop: Shop, exchange: GoldenExchange, place: string): Promise<void> {
  const session = await shop.session();
  if (exchange.kind === "rpc") {
    const answer = await shop.send(withSession(exchange.request, session));
    expect(answer, place).toEqual(withActualTexts(exchange.expected, answer));
    return;
  }
  const { method, path, body, status, expected } = exchange;
  const answer = await shop.http(
    method,
    path,
    body === undefined ? {} : { body: withSession(body, session) },
  );
  expect(answer.status, `${place}: ${answer.text}`).toBe(status);
  if (expected !== undefined) expect(answer.json, place).toEqual(withActualTexts(expected, answer.json));
}
