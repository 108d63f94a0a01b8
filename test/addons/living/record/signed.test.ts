/** Clients that sign by OAuth 1.0a, a shop that checks signatures for the `Host` that it gets, and a replay that signs anew. */
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { createServer as createHttpsServer, request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OAuth from "oauth-1.0a";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RecorderOptions } from "../../../../src/addons/living/record/recorder.js";
import { signed, type Pair } from "../../../support/oauth.js";
import { linesOf, listening, running, startRecorder } from "../servers.js";

const pair = (who: string) => ({
  ...{ consumer_key: `key-of-${who}`, consumer_secret: `consumer-secret-of-${who}` },
  ...{ token: `token-of-${who}`, token_secret: `token-secret-of-${who}` },
});
const pairs = { admin: pair("admin"), customer: pair("ada") };

/** As Magento: the signature must be that of the address in `Host`; its refusals are those of the recordings. */
function answerTo(
  url: string,
  method: string,
  authorization: string,
): readonly [status: number, body: object] {
  const refusal = (message: string) => [401, { messages: { error: [{ code: 401, message }] } }] as const;
  if (authorization === "") return [200, { "4": { entity_id: "4" } }];
  const fields = Object.fromEntries(
    [...authorization.matchAll(/(oauth_\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      decodeURIComponent(value),
    ]),
  );
  const own = Object.values(pairs).find(({ token }) => token === fields.oauth_token);
  if (!own || fields.oauth_consumer_key !== own.consumer_key) return refusal("oauth_problem=token_rejected");
  const { oauth_signature: given, ...data } = fields;
  const signer = new OAuth({
    consumer: { key: own.consumer_key, secret: own.consumer_secret },
    signature_method: "HMAC-SHA1",
    hash_function: (base, key) => createHmac("sha1", key).update(base).digest("base64"),
  });
  const expected = signer.getSignature({ url, method }, own.token_secret, data as never);
  if (given !== expected) return refusal("oauth_problem=signature_invalid");
  return [200, { entity_id: "4", seen_by: own.token.replace("token-of-", "") }];
}

let folder: string;
let server: Server;
let shop: string;
let out: string;
let files = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signed-"));
  server = createServer((incoming, response) => {
    const { url = "", method = "", headers } = incoming;
    const [status, body] = answerTo(`http://${headers.host}${url}`, method, headers.authorization ?? "");
    if (url.startsWith("/api/rest/")) response.writeHead(status, { "Content-Type": "application/json" });
    else response.writeHead(404);
    response.end(url.startsWith("/api/rest/") ? JSON.stringify(body) : "");
  });
  ({ url: shop } = await listening(server));
});
beforeEach(() => {
  out = join(folder, `${(files += 1)}.jsonl`);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const path = "/api/rest/products/4?attrs=name%2Cprice";

/** The statuses of signed requests by way of the recorder. @param signs the address that is signed, with its host as `Host` */
async function recorded(
  options: Partial<RecorderOptions>,
  signs: (recorder: string) => string,
  who: readonly Pair[],
) {
  const warnings: string[] = [];
  const warn = (text: string) => warnings.push(text);
  const recorder = await startRecorder({ target: shop, out, warn, ...options });
  const statuses: (number | undefined)[] = [];
  for (const one of who) {
    const url = signs(recorder.url) + path;
    const headers = { ...signed({ pair: one, url }), Host: new URL(url).host, Accept: "application/json" };
    statuses.push(
      await new Promise<number | undefined>((resolve, reject) => {
        const send = recorder.url.startsWith("https:") ? httpsRequest : request;
        const call = send(recorder.url + path, { headers, rejectUnauthorized: false }, (answer) => {
          answer.resume().on("end", () => resolve(answer.statusCode));
        });
        call.on("error", reject).end();
      }),
    );
  }
  await recorder.stop();
  const text = readFileSync(out, "utf8");
  return { statuses, warnings, text, url: recorder.url, lines: linesOf(out) };
}

test("a client that signs for the shop is accepted, and the lines say who asked, without a secret", async () => {
  const { statuses, lines, text, warnings } = await recorded(
    { customerTokens: [pairs.customer.token] },
    () => shop,
    [pairs.admin, pairs.customer],
  );
  expect(statuses).toEqual([200, 200]);
  expect(lines.map(({ who }) => who)).toEqual(["admin", "customer"]);
  expect(text).not.toMatch(/secret-of|key-of|token-of|oauth_/);
  expect(warnings).toEqual([]);
});

test("a client that signs for the recorder is accepted with --rewrite-host, which a warning names otherwise", async () => {
  const refused = await recorded({}, (recorder) => recorder, [pairs.admin, pairs.admin]);
  const { host } = new URL(refused.url);
  expect(refused.statuses).toEqual([401, 401]);
  expect(refused.warnings).toEqual([expect.stringContaining(`--rewrite-host ${host}`)]);
  const port = Number(new URL(refused.url).port);
  const accepted = await recorded({ port, sentHost: host }, (recorder) => recorder, [pairs.admin]);
  expect(accepted.statuses).toEqual([200]);
  expect(accepted.lines.at(-1)).toMatchObject({ who: "admin", outcome: "result", status: 200 });
});

describe("a shop with HTTPS", () => {
  const certificate = new URL("../../../engine/http/certificate/", import.meta.url);
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => readFileSync(new URL(name, certificate), "utf8"));
  const tls = { cert: cert ?? "", key: key ?? "" };
  let secure: Server;
  let target: string;
  beforeAll(async () => {
    secure = createHttpsServer(tls, (incoming, response) => {
      const { url = "", method = "", headers } = incoming;
      const [status, body] = answerTo(`https://${headers.host}${url}`, method, headers.authorization ?? "");
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
    target = `https://127.0.0.1:${(await listening(secure)).port}`;
    // The certificate of the tests is signed by nobody.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    secure.close();
    secure.closeAllConnections();
  });

  test("refuses what was signed for a recorder without HTTPS, and the warning says what to do", async () => {
    const first = await recorded({ target }, (recorder) => recorder, [pairs.admin]);
    const { host, port } = new URL(first.url);
    const options = { target, port: Number(port), sentHost: host };
    const { statuses, warnings } = await recorded(options, (recorder) => recorder, [pairs.admin]);
    expect(statuses).toEqual([401]);
    expect(warnings).toEqual([expect.stringContaining(`--rewrite-host ${host}, --tls-cert and --tls-key`)]);
  });

  test("accepts what was signed for a recorder with a certificate", async () => {
    const first = await recorded({ target, tls }, (recorder) => recorder, [pairs.admin]);
    expect(first.url).toMatch(/^https:/);
    const { host, port } = new URL(first.url);
    const options = { target, tls, port: Number(port), sentHost: host };
    const { statuses, lines, warnings } = await recorded(options, (recorder) => recorder, [pairs.admin]);
    expect([statuses, warnings]).toEqual([[200], []]);
    expect(lines.at(-1)).toMatchObject({ who: "admin", outcome: "result", status: 200 });
  });

  test("a client that speaks HTTP to it is refused and counted", async () => {
    const recorder = await startRecorder({ target, tls, out });
    await expect(fetch(recorder.url.replace("https:", "http:"))).rejects.toThrow();
    await vi.waitFor(() => expect(recorder.counts.refused).toBe(1));
    await recorder.stop();
  });

  test.each([
    [["--tls-cert", "cert.pem"], /--tls-cert and --tls-key must be given together/],
    [["--tls-cert", "nowhere.pem", "--tls-key", "nowhere.pem"], /cannot be used: ENOENT.*nowhere\.pem/],
  ])("%s is refused", async (argv, message) => {
    const { code, error } = await running(["record", "--target", target, "--out", out, ...argv]);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
  });
});

async function replay(...argv: string[]): Promise<{ code: number; text: string }> {
  const own = ["--url", shop, "--reads-only", "--values", ...argv];
  const { code, text, error } = await running(["replay", out, ...own]);
  return { code, text: text + error };
}

test("a replay signs anew for each caller, and says what it cannot repeat without the keys", async () => {
  await recorded({ customerTokens: [pairs.customer.token] }, () => shop, [pairs.admin, pairs.customer]);
  const keys = join(folder, "keys.json");
  writeFileSync(keys, JSON.stringify(pairs));
  const whole = await replay("--key", "unused", "--oauth", keys);
  expect(whole.text).toMatch(/2 exchanges: 2 same|2 same/);
  expect(whole.code).toBe(0);

  writeFileSync(keys, JSON.stringify({ admin: pairs.admin }));
  const half = await replay("--key", "unused", "--oauth", keys);
  expect(half.text).toMatch(/a customer sent it: use --customer or --oauth to name one of the server/);
  expect(half.code).toBe(0);

  writeFileSync(keys, JSON.stringify({ customer: pairs.customer }));
  const byPassword = await replay("--key", "unused", "--customer", "ada@example.com:secret");
  expect(byPassword.code).not.toBe(0);
});

test("a password that another server refuses counts as not replayed, and the reason names --oauth", async () => {
  await recorded({ customerTokens: [pairs.customer.token] }, () => shop, [pairs.customer]);
  const { code, text } = await replay("--key", "unused", "--customer", "ada@example.com:secret");
  expect(text).toContain(
    "the server wants signed requests: --oauth names a consumer and a token of this customer",
  );
  expect(text).toContain("nothing was compared");
  expect(code).toBe(1);
});

test.each([
  ["{", /--oauth: .*JSON/],
  ["[]", /must be an object with admin, customer or both/],
  ['{"ada": {}}', /has no place for ada/],
  ['{"admin": {"consumer_key": "a"}}', /admin\.consumer_secret must be a text/],
])("%s is no file of keys", async (content, message) => {
  writeFileSync(
    out,
    '{"door":"jsonrpc","operation":"login","args":["a","***"],"outcome":"result","result":"***"}\n',
  );
  const keys = join(folder, "keys.json");
  writeFileSync(keys, content);
  const { code, text } = await replay("--key", "unused", "--oauth", keys);
  expect(text).toMatch(message);
  expect(code).toBe(2);
});
