import { describe, expect, test } from "vitest";
import { type Environment } from "../src/engine/config/config.js";
import { type ShopSettings, readSettings } from "../src/shop/settings.js";

function settings(argv: readonly string[] = [], env: Environment = {}, dotEnv = ""): ShopSettings {
  const read = readSettings(argv, env, dotEnv);
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  return read;
}

function problems(argv: readonly string[] = [], env: Environment = {}, dotEnv = ""): readonly string[] {
  const read = readSettings(argv, env, dotEnv);
  return "problems" in read ? read.problems : [];
}

describe("defaults", () => {
  test("the defaults of docs/settings.md and conventions 11", () => {
    expect(settings()).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      baseUrl: undefined,
      trustedProxies: [],
      requireHttps: false,
      storage: { kind: "file", folder: "./data" },
      dataset: "sample",
      apiUser: "admin",
      apiKey: "admin123",
      control: true,
      controlToken: undefined,
      passwordHashCost: undefined,
      sessionTimeoutSeconds: 3600,
      sessionMaxAgeSeconds: 86400,
      loginFailuresPerUser: 10,
      loginFailuresPerAddress: 50,
      maxRpcBodyBytes: 16 * 1024 * 1024,
      requestTimeoutSeconds: 60,
      callsPerMinute: 0,
      listMaxRows: 0,
      priceScope: "website",
      customerShareScope: "website",
      smtpUrl: undefined,
      mailFrom: "shop@example.com",
      logLevel: "info",
      logFormat: "json",
      telemetry: "off",
      production: false,
    });
  });

  test("the log is pretty on a terminal", () => {
    expect(readSettings([], {}, "", true)).toMatchObject({ logFormat: "pretty" });
  });

  test("in production the test control is disabled and the public key is refused", () => {
    expect(problems([], { NODE_ENV: "production" })).toEqual([
      "STORE_API_API_KEY must be set to a key of your own with NODE_ENV=production; the default key is public",
    ]);
    expect(problems(["--api-key", "admin123"], { NODE_ENV: "production" })).toHaveLength(1);
    expect(settings([], { NODE_ENV: "production", STORE_API_API_KEY: "k3y-of-ours" })).toMatchObject({
      control: false,
      dataset: "minimal",
    });
    expect(
      settings(["--control", "on"], { NODE_ENV: "production", STORE_API_API_KEY: "k3y-of-ours" }).control,
    ).toBe(true);
  });
});

test("hashes of passwords may be cheap, but not in production", () => {
  const own = { NODE_ENV: "production", STORE_API_API_KEY: "k3y-of-ours" };
  expect(settings(["--password-hash-cost", "10"])).toMatchObject({ passwordHashCost: 10 });
  expect(settings(["--password-hash-cost", "15"], own)).toMatchObject({ passwordHashCost: 15 });
  expect(problems(["--password-hash-cost", "14"], own)).toEqual([
    "STORE_API_PASSWORD_HASH_COST must be at least 15 with NODE_ENV=production, not 14",
  ]);
  for (const cost of ["9", "18", "1.5", "cheap"])
    expect(problems(["--password-hash-cost", cost])).toEqual([
      `--password-hash-cost must be a whole number from 10 to 17, not "${cost}"`,
    ]);
});

describe("sources of settings", () => {
  test("a flag takes precedence over the environment, and that over .env", () => {
    const env = { STORE_API_PORT: "2" };
    const dotEnv = "STORE_API_PORT=3\nSTORE_API_HOST=::1\n";
    expect(settings(["--port", "1"], env, dotEnv)).toMatchObject({ port: 1, host: "::1" });
    expect(settings([], env, dotEnv).port).toBe(2);
    expect(settings([], {}, dotEnv).port).toBe(3);
  });

  test(".env may contain comments, blank lines, quotes and exports", () => {
    const dotEnv =
      '# mine\r\n\r\nexport STORE_API_PORT=3\r\nSTORE_API_HOST = "::1" # all\r\n  STORE_API_MAIL_FROM=a@b.example';
    expect(settings([], {}, dotEnv)).toMatchObject({ port: 3, host: "::1", mailFrom: "a@b.example" });
  });

  test("an empty variable or flag counts as not set", () => {
    const env = { STORE_API_PORT: "", STORE_API_STORAGE: "", NODE_ENV: "" };
    expect(settings([], env, "STORE_API_HOST=")).toMatchObject({ port: 8080, host: "127.0.0.1" });
    expect(settings(["--port="], { STORE_API_PORT: "2" }).port).toBe(2);
  });

  test("of a repeated flag the last counts", () => {
    expect(settings(["--port", "1", "--port", "2"]).port).toBe(2);
    expect(settings(["--port", "1", "--port="]).port).toBe(8080);
  });

  test.each<[string, Environment, Partial<ShopSettings>]>([
    ["are used when usable", { PORT: "81", HOST: "0.0.0.0" }, { port: 81, host: "0.0.0.0" }],
    ["stand back behind those with our prefix", { PORT: "81", STORE_API_PORT: "82" }, { port: 82 }],
    [
      "are ignored otherwise",
      { PORT: "http", HOST: "x86_64-conda-linux-gnu" },
      { port: 8080, host: "127.0.0.1" },
    ],
    ["are passed over when the address is another machine's", { HOST: "192.0.2.7" }, { host: "127.0.0.1" }],
  ])("PORT and HOST of hosting platforms %s", (_title, env, want) => {
    expect(settings([], env)).toMatchObject(want);
  });

  test.each(["development", "test"])("NODE_ENV %s is not production", (name) => {
    expect(settings([], { NODE_ENV: name })).toMatchObject({ production: false, dataset: "sample" });
  });

  test.each([
    { argv: ["--control"], want: true },
    { argv: ["--control", "off"], want: false },
    { argv: ["--control=false"], want: false },
    { argv: ["--control", "--port", "1"], want: true },
  ])("an on/off flag may stand alone: $argv", ({ argv, want }) => {
    expect(settings(argv).control).toBe(want);
  });
});

describe("values", () => {
  test.each([
    ["memory:", { kind: "memory" }],
    ["file:./shop data", { kind: "file", folder: "./shop data" }],
    ["file:///var/shop", { kind: "file", folder: "/var/shop" }],
    ["postgres://shop@db/shop", { kind: "postgres", address: "postgres://shop@db/shop" }],
    ["postgresql://shop@db/shop", { kind: "postgres", address: "postgresql://shop@db/shop" }],
  ])("STORE_API_STORAGE %s", (text, want) => {
    expect(settings([], { STORE_API_STORAGE: text }).storage).toEqual(want);
  });

  test("countries are codes in upper or lower case", () => {
    expect(settings(["--optional-postcode-countries", "ie, HK"]).optionalPostcodeCountries).toEqual([
      "IE",
      "HK",
    ]);
  });

  test.each(["smtp://mail.example", "smtps://user:password@mail.example:465", "smtp://[::1]:25"])(
    "STORE_API_SMTP_URL %s",
    (url) => {
      expect(settings([], { STORE_API_SMTP_URL: url }).smtpUrl).toBe(url);
    },
  );

  test("STORE_API_BASE_URL loses its slash, STORE_API_TRUSTED_PROXIES becomes a list", () => {
    const read = settings([], {
      STORE_API_BASE_URL: "https://api.shop.example/v1/",
      STORE_API_TRUSTED_PROXIES: "10.0.0.1, ::1, 172.16.0.0/12, fd00::/8",
    });
    expect(read).toMatchObject({
      baseUrl: "https://api.shop.example/v1",
      trustedProxies: ["10.0.0.1", "::1", "172.16.0.0/12", "fd00::/8"],
    });
  });
});

describe("one line with the invalid setting and the allowed values", () => {
  const oneLine = (found: readonly string[], want: string) => {
    expect(found[0]).toContain(want);
    expect(found[0]).not.toContain("\n");
  };

  test.each<[string[], string]>([
    [["--port", "http"], '--port must be a whole number from 0 to 65535, not "http"'],
    [["--require-https"], "STORE_API_REQUIRE_HTTPS needs STORE_API_TRUSTED_PROXIES"],
    [["--port"], "--port needs a value"],
    [["--port", "--control"], "--port needs a value"],
    [["--prot", "1"], "--prot is not a setting; did you mean --port?"],
    [["--SESSION_TIMEOUT_SECONDS=5"], "did you mean --session-timeout-seconds?"],
    [["--wibble=1"], "--wibble is not a setting; --help lists all settings"],
    [["8080"], '"8080" is neither a command nor a setting'],
  ])("flags %j", (argv, want) => oneLine(problems(argv), want));

  test.each<[Environment, string]>([
    [{ STORE_API_PORT: "65536" }, 'STORE_API_PORT must be a whole number from 0 to 65535, not "65536"'],
    [{ STORE_API_CONTROL: "maybe" }, 'STORE_API_CONTROL must be on or off, not "maybe"'],
    [{ STORE_API_STORAGE: "./data" }, "STORE_API_STORAGE must be memory:, file:<folder> or postgres://"],
    [{ STORE_API_DATASET: "smaple" }, "STORE_API_DATASET must be sample, minimal or the path of a file"],
    [{ STORE_API_BASE_URL: "shop.example" }, "STORE_API_BASE_URL must be an http:// or https:// address"],
    ...["proxy", "10.0.0.0/33", "::1/129", "0.0.0.0/0", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0/8"].map(
      (STORE_API_TRUSTED_PROXIES): [Environment, string] => [
        { STORE_API_TRUSTED_PROXIES },
        "STORE_API_TRUSTED_PROXIES must be IP addresses or ranges",
      ],
    ),
    [{ STORE_API_API_USER: "me@shop.example" }, "STORE_API_API_USER must have 1 to 40 characters without @"],
    [
      { STORE_API_API_KEY: "password" },
      "STORE_API_API_KEY must have 7 to 256 characters with at least one letter",
    ],
    [
      { STORE_API_MAX_CONNECTIONS: "20000" },
      "STORE_API_MAX_CONNECTIONS is not a setting; --help lists all settings",
    ],
    [{ STORE_API_STROAGE: "memory:" }, "STORE_API_STROAGE is not a setting; did you mean STORE_API_STORAGE?"],
    [{ store_api_port: "1" }, "did you mean STORE_API_PORT?"],
    [{ NODE_ENV: "Production" }, "NODE_ENV must be development, test or production"],
    [{ STORE_API_REGION_REQUIRED_COUNTRIES: "US,XX" }, "codes of countries separated by commas"],
    [{ STORE_API_SMTP_URL: "smtp://" }, "STORE_API_SMTP_URL must be smtp://host:port"],
    [{ STORE_API_SMTP_URL: "smtp:mail:25" }, "STORE_API_SMTP_URL must be smtp://host"],
  ])("variables %j", (env, want) => oneLine(problems([], env), want));

  test.each([
    ["STORE_API_PRICE_SCOPE=store", 'STORE_API_PRICE_SCOPE in .env must be website or global, not "store"'],
    ["NODE_ENV=staging", "NODE_ENV must be"],
    ["STORE_API_SMTP_HOST=x", "STORE_API_SMTP_HOST in .env is not a setting"],
    ["STORE_API_PROT=1", "did you mean STORE_API_PORT?"],
    [
      "HOST=::1\nSTORE_API_PORT 8081\nSTORE_API_PRICE_SCOPE=global",
      ".env line 2 does not set anything; write STORE_API_PORT=<value>",
    ],
    ["export STORE_API_PORT: 1", ".env line 1 does not set anything; write STORE_API_PORT="],
    ["#\r\nSTORE_API_X", ".env line 2 does not set anything; write STORE_API_<NAME>=<value>"],
  ])(".env %j", (dotEnv, want) => oneLine(problems([], {}, dotEnv), want));

  test("all problems are reported at once", () => {
    expect(problems(["--prot", "1"], { STORE_API_PORT: "x", STORE_API_CONTROL: "maybe" })).toHaveLength(3);
  });

  test("a secret is never repeated", () => {
    const env = { STORE_API_CONTROL_TOKEN: "two words", STORE_API_SMTP_URL: "secret" };
    expect(problems([], env, "STORE_API_API_KEY: s3=cret\nsecret").join()).not.toMatch(
      /two words|"secret"|s3|secret$/,
    );
  });

  test("variables and lines of .env of other programs are ignored", () => {
    const env = { BASE_URL: "/", API_KEY: "x", LOG_LEVEL: "verbose", STORAGE: "s3", CONTROL: "maybe" };
    const dotEnv =
      'DATASET=x\nSTROAGE=1\nno line\nKEY="-----BEGIN\nSTORAGE: 1\nEND"\nQUOTE="\nSTORE_API_PORT=5';
    expect(settings([], env, dotEnv)).toMatchObject({ baseUrl: undefined, apiKey: "admin123", port: 5 });
  });

  test("the address of a server, and its token, are settings of its clients", () => {
    const ofClients = {
      STORE_API_URL: "http://x",
      STORE_API_TOKEN: "t",
      STORE_API_USER: "u:k",
      STORE_API_KEY: "k",
      STORE_API_COMMAND: "c",
    };
    expect(problems([], ofClients, "STORE_API_URL=x")).toEqual([]);
  });
});
