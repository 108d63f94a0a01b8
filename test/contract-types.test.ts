/** The handlers of REST and of the test control are written by the types of openapi.yaml: a renamed member is no type. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "../scripts/spec/chapters.js";

const types = join(projectRoot, "generated", "rest.ts");
const text = readFileSync(types, "utf8");
const control = (name: string) => `src/testing/control/${name}.ts`;
const files = {
  gateway: control("gateway"),
  snapshots: control("snapshots"),
  users: control("users"),
  // What the test control asks of the shop: its answers are held to the contract where both are put together.
  wiring: "src/store-server.ts",
  orders: control("orders"),
  sandboxes: control("sandboxes"),
  clock: control("control"),
  customers: "src/shop/customers/accounts/rest-fields.ts",
};

const { config } = ts.readConfigFile(join(projectRoot, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
  config: unknown;
};
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot);
const base = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of the handlers when the contract has other types. */
function problems(changed: string): string[] {
  const host: ts.CompilerHost = {
    ...base,
    getSourceFile: (path, target) => {
      if (path === types) return ts.createSourceFile(path, changed, target, true);
      if (!parsed.has(path)) parsed.set(path, base.getSourceFile(path, target));
      return parsed.get(path);
    },
  };
  const paths = Object.values(files).map((file) => join(projectRoot, file));
  const program = ts.createProgram(paths, { ...options, noEmit: true }, host);
  return paths.flatMap((path) => {
    const found = program.getSemanticDiagnostics(program.getSourceFile(path));
    return found.length > 0 ? [path.slice(projectRoot.length)] : [];
  });
}

test("the handlers fit the contract as it is", { timeout: 120_000 }, () =>
  expect(problems(text)).toEqual([]),
);

test.each([
  ["answer", files.gateway],
  ["created_at", files.snapshots],
  ["session", files.users],
  ["username", files.users],
  ["delivered_at", files.wiring],
  ["order_id", files.wiring],
  ["from", files.sandboxes],
  ["advance_seconds", files.clock],
  ["frozen", files.clock],
  ["keep_sessions", files.clock],
  ["reward_warning_notification", files.customers],
  ["disable_auto_group_change", files.customers],
])("%s under another name does not compile in %s", { timeout: 120_000 }, (member, file) => {
  const renamed = text.replace(new RegExp(`(readonly )?\\b${member}(\\??: )`, "g"), `$1${member}_now$2`);
  expect(renamed).not.toBe(text);
  expect(problems(renamed)).toContain(file);
});

test("an operation under another name does not compile", { timeout: 120_000 }, () => {
  expect(problems(text.replaceAll("placeOrder", "orderPlaced"))).toContain(files.wiring);
});
