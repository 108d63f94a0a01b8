/** The methods of the protocol: `login`, `multiCall`, `resources`, … (conventions 3). `call` is a form of an envelope. */
import { globalFaults } from "../../../generated/convention.js";
import type { NamespaceRow, OperationRow } from "../../../generated/tables.js";
import type { Contract } from "../contract/contract.js";
import { RequestBounds } from "../guard/request-bounds.js";
import { nextSlice } from "../time-slices.js";
import { isObject } from "../values/coercion.js";
import type { Authenticated, Call } from "./call.js";
import { callList, runCalls } from "./call-list.js";
import { shopText, type FaultTexts } from "../contract/fault-texts.js";
import { badParameter, globalFault } from "../contract/faults.js";
import { JsonText } from "./json.js";
import { methodParams } from "./method-params.js";
import type { Method, ProtocolMethods } from "./methods.js";
import { textsFor } from "./steps/dress-result.js";

const withoutSession: Readonly<Record<string, Method>> = {
  async login(call) {
    const [username, apiKey] = paramsOf(call);
    for (const [name, value] of Object.entries({ username, apiKey })) {
      if (typeof value !== "string" || value === "") throw badParameter(name, "must not be an empty text");
    }
    const { authentication } = call.service;
    return authentication.login(username as string, apiKey as string, call.context.sender.address);
  },

  async startSession({ service }) {
    return service.sessions.newId();
  },

  async endSession(call) {
    const [sessionId] = paramsOf(call);
    await call.service.sessions.end(sessionId);
    return true;
  },

  async globalFaults(call) {
    return faultList(globalFaults, undefined, await textsFor(call));
  },

  /** The answer is large and needs no authentication. Therefore several of them in one request need credentials. */
  async "rpc.discover"({ service, context: { bounds, sender } }) {
    if (bounds) await service.authentication.enterByHeader(sender);
    // Sending the contract takes as long as many calls.
    await nextSlice();
    return new JsonText(service.document().text);
  },
};

/** The methods with a session as their first parameter, except for `endSession`, which takes any session. */
const inSession: Readonly<Record<string, Method<Call & Authenticated>>> = {
  async multiCall(call) {
    const { context, service } = call;
    const [, given, options] = paramsOf(call);
    const calls = callList(given ?? []);
    const stopAtFault = isObject(options) && [1, true, "1"].includes(options.break as never);
    const bounds = context.bounds ?? new RequestBounds(service.limits);
    return runCalls(call, { calls, stopAtFault, bounds });
  },

  async resources({ service, principal }) {
    const { contract, methods } = service;
    const isOffered = (path: string) => methods.has(path) && principal.grants.operations.has(path);
    return Object.keys(contract.tables.namespaces)
      .map((name) => resourceEntry(contract, name, isOffered))
      .filter((entry) => entry.methods.length > 0);
  },

  async resourceFaults(call) {
    const { contract, methods } = call.service;
    const { namespaces } = contract.tables;
    const namespace = contract.resolveNamespace(paramsOf(call)[1]);
    const isOffered = namespaces[namespace ?? ""]?.operations.some((path) => methods.has(path));
    if (namespace === undefined || !isOffered)
      throw globalFault("resource_path_invalid", "There is no such namespace.");
    if (!call.principal.grants.allowsNamespace(namespace)) throw globalFault("access_denied");
    return faultList(namespaces[namespace]?.faults ?? {}, namespace, await textsFor(call));
  },
};

export const protocolMethods: ProtocolMethods = { withoutSession, inSession };

export function needsSession(method: string): boolean {
  return Object.hasOwn(inSession, method);
}

function paramsOf({ name = "", envelope }: Call): readonly unknown[] {
  return methodParams(name, envelope.params ?? []);
}

function faultList(faults: typeof globalFaults, resource: string | undefined, texts: FaultTexts) {
  return Object.entries(faults)
    .map(([fault, { code, message }]) => {
      const text = shopText(texts, { fault, code, data: { resource } });
      return { code, message: text ?? message, fault };
    })
    .sort((a, b) => a.code - b.code);
}

function resourceEntry(contract: Contract, name: string, isOffered: (path: string) => boolean) {
  const { title, aliases, operations: paths } = contract.tables.namespaces[name] as NamespaceRow;
  return {
    title,
    description: null,
    name,
    aliases,
    methods: paths.filter(isOffered).map((path) => {
      const row = contract.tables.operations[path] as OperationRow;
      return {
        title: row.title,
        description: null,
        path,
        name: row.name,
        aliases: contract.aliasPaths(path),
      };
    }),
  };
}
