/** generated/postman.json: up to date, and its requests work as they are sent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { collectionFile, collectionText } from "../../../scripts/generate/collection.js";
import { projectRoot } from "../../../scripts/spec/chapters.js";
import { filledCart } from "../../support/example-state.js";
import { startShop } from "../../support/shop.js";

interface Entry {
  readonly name: string;
  readonly item?: readonly Entry[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly path: readonly string[] };
    readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
    readonly body?: { readonly raw: string };
  };
}

const text = readFileSync(join(projectRoot, collectionFile), "utf8");
const collection = JSON.parse(text) as Required<Entry>;
const requests = [...requestsOf(collection)];

function* requestsOf({ item, ...entry }: Entry): Generator<Entry> {
  if (item === undefined) yield entry;
  for (const one of item ?? []) yield* requestsOf(one);
}

test("npm run collection would not change it", async () => {
  expect((await collectionText()) === text, "run npm run collection").toBe(true);
});

test("calls are strict, and no two writes share a key", () => {
  for (const { request } of requests) {
    expect(request?.header).toContainEqual({ key: "Prefer", value: "handling=strict" });
    expect(
      request?.header.find(({ key, disabled }) => key === "Idempotency-Key" && !disabled),
    ).toBeUndefined();
  }
});

test("every operation exists once, and every read answers 200", async () => {
  const shop = await startShop({ dataset: "sample" });
  onTestFinished(() => shop.close());
  await shop.reset(filledCart);
  const session = await shop.login();
  const { paths } = JSON.parse(readFileSync(join(projectRoot, "generated/rpc.openapi.json"), "utf8")) as {
    paths: object;
  };
  const names = requests.map(({ name }) => `/api/rpc/${name}`);
  expect(names.toSorted()).toEqual(Object.keys(paths).toSorted());
  for (const { name, request } of requests.filter((one) => /\.(info|list|tree|types)$/.test(one.name))) {
    const answer = await fetch(`${shop.url}/${request?.url.path.join("/")}`, {
      method: request?.method ?? "",
      headers: {
        Authorization: `Bearer ${session}`,
        ...Object.fromEntries((request?.header ?? []).map(({ key, value }) => [key, value])),
      },
      body: request?.body?.raw ?? null,
    });
    expect([name, answer.status]).toEqual([name, 200]);
  }
});
