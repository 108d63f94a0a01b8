/** The customers resource and its parts, put together. */
import {
  CustomerAuthentication,
  type CustomerAuthenticationParts,
} from "../../customer/accounts/customer-authentication.js";
import type { CallRate } from "../../access/call-rate.js";
import type { Settings } from "../../config.js";
import type { CustomAttribute } from "../../entities/customer.js";
import type { CallObserver } from "../../rpc/observer.js";
import type { Contracts } from "../contracts.js";
import { CustomersHttp } from "../customers.js";
import type { RequestBatcher } from "../../fast/request-batcher.js";
import { CustomerContract } from "./contract.js";
import { CustomersResource } from "./resource.js";

export type CustomersParts = CustomerAuthenticationParts & {
  readonly settings: Settings;
  readonly contracts: Contracts;
  readonly observer: CallObserver;
  readonly callRate: CallRate;
  readonly batcher: RequestBatcher;
  readonly customerAttributes: readonly CustomAttribute[];
};

export function createCustomersHttp(parts: CustomersParts): CustomersHttp {
  const { sessions, contracts, observer, callRate, batcher, customerAttributes } = parts;
  const contract = new CustomerContract(contracts);
  const settings = { ...parts.settings, customerAttributes };
  const resource = new CustomersResource({
    ...parts,
    contract,
    settings,
    basePath: pathOf(settings.baseUrl),
  });
  return new CustomersHttp({
    resource,
    authentication: new CustomerAuthentication(parts),
    sessions,
    contract,
    observer,
    callRate,
    batcher,
    settings,
  });
}

/** The path of a base URL: "https://shop.test/store" → "/store". */
function pathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/+$/, "");
}
