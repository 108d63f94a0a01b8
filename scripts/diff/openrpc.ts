/** Changes between two states of openrpc.json. */
import { faultNames, namespaceOf } from "../../src/engine/chapters/views.js";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "../../src/engine/chapters/bundle.js";
import { byName, change, isSame, textChanges, type Change } from "./changes.js";
import { defaultChanges, SchemaDiff } from "./schemas.js";

/** Their results are those of the operations, which are compared anyway. */
const carriers = ["call", "multiCall"];

export function* openRpcChanges(before: OpenRpcDocument, after: OpenRpcDocument): Iterable<Change> {
  yield* textChanges("info", before.info, after.info, ["title", "description"]);
  const schemas = new SchemaDiff({ before, after });
  const named = (document: OpenRpcDocument) =>
    Object.fromEntries(document.methods.map((method) => [method.name, method]));
  for (const [name, old, now] of byName(named(before), named(after))) {
    if (!now) yield change("breaking", name, "the operation is gone");
    else if (!old) yield change("additive", name, "a new operation");
    else {
      yield* textChanges(name, { ...old }, { ...now }, ["summary", "description", "examples", "x-checks"]);
      yield* extensionChanges(old, now);
      yield* parameterChanges(old, now, schemas);
      if (!carriers.includes(name)) {
        yield* schemas.changes(`${name} result`, old.result.schema, now.result.schema, "answered");
      }
      yield* faultChanges(old, now, before, after);
    }
  }
  yield* globalFaultChanges(before, after);
}

function* extensionChanges(before: OpenRpcMethod, after: OpenRpcMethod): Iterable<Change> {
  const { name } = after;
  for (const [member, what] of [
    ["x-acl", "another access node"],
    ["x-effect", "another effect"],
    ["x-storage-fault", "another fault for a failing storage"],
  ] as const) {
    if (!isSame(before[member], after[member])) yield change("breaking", name, what);
  }
  const [olds, news] = [before, after].map((method) => (method["x-aliases"] ?? []) as string[]) as [
    string[],
    string[],
  ];
  for (const alias of olds.filter((one) => !news.includes(one))) {
    yield change("breaking", name, `the alias ${alias} is gone`);
  }
  for (const alias of news.filter((one) => !olds.includes(one))) {
    yield change("additive", name, `the alias ${alias}`);
  }
}

function* parameterChanges(
  before: OpenRpcMethod,
  after: OpenRpcMethod,
  schemas: SchemaDiff,
): Iterable<Change> {
  const named = (params: readonly OpenRpcParam[]) =>
    Object.fromEntries(params.map((param) => [param.name, param]));
  for (const [param, old, now] of byName(named(before.params), named(after.params))) {
    const at = `${after.name}(${param})`;
    if (!now) yield change("breaking", at, "the parameter is gone");
    else if (!old) yield* newParameter(at, now, before, after);
    else {
      yield* textChanges(at, { ...old }, { ...now }, ["description"]);
      if (now.required && !old.required) yield change("breaking", at, "is required");
      if (!now.required && old.required) yield change("additive", at, "may be left out");
      yield* defaultChanges(at, old["x-default"], now["x-default"]);
      if (!isSame(old["x-fault"], now["x-fault"]))
        yield change("breaking", at, "another fault for unusable forms");
      yield* schemas.changes(at, old.schema, now.schema, "sent");
    }
  }
  const order = (one: OpenRpcMethod, other: OpenRpcMethod) =>
    one.params.map(({ name }) => name).filter((name) => other.params.some((param) => param.name === name));
  if (!isSame(order(before, after), order(after, before))) {
    yield change("breaking", after.name, "another order of parameters");
  }
}

/** A new parameter before others breaks callers that pass arguments by position. */
function* newParameter(
  at: string,
  param: OpenRpcParam,
  before: OpenRpcMethod,
  after: OpenRpcMethod,
): Iterable<Change> {
  const isLast = after.params.indexOf(param) >= before.params.length;
  if (param.required) yield change("breaking", at, "a new required parameter");
  else if (!isLast) yield change("breaking", at, "a new parameter before others");
  else yield change("additive", at, "a new optional parameter");
}

function* faultChanges(
  before: OpenRpcMethod,
  after: OpenRpcMethod,
  old: OpenRpcDocument,
  now: OpenRpcDocument,
): Iterable<Change> {
  const { name } = after;
  const [olds, news] = [faultNames(before), faultNames(after)];
  for (const fault of olds.filter((one) => !news.includes(one))) {
    yield change("breaking", name, `no longer declares ${fault}`);
  }
  for (const fault of news.filter((one) => !olds.includes(one))) {
    yield change("additive", name, `declares ${fault}`);
  }
  const table = (document: OpenRpcDocument) => document["x-namespaces"][namespaceOf(name)]?.faults ?? {};
  for (const fault of news.filter((one) => olds.includes(one))) {
    const [was, is] = [table(old)[fault], table(now)[fault]];
    if (was?.code !== is?.code) yield change("breaking", name, `${fault} has another number`);
    if (was?.status !== is?.status) yield change("breaking", name, `${fault} has another status`);
    if (was?.message !== is?.message) yield change("documentation", name, `${fault} has another text`);
  }
}

function* globalFaultChanges(before: OpenRpcDocument, after: OpenRpcDocument): Iterable<Change> {
  for (const [fault, old, now] of byName(before["x-global-faults"], after["x-global-faults"])) {
    const at = "global faults";
    if (!now) yield change("breaking", at, `${fault} is gone`);
    else if (!old) yield change("additive", at, fault);
    else if (old.code !== now.code || old.status !== now.status) {
      yield change("breaking", at, `${fault} has another number or status`);
    } else yield* textChanges(`${at} ${fault}`, { ...old }, { ...now }, ["message"]);
  }
}
