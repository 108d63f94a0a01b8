/**
 * Calls every operation of the contract with a surplus name, and with each parameter of the wrong type,
 * missing and null.
 * Checks that every form and every door gives the same answer, which the contract declares (conventions 2.3, 4).
 */
import { beforeAll, describe, expect, test } from "vitest";
import { functions } from "../../../generated/doors/soap-v2.js";
import { operations, type OperationRow } from "../../../generated/tables.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { addOddCarts } from "./failing-checks.js";
import { filledCart } from "../../support/example-state.js";
import { bearer, startShop, type RpcAnswer } from "../../support/shop.js";
import { operation as soapOperation, soap, SoapFault } from "../doors/soap-client.js";
import { xmlRpc } from "../doors/xml-rpc-client.js";
import {
  missingCases,
  nullCases,
  optionalNullCases,
  surplusCases,
  wrongTypeCases,
  type ArgumentCase,
} from "./argument-cases.js";

const shop = await startShop({ dataset: "sample" });
let session: string;
beforeAll(async () => {
  await shop.reset(filledCart);
  await shop.storage.write(addOddCarts);
  session = await shop.session();
});

/** The number and the message of a fault, or "a result"; undefined = the form cannot express this. */
type Outcome = string | undefined;

type Form = (cases: readonly ArgumentCase[]) => Promise<readonly Outcome[]>;

const rowOf = (name: string): OperationRow =>
  (operations as Record<string, OperationRow>)[name] as OperationRow;
const byName = ({ args }: ArgumentCase): unknown => args;

/** Undefined if the arguments have no positions. */
function byPosition({ operation, args, surplus }: ArgumentCase): unknown[] | undefined {
  if (surplus !== undefined) return undefined;
  const { params } = rowOf(operation);
  const last = params.findLastIndex(({ name }) => name in args);
  return params.slice(0, last + 1).map(({ name }) => args[name] ?? null);
}

function faultText(code: unknown, message: unknown): string {
  return `${Number(code)} ${String(message)}`;
}

/** Cases that the form cannot express are not sent. */
async function sendSayable<Request>(
  cases: readonly ArgumentCase[],
  requestOf: (one: ArgumentCase) => Request | undefined,
  send: (requests: readonly Request[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const requests = cases.map(requestOf);
  const sayable = requests.filter((request) => request !== undefined) as Request[];
  const outcomes: Outcome[] = [];
  // The maximum number of calls in a batch and in a multiCall.
  for (let at = 0; at < sayable.length; at += 100)
    outcomes.push(...(await send(sayable.slice(at, at + 100))));
  let next = 0;
  return requests.map((request) => (request === undefined ? undefined : outcomes[next++]));
}

interface RpcRequest {
  readonly method: string;
  readonly params: unknown;
}

function batchOf(
  requestOf: (one: ArgumentCase) => RpcRequest | undefined,
  headers: () => Record<string, string> = () => ({}),
): Form {
  return (cases) =>
    sendSayable(cases, requestOf, async (requests) => {
      const body = requests.map((request, id) => ({ jsonrpc: "2.0", id, ...request }));
      const answers = (await shop.send(body, headers())) as RpcAnswer[];
      return answers.map(({ error }) => (error ? faultText(error.code, error.message) : "a result"));
    });
}

function multiCallOf(
  argsOf: (one: ArgumentCase) => unknown,
  send: (calls: readonly unknown[]) => Promise<unknown>,
): Form {
  const callOf = (one: ArgumentCase) => {
    const args = argsOf(one);
    return args === undefined ? undefined : [one.operation, args];
  };
  return (cases) =>
    sendSayable(cases, callOf, async (calls) =>
      (
        (await send(calls)) as ({ isFault?: unknown; faultCode?: unknown; faultMessage?: unknown } | null)[]
      ).map((entry) => (entry?.isFault ? faultText(entry.faultCode, entry.faultMessage) : "a result")),
    );
}

const plain: Form = (cases) =>
  Promise.all(
    cases.map(async ({ operation, args }) => {
      const answer = await shop.http("POST", `/api/rpc/${operation}`, {
        body: args,
        headers: bearer(session),
      });
      const { code, message } = (answer.json ?? {}) as Record<string, unknown>;
      return answer.status === 200 ? "a result" : faultText(code, message);
    }),
  );

/** An entry of `multiCall` as XML: a fault is a map. */
interface SoapEntry {
  readonly item?: SoapMember | readonly SoapMember[];
}

interface SoapMember {
  readonly key?: { readonly "#text": string };
  readonly value?: { readonly "#text": string };
}

async function soapMultiCall(calls: readonly unknown[]): Promise<unknown> {
  const parts = { sessionId: session, calls: elementXml("calls", calls) };
  const answer = (await soap(shop, "/api/soap", soapOperation("multiCall", parts))) as {
    readonly multiCallReturn: { readonly item: SoapEntry | readonly SoapEntry[] };
  };
  return [answer.multiCallReturn.item].flat().map((entry) => {
    const members = [entry.item ?? []].flat();
    const valueOf = (name: string) => members.find(({ key }) => key?.["#text"] === name)?.value?.["#text"];
    return {
      isFault: valueOf("isFault") === "true",
      faultCode: valueOf("faultCode"),
      faultMessage: valueOf("faultMessage"),
    };
  });
}

function soapOutcome(answer: Promise<unknown>): Promise<Outcome> {
  return answer.then(
    () => "a result",
    (error: unknown) => {
      if (error instanceof SoapFault) return faultText(error.code, error.message);
      throw error;
    },
  );
}

const functionOf = new Map(
  Object.entries(functions).map(([name, { operation, rpc }]) => [operation, { name, ...rpc }]),
);

/**
 * The WSDL types the parts, and unknown parts are assigned by position (doors 3.2), so only missing, null and
 * non-text values can be expressed.
 */
const soapV2: Form = (cases) =>
  Promise.all(
    cases.map((one) => {
      const { name = "", parts = [] } = functionOf.get(one.operation) ?? {};
      const known = parts.filter(({ param }) => param !== undefined && one.args[param] !== undefined);
      const isTyped = known.every(({ param = "", type }) => {
        const value = one.args[param];
        return value === null || (typeof value === "string" && type === "string") || Number.isInteger(value);
      });
      if (one.surplus !== undefined || !isTyped) return Promise.resolve(undefined);
      const elements = known.map(({ name: part, param = "" }) => {
        const value = one.args[param];
        return [part, value === null ? `<${part} xsi:nil="true"/>` : `${value as string | number}`];
      });
      const given = { sessionId: session, ...(Object.fromEntries(elements) as Record<string, string>) };
      return soapOutcome(soap(shop, "/api/v2_soap", soapOperation(name, given)));
    }),
  );

const wrapped = (argsOf: (one: ArgumentCase) => unknown) => (one: ArgumentCase) => {
  const args = argsOf(one);
  return args === undefined ? undefined : { method: "call", params: [session, one.operation, args] };
};
const direct = (paramsOf: (one: ArgumentCase) => unknown) => (one: ArgumentCase) => {
  const params = paramsOf(one);
  return params === undefined ? undefined : { method: one.operation, params };
};
const behindSession = (one: ArgumentCase) => {
  const values = byPosition(one);
  return values && [session, ...values];
};

/** At the XML doors, a map with another key is read by position (doors 0.1). */
const byKnownName = (one: ArgumentCase) => (one.surplus === undefined ? byName(one) : undefined);

const forms: Readonly<Record<string, Form>> = {
  "wrapped, by position": batchOf(wrapped(byPosition)),
  "direct, by name": batchOf(direct(byName), () => bearer(session)),
  "direct, by name with a session beside the header": batchOf(
    direct(({ args }) => ({ sessionId: session, ...args })),
    () => bearer(session),
  ),
  "direct, by name with the session among them": batchOf(
    direct(({ args }) => ({ sessionId: session, ...args })),
  ),
  "direct, by position": batchOf(direct(byPosition), () => bearer(session)),
  "direct, by position behind the session": batchOf(direct(behindSession)),
  plain,
  "multiCall, by name": multiCallOf(byName, (calls) => rpcMultiCall(calls)),
  "multiCall, by position": multiCallOf(byPosition, (calls) => rpcMultiCall(calls)),
  "XML-RPC, by name": multiCallOf(byKnownName, (calls) => xmlRpc(shop, "multiCall", [session, calls])),
  "XML-RPC, by position": multiCallOf(byPosition, (calls) => xmlRpc(shop, "multiCall", [session, calls])),
  "SOAP v1, by name": multiCallOf(byKnownName, (calls) => soapMultiCall(calls)),
  "SOAP v1, by position": multiCallOf(byPosition, (calls) => soapMultiCall(calls)),
  "SOAP v2": soapV2,
};

async function rpcMultiCall(calls: readonly unknown[]): Promise<unknown> {
  return (await shop.rpc("multiCall", [session, calls])).result;
}

describe.each<[string, readonly ArgumentCase[]]>([
  ["a surplus name", surplusCases],
  ["a wrong type", wrongTypeCases],
  ["a missing parameter", missingCases],
  ["null", nullCases],
  ["null for what is optional", optionalNullCases],
])("%s", (_what, cases) => {
  const titled = (outcomes: readonly Outcome[]) =>
    Object.fromEntries(cases.map(({ title }, index) => [title, outcomes[index]]));

  let wanted: readonly Outcome[];
  beforeAll(async () => {
    wanted = await batchOf(wrapped(byName))(cases);
  });

  test("answers as the contract declares", async () => {
    const found = await Promise.all(
      cases.map(async ({ title, operation, args, want }) => {
        if (!want) return { title };
        const { error } = await shop.rpc("call", [session, operation, args]);
        const fault = error?.data.fault ?? "a result";
        const parameter = error?.data.parameter;
        return { title, fault, ...(want.parameter === undefined ? {} : { parameter }) };
      }),
    );
    expect(found).toEqual(cases.map(({ title, want }) => ({ title, ...want })));
  });

  test.each(Object.keys(forms))("%s: as in the wrapped form", async (name) => {
    const outcomes = await (forms[name] as Form)(cases);
    const sayable = wanted.map((outcome, index) => (outcomes[index] === undefined ? undefined : outcome));
    expect(titled(outcomes)).toEqual(titled(sayable));
  });
});

test("a surplus name is reported with the existing parameters", async () => {
  const args = { orderIncrementId: "100000001", itemQty: [{ order_item_id: 1, qty: 1 }] };
  const { error } = await shop.rpc("sales_order_invoice.create", args, bearer(session));
  expect(error).toMatchObject({
    code: 6,
    message:
      "itemQty: is not a parameter; the parameters are orderIncrementId, itemsQty, comment, email, includeComment",
    data: { fault: "invalid_request_param", parameter: "itemQty" },
  });
});
