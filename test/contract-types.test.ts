/**
 * The handlers of REST and of the test control use the types of openapi.yaml: a renamed member does not
 * compile there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "../scripts/spec/chapters.js";

const types = join(projectRoot, "generated", "rest.ts");
const text = readFileSync(types, "utf8");

const control = (name: string) => `src/testing/control/${name}.ts`;
const rest = (name: string) => `src/shop/rest/${name}.ts`;
/**
 * The functions of the shop that the test control needs; where both are combined, the types check its
 * answers.
 */
const wiring = "src/store-server.ts";
const files = [
  ...["gateway", "snapshots", "users", "sandboxes", "control", "mail", "calls", "orders", "state"].map(
    control,
  ),
  "src/shop/rest/customers/rest-fields.ts",
  ...["collections", "customers", "session"].map((name) => rest(`resources/${name}`)),
  ...["body", "refusal", "rest-query", "rest-operations"].map((name) => rest(`forms/${name}`)),
  ...[wiring, "src/shop/sales/placement/buyers.ts"],
];

const { config } = ts.readConfigFile(join(projectRoot, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
  config: unknown;
};
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot);
const base = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The errors of the compiler in the handlers if the contract has other types: file and message. */
function problems(changed: string, asked: readonly string[]): string[] {
  const host: ts.CompilerHost = {
    ...base,
    getSourceFile: (path, target) => {
      if (path === types) return ts.createSourceFile(path, changed, target, true);
      if (!parsed.has(path)) parsed.set(path, base.getSourceFile(path, target));
      return parsed.get(path);
    },
  };
  const pathOf = (file: string) => join(projectRoot, file);
  const program = ts.createProgram(files.map(pathOf), { ...options, noEmit: true }, host);
  return asked.flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(pathOf(file)))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
}

/** The text of an operation, or of a schema, with a replaced part. */
function changeIn(all: string, name: string, from: RegExp, to: string): string {
  const start = all.search(new RegExp(`^ +readonly ${name}: `, "m"));
  const isLong = /^ +readonly \w+: \{$/m.exec(all.slice(start, all.indexOf("\n", start)));
  const indent = /^ */.exec(all.slice(start))?.[0] ?? "";
  const end = isLong ? all.indexOf(`\n${indent}}`, start) : all.indexOf("\n", start);
  const block = all.slice(start, end);
  const changed = block.replace(from, to);
  expect(changed, `${name} with ${from.source}`).not.toBe(block);
  return all.slice(0, start) + changed + all.slice(end);
}

/** Renamed members of an operation or a schema, with the file that then no longer compiles. */
type Case = readonly [name: string, renamed: string, file: string];

const member = (name: string): [RegExp, string] => [
  new RegExp(`readonly "?${name.replace(/\W/g, "\\$&")}"?(\\??):`),
  `readonly "${name}_now"$1:`,
];
const status = (name: string): [RegExp, string] => [new RegExp(`readonly ${name}:`), "readonly 299:"];

test("the handlers compile with the unchanged contract", { timeout: 600_000 }, () =>
  expect(problems(text, files)).toEqual([]),
);

/** Groups with different files, so that one run of the compiler tests a whole group. */
const groups: Readonly<Record<string, { readonly by: typeof member; readonly cases: readonly Case[] }>> = {
  "a parameter of the path": {
    by: member,
    cases: [
      ["openCreditmemo", "increment_id", control("gateway")],
      ["restoreSnapshot", "name", control("snapshots")],
      ["deleteUser", "username", control("users")],
      ["deleteSandbox", "name", control("sandboxes")],
      ["deleteFault", "id", control("control")],
      ["updateCustomer", "customerId", rest("resources/customers")],
    ],
  },
  "a parameter of the query": {
    by: member,
    cases: [
      ["listCalls", "limit", control("calls")],
      ["listMail", "order", control("mail")],
      ["listCustomers", "limit", rest("forms/rest-query")],
    ],
  },
  "another parameter of the query": {
    by: member,
    cases: [
      ["waitForCall", "timeout_ms", control("calls")],
      ["waitForMail", "timeout_ms", control("mail")],
      ["listCustomers", "filter[1][gteq]", rest("forms/rest-query")],
    ],
  },
  "a filter of the journal": { by: member, cases: [["streamCalls", "caller", control("calls")]] },
  "a parameter of several operations": {
    by: member,
    cases: [
      ["listCalls", "after", control("calls")],
      ["getCustomer", "attrs", rest("forms/rest-query")],
    ],
  },
  "a member of a body": {
    by: member,
    cases: [
      ["GatewayRequest", "answer", control("gateway")],
      ["SnapshotRequest", "name", control("snapshots")],
      ["ApiUserRequest", "username", control("users")],
      ["SandboxRequest", "from", control("sandboxes")],
      ["ClockAdvance", "advance_seconds", control("control")],
    ],
  },
  "another member of a body": {
    by: member,
    cases: [
      ["SessionRequest", "username", control("users")],
      ["ResetRequest", "keep_sessions", control("control")],
      ["CallExpectation", "operation", control("calls")],
    ],
  },
  "a member that may be left out": {
    by: member,
    cases: [
      ["ApiUserRequest", "is_active", control("users")],
      ["FaultRequest", "delay_ms", "src/testing/faults/fault-rules.ts"],
      ["CallExpectation", "at_most", control("calls")],
      ["OrderPlacement", "guest", "src/shop/sales/placement/buyers.ts"],
    ],
  },
  "a member of an answer": {
    by: member,
    cases: [
      ["GatewayPlan", "times", control("gateway")],
      ["Snapshot", "created_at", control("snapshots")],
      ["NewSession", "session", control("users")],
      ["Sandbox", "last_call_at", "src/testing/sandboxes/sandbox.ts"],
      ["Clock", "frozen", control("control")],
      ["CallsMissed", "nearest", control("calls")],
      ["MailMessage", "delivered_at", wiring],
      ["RestSession", "expires_in", rest("resources/session")],
      ["Customer", "reward_warning_notification", rest("customers/rest-fields")],
    ],
  },
  "another member of an answer": {
    by: member,
    cases: [
      ["ApiUser", "is_active", control("users")],
      ["RecordedCall", "rule", control("calls")],
      ["PlacedOrder", "order_id", wiring],
      ["ControlErrors", "errors", control("gateway")],
    ],
  },
  "a header": {
    by: member,
    cases: [["listCustomers", "X-Total-Count", rest("resources/collections")]],
  },
  "the status of a success": {
    by: status,
    cases: [
      ["setGatewayAnswer", "200", control("gateway")],
      ["createSnapshot", "201", control("snapshots")],
      ["saveUser", "201", control("users")],
      ["deleteSandbox", "204", control("sandboxes")],
      ["releaseClock", "204", control("control")],
      ["clearMail", "204", control("mail")],
      ["verifyCalls", "204", control("calls")],
      ["placeOrder", "201", control("orders")],
      ["importState", "204", control("state")],
      ["getCustomer", "200", rest("resources/customers")],
      ["openRestSession", "200", rest("resources/session")],
    ],
  },
  "the status of a refusal": {
    by: status,
    cases: [
      ["openCreditmemo", "404", control("gateway")],
      ["createSnapshot", "422", control("snapshots")],
      ["createSession", "422", control("users")],
      ["createSandbox", "409", control("sandboxes")],
      ["setClock", "422", control("control")],
      ["waitForMail", "408", control("mail")],
      ["waitForCall", "408", control("calls")],
      ["placeOrder", "409", control("orders")],
      ["exportState", "416", control("state")],
      ["deleteCustomer", "404", rest("forms/refusal")],
      ["updateCustomer", "413", rest("forms/body")],
    ],
  },
};

test.each(Object.entries(groups))(
  "%s under another name does not compile",
  { timeout: 600_000 },
  (_, group) => {
    const { by, cases } = group;
    const changed = cases.reduce((all, [name, renamed]) => changeIn(all, name, ...by(renamed)), text);
    const asked = cases.map(([, , file]) => file);
    const found = problems(changed, asked);
    const files = found.map((line) => line.slice(0, line.indexOf(":")));
    expect([...new Set(files)].sort()).toEqual([...asked].sort());
  },
);

test("an operation under another name does not compile", { timeout: 600_000 }, () => {
  const changed = text.replaceAll("placeOrder", "orderPlaced").replaceAll("getCustomer", "readCustomer");
  const found = problems(changed, [control("orders"), rest("resources/customers")]).join("\n");
  expect(found).toContain(control("orders"));
  expect(found).toContain(rest("resources/customers"));
});
