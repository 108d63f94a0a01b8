/** Consumers of OAuth 1.0a that a dataset names: there after the start and after each reset (docs/testing.md). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/closed.js";
import { datasetFailure } from "../../../../src/cli/bootstrap.js";
import { startServer } from "../../../../src/testing/embedded/start-server.js";
import { allow, signed, type Pair } from "../../../support/oauth.js";

const folder = await temporaryFolder();

async function fileOf(dataset: object): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.yaml`);
  await writeFile(path, JSON.stringify(dataset));
  return path;
}

const sync = {
  ...{ consumer_key: "sync-consumer", consumer_secret: "sync-secret-1" },
  ...{ name: "Sync", callback: "https://client.example/back" },
};
const dataset = { extends: "sample", consumers: [sync] } as const;

const server = await startServer({ dataset: await fileOf(dataset) });
afterAll(() => server.stop());
beforeEach(() => server.control.resetShop());

type Fields = Readonly<Record<string, string>>;

async function post(url: string, pair: Pair, data: Record<string, string>): Promise<Fields> {
  const headers = signed({ pair, url, method: "POST", data });
  const answer = await fetch(url, { method: "POST", headers });
  return Object.fromEntries(new URLSearchParams(await answer.text()));
}

/** The whole way of a program to an access token; at its end it has `oauth_token`, or `oauth_problem`. */
async function handshake({ url } = server as { readonly url: string }): Promise<Fields> {
  const asked = await post(`${url}/oauth/initiate`, sync, { oauth_callback: "oob" });
  const { oauth_token: token = "", oauth_token_secret: token_secret = "" } = asked;
  if (token === "") return asked;
  const oauth_verifier = await allow(`${url}/oauth/authorize?oauth_token=${token}`, "admin", "admin123");
  return post(`${url}/oauth/token`, { ...sync, token, token_secret }, { oauth_verifier });
}

async function reads({ oauth_token: token = "", oauth_token_secret: token_secret = "" }: Fields) {
  const url = `${server.url}/api/rest/orders/1`;
  const headers = signed({ pair: { ...sync, token, token_secret }, url });
  return (await fetch(url, { headers })).status;
}

const gone = { oauth_problem: "consumer_key_rejected" };

test("is there after the start and after each reset, which ends its tokens", async () => {
  const access = await handshake();
  expect(await reads(access)).toBe(200);
  await server.control.clearOAuthPairs();
  expect(await handshake()).toEqual(gone);
  await server.control.resetShop();
  expect(await reads(access)).toBe(401);
  expect(await reads(await handshake())).toBe(200);
});

test("is in sandboxes of the shop, and after their resets", async () => {
  const box = await server.sandbox();
  for (const step of ["start", "reset"]) {
    expect(await handshake(box), step).toHaveProperty("oauth_token");
    await box.control.clearOAuthPairs();
    await box.control.resetShop();
  }
  await box.stop();
});

test("goes with another dataset, and comes with a reset or an import", async () => {
  await server.control.resetShop({ dataset: "sample" });
  expect(await handshake()).toEqual(gone);
  await server.control.resetShop({ dataset });
  expect(await handshake()).toHaveProperty("oauth_token");
  await server.control.resetShop({ dataset: "sample" });
  await server.control.importState(dataset);
  expect(await handshake()).toHaveProperty("oauth_token");
});

test("gets tokens without a person by /control/oauth, and uses its callback", async () => {
  const { consumer_key } = sync;
  const { token, token_secret, name, callback } = await server.control.addOAuthPair({
    ...{ user: "admin", consumer_key },
  });
  expect([name, callback]).toEqual([sync.name, sync.callback]);
  expect(await reads({ oauth_token: token, oauth_token_secret: token_secret })).toBe(200);
  const { callback: oauth_callback } = sync;
  expect(await post(`${server.url}/oauth/initiate`, sync, { oauth_callback })).toHaveProperty("oauth_token");
});

test("no list, journal entry or message has the secret", async () => {
  await server.control.resetShop({ dataset });
  const body = JSON.stringify({ dataset: { ...dataset, consumers: [sync, sync] } });
  const headers = { "Content-Type": "application/json" };
  const refused = await fetch(`${server.url}/control/reset`, { method: "POST", headers, body });
  expect(refused.status).toBe(422);
  const texts = [await refused.text()];
  for (const path of ["calls", "oauth"])
    texts.push(await (await fetch(`${server.url}/control/${path}`)).text());
  expect(texts.join("\n")).toContain("resetShop");
  expect(texts.join("\n")).toContain(sync.name);
  expect(texts.join("\n")).not.toContain(sync.consumer_secret);
});

const { name: _, ...nameless } = sync;
const { consumer_secret: __, ...keyOnly } = sync;

test.each<[what: string, consumers: unknown, message: string]>([
  ["no list", sync, "consumers: must be array"],
  ["no secret", [nameless, keyOnly], "consumers[1].consumer_secret: is missing"],
  ["an unknown member", [{ ...sync, key: "x" }], "consumers[0].key: is unknown"],
  ["a short secret", [{ ...sync, consumer_secret: "x" }], "consumers[0].consumer_secret: must have at least"],
  [
    "a key with a space",
    [{ ...sync, consumer_key: "sync consumer" }],
    "consumers[0].consumer_key: must have the form",
  ],
  ["an empty name", [{ ...sync, name: "" }], "consumers[0].name: must have at least"],
  ["NUL in a name", [{ ...sync, name: "a\0" }], "consumers[0].name: holds NUL"],
  [
    "a script as callback",
    [{ ...sync, callback: "javascript:alert(1)" }],
    'consumers[0].callback: must be an http or https address without a fragment, not "javascript:alert(1)"',
  ],
  [
    "a key twice",
    [sync, { ...sync, consumer_secret: "sync-secret-2" }],
    "consumers[1].consumer_key: is the key of an earlier consumer: sync-consumer",
  ],
])("%s prevents the start, with file and place", async (_what, consumers, message) => {
  const path = await fileOf({ extends: "minimal", consumers });
  const refused = await startServer({ dataset: path }).catch((reason: unknown) => reason as Error);
  // The command line shows this text.
  const text = datasetFailure(path, (refused as Error).cause).message;
  expect(text).toContain(`${path}: ${message}`);
  expect(text).not.toContain("sync-secret");
});
