/** The customers resource and its parts, put together. */
import {
  CustomerAuthentication,
  type CustomerAuthenticationParts,
} from "../accounts/customer-authentication.js";
import type { ShopSettings } from "../../settings.js";
import type { CustomAttribute } from "../../data/entities/customer.js";
import type { FaultInjection } from "../../../engine/calls/fault-injection.js";
import type { IdempotentCalls } from "../../../engine/calls/idempotent-calls.js";
import type { CallObserver } from "../../../engine/calls/observer.js";
import type { Guard } from "../../../engine/guard/guard.js";
import type { CountCall } from "../../../engine/guard/rate-limiter.js";
import { CustomersHttp } from "./customers.js";
import type { RequestBatcher } from "../../../engine/time-slices.js";
import type { CustomerContract } from "./contract.js";
import { CustomersResource } from "./resource.js";

export type CustomersParts = CustomerAuthenticationParts & {
  readonly settings: ShopSettings;
  readonly contract: CustomerContract;
  readonly observer: CallObserver;
  readonly countCall: CountCall;
  readonly idempotentCalls: IdempotentCalls;
  readonly faultInjection: FaultInjection | undefined;
  readonly batcher: RequestBatcher;
  readonly guard: Guard;
  readonly customerAttributes: () => readonly CustomAttribute[];
  /** In front of the addresses of a sandbox, "" for the main shop. */
  readonly prefix: string;
};

export function createCustomersHttp(parts: CustomersParts): CustomersHttp {
  const { sessions, contract, observer, countCall, faultInjection, batcher, guard, customerAttributes } =
    parts;
  const { intake, answers, callsUnderWay } = guard;
  const settings = {
    ...parts.settings,
    get customerAttributes() {
      return customerAttributes();
    },
  };
  const resource = new CustomersResource({
    ...parts,
    intake,
    settings,
    basePath: pathOf(settings.baseUrl) + parts.prefix,
  });
  return new CustomersHttp({
    resource,
    authentication: new CustomerAuthentication(parts),
    sessions,
    contract,
    observer,
    countCall,
    faultInjection,
    batcher,
    answers,
    callsUnderWay,
    settings,
  });
}

/** The path of a base URL: "https://shop.test/store" → "/store". */
function pathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/+$/, "");
}
