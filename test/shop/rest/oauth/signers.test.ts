/**
 * Programs in other languages sign requests by OAuth 1.0a with what others wrote: Debian's php-oauth, ruby-oauth and
 * python3-oauthlib, and npm's oauth-1.0a. The examples of docs/doors.md are run, too. What is not installed is skipped.
 */
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { allow, ofAdmin, ofCustomer, type Pair } from "../../../support/oauth.js";
import { startShop } from "../../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

interface Language {
  /** The command, and the arguments before the code. */
  readonly command: readonly string[];
  /** The library, as this language loads it. */
  readonly library: string;
  readonly load: string;
  /** Prints the status and the body of a request: method and address are the first two arguments, then the four keys. */
  readonly signer?: string;
}

const languages: Readonly<Record<string, Language>> = {
  php: {
    ...{ command: ["php", "-r"], library: "php-oauth", load: "new OAuth('a', 'b');" },
    signer: `[, $method, $url, $ck, $cs, $t, $ts] = $argv;
      $oauth = new OAuth($ck, $cs); $oauth->setToken($t, $ts);
      try { $oauth->fetch($url, [], $method, ["Accept" => "application/json"]); } catch (OAuthException $e) {}
      echo $oauth->getLastResponseInfo()["http_code"], " ", $oauth->getLastResponse();`,
  },
  python: {
    ...{ command: ["/usr/bin/python3", "-c"], library: "python3-oauthlib", load: "import oauthlib" },
    signer: `import sys, urllib.request, urllib.error
from oauthlib.oauth1 import Client
method, url, ck, cs, t, ts = sys.argv[1:]
client = Client(ck, client_secret=cs, resource_owner_key=t, resource_owner_secret=ts)
url, headers, _ = client.sign(url, http_method=method, headers={"Accept": "application/json"})
try:
    answer = urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers))
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.read().decode())`,
  },
  ruby: {
    ...{ command: ["ruby", "-e"], library: "ruby-oauth", load: "require 'oauth'" },
    signer: `require 'oauth'
      method, url, ck, cs, t, ts = ARGV
      uri = URI(url)
      consumer = OAuth::Consumer.new(ck, cs, site: uri.origin)
      token = OAuth::AccessToken.new(consumer, t, ts)
      answer = token.request(method.downcase.to_sym, uri.request_uri, {'Accept' => 'application/json'})
      puts "#{answer.code} #{answer.body}"`,
  },
  js: { command: ["node", "--input-type=module", "-e"], library: "oauth-1.0a", load: "import 'oauth-1.0a'" },
};

const run = promisify(execFile);

async function output({ command: [program = "", ...before] }: Language, code: string, ...args: string[]) {
  // PHP and node need a mark in front of arguments that are not theirs.
  const mark = args.length > 0 && program === "php" ? ["--"] : [];
  const { stdout } = await run(program, [...before, code, ...mark, ...args], { timeout: 100_000 });
  return stdout;
}

function isThere({ command: [program = "", ...before], load }: Language): boolean {
  try {
    execFileSync(program, [...before, load], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.each(Object.entries(languages).filter(([, { signer }]) => signer))("%s", (_, language) => {
  const { library, signer = "" } = language;
  beforeEach(({ skip }) => skip(!isThere(language), `${library} is not installed`));
  const send = async (path: string, method = "GET", pair: Pair = ofAdmin) => {
    const { consumer_key, consumer_secret, token = "", token_secret = "" } = pair;
    const keys = [consumer_key, consumer_secret, token, token_secret];
    const text = await output(language, signer, method, shop.url + path, ...keys);
    return { status: Number(text.slice(0, 3)), text };
  };

  test.each([
    ["/api/rest/products/1", "mug-01"],
    ["/api/rest/products?limit=1&page=2&attrs=sku,name", "mug-02"],
    ["/api/rest/products?filter%5B1%5D%5Battribute%5D=sku&filter%5B1%5D%5Beq%5D=mug-01", "mug-01"],
    [
      "/api/rest/products?filter%5B1%5D%5Battribute%5D=name&filter%5B1%5D%5Blike%5D=%25Stone%20ware%C3%B6%25",
      "{}",
    ],
    ["/api/rest/orders/1?x=a%2Bb%26c%3Dd&y=~%21%2A&a=", "100000001"],
  ])("signs GET %s", async (path, expected) => {
    const { status, text } = await send(path);
    expect([status, text]).toEqual([200, expect.stringContaining(expected)]);
  });

  test("signs repeated names, if it can", async () => {
    // PHP reads a query into an array, where the last value of a name replaces the others.
    expect((await send("/api/rest/orders/1?x=b&x=a")).status).toBe(library === "php-oauth" ? 401 : 200);
  });

  test("signs other methods, and is refused with another secret", async () => {
    expect((await send("/api/rest/products/999", "DELETE")).status).toBe(404);
    const { status, text } = await send("/api/rest/products/1", "GET", { ...ofAdmin, token_secret: "x" });
    expect([status, text]).toEqual([401, expect.stringContaining("oauth_problem=signature_invalid")]);
  });
});

/**
 * The way to a token, in two runs: with the address of the server and the keys of a consumer, a program prints its request token as
 * JSON; with that token and a verifier besides, it prints a product that it reads with the access token, as any type.
 */
const handshakes: Readonly<Record<string, Language & { readonly way: string }>> = {
  php: {
    ...{ command: ["php", "-r"], library: "php-oauth", load: "new OAuth('a', 'b');" },
    // As in Magento's documentation: the parameters of the first two requests are in the address.
    way: `[, $base, $ck, $cs, $t, $ts, $verifier] = $argv + array_fill(0, 7, '');
      $oauth = new OAuth($ck, $cs, OAUTH_SIG_METHOD_HMACSHA1, OAUTH_AUTH_TYPE_URI);
      if ($t === '') {
        echo json_encode($oauth->getRequestToken("$base/oauth/initiate?oauth_callback=oob"));
        exit;
      }
      $oauth->setToken($t, $ts);
      $made = $oauth->getAccessToken("$base/oauth/token", null, $verifier);
      $oauth->setAuthType(OAUTH_AUTH_TYPE_AUTHORIZATION);
      $oauth->setToken($made['oauth_token'], $made['oauth_token_secret']);
      $oauth->fetch("$base/api/rest/products/1", [], 'GET', ['Content-Type' => 'application/json', 'Accept' => '*/*']);
      echo json_encode(json_decode($oauth->getLastResponse()));`,
  },
  python: {
    command: ["/usr/bin/python3", "-c"],
    ...{ library: "python3-requests-oauthlib", load: "import requests_oauthlib" },
    way: `import json, sys
from requests_oauthlib import OAuth1Session
base, ck, cs, t, ts, verifier = (sys.argv[1:] + [None] * 3)[:6]
if t is None:
    session = OAuth1Session(ck, client_secret=cs, callback_uri="oob")
    print(json.dumps(session.fetch_request_token(base + "/oauth/initiate")))
else:
    keys = {"resource_owner_key": t, "resource_owner_secret": ts, "verifier": verifier}
    session = OAuth1Session(ck, client_secret=cs, **keys)
    session.fetch_access_token(base + "/oauth/token")
    print(json.dumps(session.get(base + "/api/rest/products/1").json()))`,
  },
  ruby: {
    ...{ command: ["ruby", "-e"], library: "ruby-oauth", load: "require 'oauth'" },
    way: `require 'oauth'
      require 'json'
      base, ck, cs, t, ts, verifier = ARGV
      paths = {request_token_path: '/oauth/initiate', access_token_path: '/oauth/token'}
      consumer = OAuth::Consumer.new(ck, cs, site: base, **paths)
      if t.nil?
        made = consumer.get_request_token(oauth_callback: 'oob')
        puts JSON.generate(oauth_token: made.token, oauth_token_secret: made.secret)
      else
        access = OAuth::RequestToken.new(consumer, t, ts).get_access_token(oauth_verifier: verifier)
        puts JSON.generate(JSON.parse(access.get('/api/rest/products/1').body))
      end`,
  },
};

describe.each(Object.entries(handshakes))("the way to a token with %s", (_, language) => {
  test.for([
    ["an administrator", "", "/admin/oAuth_authorize", "admin", "admin123"],
    ["a customer", "/index.php", "/oauth/authorize", "anna.becker@example.com", "sample123"],
  ] as const)("of %s, by %s", async ([, front, page, username, password], { skip }) => {
    skip(!isThere(language), `${language.library} is not installed`);
    const made = await shop.http("POST", "/control/oauth", { body: { user: "admin" } });
    const { consumer_key, consumer_secret } = made.json as Pair;
    const base = shop.url + front;
    const keys = [base, consumer_key, consumer_secret] as const;
    const token = JSON.parse(await output(language, language.way, ...keys)) as Record<string, string>;
    const { oauth_token = "", oauth_token_secret = "" } = token;
    const verifier = await allow(`${base}${page}?oauth_token=${oauth_token}`, username, password);
    const read = await output(language, language.way, ...keys, oauth_token, oauth_token_secret, verifier);
    expect(JSON.parse(read)).toMatchObject({ sku: "mug-01" });
  });
});

describe("docs/doors.md", () => {
  const page = readFileSync("docs/doors.md", "utf8");
  const section = /^## REST clients with OAuth$(.*?)^## /ms.exec(page)?.[1] ?? "";
  const blocks = Array.from(section.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, name = "", code = ""]) => [
    name,
    code,
  ]);

  test("has an example in PHP, Python and node, with the published keys", () => {
    expect(blocks.map(([name]) => name)).toEqual(["php", "python", "js"]);
    for (const pair of [ofAdmin, ofCustomer])
      for (const key of Object.values(pair)) expect(section).toContain(`\`${key}\``);
  });

  test.for(blocks)("runs the example in %s", async ([name = "", code = ""], { skip }) => {
    const language = languages[name] as Language;
    skip(!isThere(language), `${language.library} is not installed`);
    const own = code.replace("<?php", "").replaceAll("http://127.0.0.1:8080", shop.url);
    expect(await output(language, own)).toBe("mug-01\n");
  });
});
