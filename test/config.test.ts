import { describe, expect, test } from "vitest";
import { readSettings, type Environment, type Settings } from "../src/config.js";
import { settingNames, variableOf } from "../src/config/table.js";
import { helpText } from "../src/help.js";

function settings(argv: readonly string[] = [], env: Environment = {}, dotEnv = ""): Settings {
  const read = readSettings(argv, env, dotEnv);
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  return read;
}

function problems(argv: readonly string[] = [], env: Environment = {}, dotEnv = ""): readonly string[] {
  const read = readSettings(argv, env, dotEnv);
  return "problems" in read ? read.problems : [];
}

describe("what holds without any setting", () => {
  test("the defaults of interface.md 3 and conventions 11", () => {
    expect(settings()).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      baseUrl: undefined,
      trustedProxies: [],
      requireHttps: false,
      storage: { kind: "file", folder: "./data" },
      dataset: "sample",
      journalMaxBytes: undefined,
      apiUser: "admin",
      apiKey: "admin123",
      control: true,
      controlToken: undefined,
      sessionTimeoutSeconds: 3600,
      sessionMaxAgeSeconds: 86400,
      loginFailuresPerUser: 10,
      loginFailuresPerAddress: 50,
      loginWindowSeconds: 900,
      maxRpcBodyBytes: 16 * 1024 * 1024,
      maxRestBodyBytes: 1024 * 1024,
      requestTimeoutSeconds: 60,
      callsPerMinute: 0,
      listMaxRows: 0,
      priceScope: "website",
      customerShareScope: "website",
      smtpUrl: undefined,
      mailFrom: "shop@example.com",
      logLevel: "info",
      logFormat: "json",
      production: false,
    });
  });

  test("the log is pretty on a terminal", () => {
    expect(readSettings([], {}, "", true)).toMatchObject({ logFormat: "pretty" });
  });

  test("in production the test control is off and the public key is refused", () => {
    expect(problems([], { NODE_ENV: "production" })).toEqual([
      "API_KEY must be set to a key of your own with NODE_ENV=production; the default key is public",
    ]);
    expect(problems(["--api-key", "admin123"], { NODE_ENV: "production" })).toHaveLength(1);
    expect(settings([], { NODE_ENV: "production", API_KEY: "k3y-of-ours" })).toMatchObject({
      control: false,
    });
    expect(settings(["--control", "on"], { NODE_ENV: "production", API_KEY: "k3y-of-ours" }).control).toBe(
      true,
    );
  });
});

describe("where settings come from", () => {
  test("a flag wins over the environment, and that over .env", () => {
    const env = { PORT: "2" };
    const dotEnv = "PORT=3\nHOST=::1\n";
    expect(settings(["--port", "1"], env, dotEnv)).toMatchObject({ port: 1, host: "::1" });
    expect(settings([], env, dotEnv).port).toBe(2);
    expect(settings([], {}, dotEnv).port).toBe(3);
  });

  test(".env holds comments, blank lines, quotes and exports too", () => {
    const dotEnv = '# mine\r\n\r\nexport PORT=3\r\nHOST = "::1" # all\r\n  MAIL_FROM=a@b.example';
    expect(settings([], {}, dotEnv)).toMatchObject({ port: 3, host: "::1", mailFrom: "a@b.example" });
  });

  test("an empty variable is not set; an empty flag is wrong", () => {
    expect(settings([], { PORT: "", STORAGE: "" }, "HOST=")).toMatchObject({
      port: 8080,
      host: "127.0.0.1",
    });
    expect(problems(["--port="])).toHaveLength(1);
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
  ])("STORAGE %s", (text, want) => {
    expect(settings([], { STORAGE: text }).storage).toEqual(want);
  });

  test("countries are codes in either case", () => {
    expect(settings(["--optional-postcode-countries", "ie, HK"]).optionalPostcodeCountries).toEqual([
      "IE",
      "HK",
    ]);
  });

  test.each(["smtp://mail.example", "smtps://user:password@mail.example:465", "smtp://[::1]:25"])(
    "SMTP_URL %s",
    (url) => {
      expect(settings([], { SMTP_URL: url }).smtpUrl).toBe(url);
    },
  );

  test("BASE_URL loses its slash, TRUSTED_PROXIES becomes a list", () => {
    const read = settings([], { BASE_URL: "https://api.shop.example/v1/", TRUSTED_PROXIES: "10.0.0.1, ::1" });
    expect(read).toMatchObject({
      baseUrl: "https://api.shop.example/v1",
      trustedProxies: ["10.0.0.1", "::1"],
    });
  });
});

describe("one line that names what is wrong and says what is allowed", () => {
  test.each<[string, string[], Environment, string, string]>([
    ["a number", ["--port", "http"], {}, "", '--port must be a whole number from 0 to 65535, not "http"'],
    ["a range", [], { PORT: "65536" }, "", 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ["a choice", [], {}, "PRICE_SCOPE=store", 'PRICE_SCOPE in .env must be website or global, not "store"'],
    ["a switch", [], { CONTROL: "maybe" }, "", 'CONTROL must be on or off, not "maybe"'],
    ["a storage", [], { STORAGE: "./data" }, "", "STORAGE must be memory:, file:<folder> or postgres://"],
    ["a later storage", [], { STORAGE: "postgres://localhost/shop" }, "", "not available in this version"],
    ["a dataset", [], { DATASET: "smaple" }, "", "DATASET must be sample, minimal or the path of a file"],
    ["an address", [], { BASE_URL: "shop.example" }, "", "BASE_URL must be an http:// or https:// address"],
    ["a proxy", [], { TRUSTED_PROXIES: "proxy" }, "", "TRUSTED_PROXIES must be IP addresses"],
    ["a user", [], { API_USER: "me@shop.example" }, "", "API_USER must have 1 to 40 characters without @"],
    [
      "a weak key",
      [],
      { API_KEY: "password" },
      "",
      "API_KEY must have 7 to 256 characters with at least one letter",
    ],
    ["HTTPS without a proxy", ["--require-https"], {}, "", "REQUIRE_HTTPS needs TRUSTED_PROXIES"],
    ["no value", ["--port"], {}, "", "--port needs a value"],
    ["no value before a flag", ["--port", "--control"], {}, "", "--port needs a value"],
    ["a misspelt flag", ["--prot", "1"], {}, "", "--prot is no setting; did you mean --port?"],
    [
      "a flag like a variable",
      ["--SESSION_TIMEOUT_SECONDS=5"],
      {},
      "",
      "did you mean --session-timeout-seconds?",
    ],
    ["an unknown flag", ["--wibble=1"], {}, "", "--wibble is no setting; --help lists all settings"],
    ["a stray word", ["8080"], {}, "", '"8080" is no setting'],
    ["a misspelt variable", [], { STROAGE: "memory:" }, "", "STROAGE is no setting; did you mean STORAGE?"],
    ["an unknown name in .env", [], {}, "SMTP_HOST=x", "SMTP_HOST in .env is no setting"],
    ["a misspelt name in .env", [], {}, "PROT=1", "PROT in .env is no setting; did you mean PORT?"],
    [
      "a line of .env without =",
      [],
      {},
      "HOST=::1\nport 8081\nPRICE_SCOPE=global",
      ".env line 2 is no setting; write PORT=<value>",
    ],
    ["a line of .env with :", [], {}, "export PORT: 8081", ".env line 1 is no setting; write PORT=<value>"],
    ["a stray line of .env", [], {}, "#\r\nshop", ".env line 2 is no setting; write <NAME>=<value>"],
    ["a country", [], { REGION_REQUIRED_COUNTRIES: "US,XX" }, "", "codes of countries separated by commas"],
    ["no mail server", [], { SMTP_URL: "smtp://" }, "", "SMTP_URL must be smtp://host:port"],
    ["a mail server that is a path", [], { SMTP_URL: "smtp:mail:25" }, "", "SMTP_URL must be smtp://host"],
  ])("%s", (_title, argv, env, dotEnv, want) => {
    const found = problems(argv, env, dotEnv);
    expect(found[0]).toContain(want);
    expect(found[0]).not.toContain("\n");
  });

  test("every problem is told at once", () => {
    expect(problems(["--prot", "1"], { PORT: "x", CONTROL: "maybe" })).toHaveLength(3);
  });

  test("a secret is never repeated", () => {
    const env = { CONTROL_TOKEN: "two words", SMTP_URL: "secret" };
    expect(problems([], env, "API_KEY: s3=cret\nsecret").join()).not.toMatch(/two words|"secret"|s3|secret$/);
  });

  test("other programs' variables are theirs", () => {
    expect(
      problems([], { POST: "1", HOSTS: "x", STORAGE_BUCKET: "b", DATASETS_DIR: "d", npm_config_port: "1" }),
    ).toEqual([]);
  });
});

test("--help names every setting by flag and variable", () => {
  const help = helpText();
  for (const name of settingNames) expect(help).toContain(variableOf(name));
  expect(help).toContain("--max-rpc-body-bytes");
});
