/** The XML doors of a shop, put together. */
import type { IncomingMessage } from "node:http";
import type { Settings } from "../config.js";
import { XmlRpcDoor } from "../doors/xml-rpc/door.js";
import type { RequestLimits } from "../rpc/request-bounds.js";
import type { RpcService } from "../rpc/service.js";
import type { CallExchange } from "./call-exchange.js";
import { DoorsHttp } from "./doors.js";
import { senderOf } from "./sender.js";

export interface ShopDoorsParts {
  readonly rpc: RpcService;
  readonly exchanges: CallExchange;
  readonly settings: Pick<Settings, "baseUrl" | "trustedProxies">;
  readonly limits: RequestLimits;
  /** The address of the service, without a slash at the end. */
  readonly baseUrl: () => string;
  /** In front of the addresses of a sandbox. */
  readonly prefix: string;
}

export function createDoorsHttp({
  rpc,
  exchanges,
  settings,
  limits,
  baseUrl,
  prefix,
}: ShopDoorsParts): DoorsHttp {
  const baseUrlFor = (request: IncomingMessage) => {
    const origin =
      settings.baseUrl === undefined ? senderOf(request, settings.trustedProxies).origin?.() : undefined;
    return (origin ?? baseUrl()) + prefix;
  };
  return new DoorsHttp({
    doors: { xmlrpc: new XmlRpcDoor(rpc, limits) },
    wsdl: {},
    exchanges,
    baseUrlFor,
  });
}
