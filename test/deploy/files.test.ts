/** Compares deploy/ with the things that it refers to; runs the tools that read it if they are installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { parse } from "yaml";
import { readSettings, settingNames } from "../../src/shop/settings.js";
import { variableOf } from "../../src/engine/config/names.js";
import { startShop } from "../support/shop.js";

const folder = fileURLToPath(new URL("../../deploy", import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Functions and words of PromQL in our expressions; every other word that is not a label is a metric. */
const promql = new Set([
  ...["sum", "max", "by", "rate", "increase", "max_over_time"],
  ...["histogram_quantile", "topk"],
]);

function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/by \([^)]*\)/g, "");
  return [...bare.matchAll(/(?<![\w.])[a-z_][a-z0-9_]*/g)]
    .map(([name]) => name)
    .filter((name) => !promql.has(name));
}

/** The metrics of servers with each storage; Prometheus itself adds `up`. */
async function served(): Promise<ReadonlySet<string>> {
  const names = new Set(["up"]);
  for (const topology of ["file", "postgres"] as const) {
    const shop = await startShop({ topology });
    const { text } = await shop.http("GET", "/metrics");
    for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      names.add(name);
      if (type === "histogram" || type === "summary")
        for (const part of ["_bucket", "_sum", "_count"]) names.add(name + part);
    }
  }
  return names;
}

test("docs/monitoring.md describes each of our metrics, and a remedy for each alert", async () => {
  const page = readFileSync(join(folder, "..", "docs", "monitoring.md"), "utf8");
  const own = [...(await served())].filter(
    (name) => name.startsWith("store_") && !/_(bucket|sum|count)$/.test(name),
  );
  expect(own.length).toBeGreaterThanOrEqual(15);
  const described = [...page.matchAll(/`(store_\w+)/g)].map(([, name]) => name);
  expect(own.filter((name) => !described.includes(name))).toEqual([]);
  expect(described.filter((name = "") => !own.includes(name))).toEqual([]);
  const alerts = [...read("alerts.yaml").matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  const runbook = [...page.matchAll(/^\| `(StoreApi\w+)` \|/gm)].map(([, name]) => name);
  expect(runbook).toEqual(alerts);
});

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const expressions = {
  "alerts.yaml": () =>
    (parse(read("alerts.yaml")) as Alerts).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  "grafana-dashboard.json": () =>
    (JSON.parse(read("grafana-dashboard.json")) as Dashboard).panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr),
    ),
};

test.each(Object.entries(expressions))("%s uses existing metrics", async (_name, list) => {
  const metrics = await served();
  const asked = list().flatMap(metricsIn);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !metrics.has(name))).toEqual([]);
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly volumes?: readonly string[];
        readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
        readonly networks?: Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}

describe("compose.yaml", () => {
  const { services, volumes = {}, networks = {} } = parse(read("compose.yaml"), { merge: true }) as Compose;

  test("has two servers, three database nodes and a balancer", () => {
    expect(Object.keys(services)).toEqual(["balancer", "server1", "server2", "db1", "db2", "db3"]);
  });

  test("every service, volume, network and file that it names exists", () => {
    for (const { depends_on = [], volumes: mounts = [], networks: joined = {} } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on);
      expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
      expect(Object.keys(networks)).toEqual(expect.arrayContaining(Object.keys(joined)));
      for (const mount of mounts) {
        const [source = ""] = mount.split(":");
        expect(source.startsWith("./") ? existsSync(join(folder, source)) : source in volumes, mount).toBe(
          true,
        );
      }
    }
  });

  test("its settings exist, and all database nodes are in the address", () => {
    const environment = services.server1?.environment ?? {};
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        String(value).replace(
          /\$\{[A-Z_]+(?::-([^}]*)|:\?[^}]*)?\}/g,
          (_all, fallback?: string) => fallback ?? "secret123",
        ),
      ]),
    );
    const settings = readSettings([], filled);
    expect(settings).toMatchObject({
      production: true,
      storage: {
        kind: "postgres",
        address: expect.stringMatching(/@db1,db2,db3\/shop$/) as string,
      },
    });
  });

  const has = hasTool("docker-compose", ["version"]);
  test.runIf(has)("docker-compose accepts it", () => {
    const env = { ...process.env, POSTGRES_PASSWORD: "secret", STORE_API_API_KEY: "secret123" };
    execFileSync("docker-compose", ["-f", join(folder, "compose.yaml"), "config"], { env, stdio: "pipe" });
  });
});

test("the unit uses existing settings, and a program of the build", () => {
  const unit = read("store-api.service");
  const named = [...unit.matchAll(/STORE_API_[A-Z_]+/g)].map(([name]) => name);
  expect(settingNames.map(variableOf)).toEqual(expect.arrayContaining(named));
  expect(unit).toContain("dist/src/main.js");
});

test.runIf(hasTool("systemd-analyze", ["--version"]))("systemd takes the unit", () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", join(folder, "store-api.service")]);
  expect([status, String(stderr)]).toEqual([0, ""]);
});

test.runIf(hasTool("promtool", ["--version"]))("Prometheus takes the alert rules", () => {
  const { status, stderr } = spawnSync("promtool", ["check", "rules", join(folder, "alerts.yaml")]);
  expect([status, String(stderr)]).toEqual([0, ""]);
});

test.runIf(hasTool("promtool", ["--version"]))(
  "each alert fires when it should, and not before",
  async () => {
    const rules = readFileSync(join(import.meta.dirname, "alerts.rules.yaml"), "utf8");
    const file = join(await temporaryFolder(), "alerts.rules.yaml");
    await writeFile(file, rules.replace("RULES", join(folder, "alerts.yaml")));
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", file]);
    expect([status, status === 0 ? "" : String(stdout) + String(stderr)]).toEqual([0, ""]);
    const alerts = [...read("alerts.yaml").matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
    expect(alerts.filter((name) => !rules.includes(name))).toEqual([]);
  },
);

test.runIf(hasTool("haproxy", ["-v"]))("HAProxy takes its file", async () => {
  const file = join(await temporaryFolder(), "haproxy.cfg");
  await writeFile(file, read("haproxy.cfg").replace(/server\d:8080/g, "127.0.0.1:8080"));
  const { status, stderr } = spawnSync("haproxy", ["-c", "-f", file]);
  expect([status, String(stderr).includes("[WARNING]")]).toEqual([0, false]);
});

function hasTool(name: string, args: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: "ignore" }).status === 0;
}

test("the image contains existing files, also for a custom shop", () => {
  const root = join(folder, "..");
  const copied = [...read("Dockerfile").matchAll(/^COPY --from=build (.+) \S+$/gm)]
    .flatMap(([, sources = ""]) => sources.split(" "))
    .map((source) => source.replace("/app/", ""));
  expect(copied.length).toBeGreaterThan(5);
  const made = ["dist", "node_modules"];
  expect(copied.filter((source) => !made.includes(source) && !existsSync(join(root, source)))).toEqual([]);
  const builds = ["compose.yaml", "compose.single.yaml"].map((name) => /build: (.+)/.exec(read(name))?.[1]);
  expect(new Set(builds)).toEqual(new Set(["{ context: .., dockerfile: deploy/Dockerfile }"]));
});

/** The service definitions of the CI systems in docs/testing.md. */
function ciServices(): readonly Readonly<Record<string, string>>[] {
  const page = readFileSync(join(folder, "..", "docs", "testing.md"), "utf8");
  const [, github = "", gitlab = ""] =
    /## In CI[^]*?GitHub Actions:\n\n```yaml\n([^]*?)```[^]*?GitLab CI:\n\n```yaml\n([^]*?)```/.exec(page) ??
    [];
  type Variables = Readonly<Record<string, string>>;
  const { test: actions } = (
    parse(github) as { jobs: { test: { env: Variables; services: { shop: { env: Variables } } } } }
  ).jobs;
  const { test: job } = parse(gitlab) as { test: { variables: Variables } };
  return [{ ...actions.env, ...actions.services.shop.env }, job.variables];
}

test.each(ciServices())(
  "the service of a CI system starts with its variables, and its control accepts the token",
  async (variables) => {
    const settings = readSettings([], variables);
    if ("problems" in settings) throw new Error(settings.problems.join());
    const shop = await startShop({ settings: { ...settings, port: 0 } });
    const { hostname } = new URL(variables.STORE_API_URL ?? "");
    const headers = { Host: hostname, Authorization: `Bearer ${variables.STORE_API_TOKEN}` };
    const taken = await shop.http("GET", "/control/clock", { headers });
    expect(taken.status).toBe(200);
    const refused = await shop.http("GET", "/control/clock", { headers: { Host: hostname } });
    expect(refused.status).toBe(403);
  },
);

test("this file tests everything in deploy/", () => {
  const known = ["alerts.yaml", "compose.yaml", "grafana-dashboard.json", "haproxy.cfg", "store-api.service"];
  const images = ["Dockerfile", "Dockerfile.dockerignore", "compose.single.yaml"];
  const scripts = ["failover.sh", "replication.sh"];
  expect(readdirSync(folder).sort()).toEqual([...known, ...images, ...scripts].sort());
  for (const name of scripts) expect(spawnSync("bash", ["-n", join(folder, name)]).status).toBe(0);
});
